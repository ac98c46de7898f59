import { Readable } from 'node:stream'
import { type FastifyInstance, fastify } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Refusal } from '../errors.ts'
import { sendRefusal } from './error-handler.ts'
import { limitTimeOfReads } from './time-limit.ts'

const limitMs = 30
let server: FastifyInstance
let address: string
let release: () => void
const stuck = new Promise<void>((resolve) => {
  release = resolve
})
const work = async () => {
  await stuck
  return { done: true }
}

async function* pieces() {
  yield 'begun, '
  await stuck
  yield 'ended'
}

beforeAll(async () => {
  server = fastify()
  limitTimeOfReads(server, limitMs)
  server.setErrorHandler((error, request, reply) => sendRefusal(request, reply, error as Refusal))
  server.route({ method: ['GET', 'POST'], url: '/stuck', handler: work })
  server.get('/slow-line', (_request, reply) => reply.send(Readable.from(pieces())))
  server.get('/let-in', { onRequest: async () => stuck, handler: async () => ({}) })
  address = await server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.close())

const ask = (method: string, path: string) => fetch(`${address}${path}`, { method })

test('a read that takes too long is refused, also while it is found out who asks; a write is waited for, and what has begun to come', async () => {
  const [write, stream] = [ask('POST', '/stuck'), ask('GET', '/slow-line')]
  const reads = await Promise.all([ask('GET', '/stuck'), ask('GET', '/let-in')])
  for (const read of reads) {
    expect([read.status, read.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await read.json()).toMatchObject({ error: { reason: 'took-too-long' } })
  }
  release()
  expect(await (await write).json()).toEqual({ done: true })
  expect(await (await stream).text()).toBe('begun, ended')
  expect(await (await ask('GET', '/stuck')).json()).toEqual({ done: true })
})
