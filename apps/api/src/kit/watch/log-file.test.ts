import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, expect, test, vi } from 'vitest'
import { makeTemporaryFolder } from '../../../test/temporary-folder.ts'
import { openLogFile } from './log-file.ts'
import { createLog } from './logger.ts'

const folder = makeTemporaryFolder()
afterAll(() => folder.remove())

test.each(['warn', 'silent'] as const)('a terminal at %s keeps nothing out of the file', async (logLevel) => {
  const terminal: string[] = []
  const destination = new Writable({
    write(chunk, _encoding, done) {
      terminal.push(JSON.parse(String(chunk)).msg)
      done()
    },
  })
  const logs = join(folder.path, logLevel)
  const log = createLog({ logLevel }, destination, await openLogFile(join(logs, 'larder.log')))
  log.debug('a read')
  log.info({ token: 'canary' }, 'a write')
  log.child({ reqId: 'one' }).warn('a failure')
  const inFile = () => readdirSync(logs).flatMap((name) => readFileSync(join(logs, name), 'utf8').trim().split('\n'))
  await vi.waitFor(() => expect(inFile().map((line) => JSON.parse(line).msg)).toEqual(['a write', 'a failure']))
  expect(readdirSync(logs)).toEqual(['larder.1.log'])
  expect(inFile().join()).not.toContain('canary')
  expect(terminal).toEqual(logLevel === 'warn' ? ['a failure'] : [])
})
