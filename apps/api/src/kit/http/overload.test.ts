import { contract, get } from '@larder/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { implement } from '../implement.ts'
import type { App } from './handler.ts'

const blockMs = 700
const workContract = contract('work', {
  block: get('/work/block', { permission: 'public', response: z.strictObject({}), summary: 'Keeps the process busy' }),
  nothing: get('/work/nothing', { permission: 'public', response: z.strictObject({}), summary: 'Does nothing' }),
})

function registerWork(app: App): void {
  implement(app, workContract, {
    block: async () => {
      for (const from = performance.now(); performance.now() - from < blockMs; );
      return {}
    },
    nothing: async () => ({}),
  })
}

let app: TestApp
beforeAll(async () => {
  app = await testApp({
    shedsLoad: true,
    contracts: { work: workContract },
    modules: [registerWork],
    openDoors: new Set(['work.block', 'work.nothing']),
  })
})
afterAll(() => app.close())

it('turns requests away while the process can not keep up, but still says that it lives, and recovers', async () => {
  expect((await app.call('GET /work/nothing')).status).toBe(200)
  let shed = await app.call('GET /work/nothing')
  for (let tries = 0; shed.status === 200 && tries < 8; tries++) {
    await app.call('GET /work/block')
    // The delay is measured by a timer that is due by now: let the loop turn.
    await new Promise(setImmediate)
    shed = await app.call('GET /work/nothing')
  }
  expect([shed.status, shed.body.error?.reason, shed.headers['retry-after']]).toEqual([503, 'overloaded', '2'])
  expect((await app.call('GET /health')).status).toBe(200)
  await expect.poll(async () => (await app.call('GET /work/nothing')).status, { timeout: 10_000 }).toBe(200)
})
