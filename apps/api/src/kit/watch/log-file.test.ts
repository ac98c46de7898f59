import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import type { DestinationStream } from 'pino'
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

test('a full file is followed by the next, and five are kept', async () => {
  const logs = join(folder.path, 'rolling')
  const stream = await openLogFile(join(logs, 'larder.log'), '1k')
  const names = () => readdirSync(logs).sort()
  for (let number = 1; number <= 8; number++) {
    stream.write(`${JSON.stringify({ number, filling: 'x'.repeat(2000) })}\n`)
    await vi.waitFor(() => expect(names()).toContain(`larder.${number + 1}.log`))
  }
  await vi.waitFor(() => expect(names()).toEqual([5, 6, 7, 8, 9].map((number) => `larder.${number}.log`)))
})

test('a file that cannot be written is told once, and ends nothing', async () => {
  const stream = (await openLogFile(join(folder.path, 'failing', 'larder.log'))) as DestinationStream & {
    emit(event: 'error', error: Error): void
  }
  const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  for (const message of ['no space left on device', 'again']) stream.emit('error', new Error(message))
  expect(told.mock.calls).toEqual([['The log file cannot be written: no space left on device\n']])
  told.mockRestore()
})
