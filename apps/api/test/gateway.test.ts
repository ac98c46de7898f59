import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GatewayProcess, launchGateway, startGateway } from './gateway-process.ts'

let gateway: GatewayProcess
beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway.end())

test('a second simulated gateway on a folder ends, and leaves its journal as it is', async () => {
  const journal = () => readFileSync(join(gateway.folder, 'journal.jsonl'), 'utf8')
  const before = journal()
  const [code] = await once(launchGateway(gateway.folder, '0', {}), 'exit')
  expect([code, journal()]).toEqual([1, before])
  expect(await gateway.ask('GET /v1/payments')).toEqual({ payments: [], next: null })
})
