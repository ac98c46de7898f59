import type { AddressInfo } from 'node:net'
import { permissions } from '@larder/contract'
import { sql } from 'kysely'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../test-app.ts'
import { sends } from './examples.ts'
import { fingerprintOf } from './fingerprint.ts'
import { type SweptProduct, sweptProduct } from './swept-product.ts'

/** Writes of staff but those that a view is ended or left by. */
const writes = sends.filter(
  ({ shape: { permission, whileViewing } }) => permission !== 'public' && !permission.startsWith('channel:') && !whileViewing,
)

let product: SweptProduct
let viewer: Caller

beforeAll(async () => {
  product = await sweptProduct({ live: true })
  const { app } = product
  viewer = await app.addStaff({ isAdmin: true })
  // Of a role that holds everything, so that nothing but the view itself stands in the way.
  const everything = await app.addStaff({ permissions: [...permissions] })
  const { role_id } = await app.database.db.selectFrom('staff').select('role_id').where('id', '=', everything.id).executeTakeFirstOrThrow()
  const began = await app.call(`POST /view-as/roles/${role_id}`, { as: viewer, body: { scope: { kind: 'all', ids: [] } } })
  expect([began.status, began.body.error]).toEqual([200, undefined])
})
afterAll(() => product.app.close())

describe.each(writes.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (_, endpoint) => {
  test('is refused to whoever sees the product as another, as good as the call is, and changes no row', async () => {
    const example = await product.exampleOf(endpoint)
    const before = await fingerprintOf(product.app)
    const { status, body } = await product.send(endpoint, example, viewer)
    expect([status, body.error?.reason]).toEqual([409, 'viewing-as'])
    expect(await fingerprintOf(product.app)).toEqual(before)
  })
})

test('on the live line whoever sees the product as another changes nothing either, by any word', async () => {
  await product.app.fastify.listen({ host: '127.0.0.1', port: 0 })
  const { port } = product.app.fastify.server.address() as AddressInfo
  const before = await fingerprintOf(product.app)
  const socket = io(`http://127.0.0.1:${port}`, {
    auth: { token: viewer.token },
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
  })
  await new Promise((resolve, reject) => socket.once('welcome', resolve).once('connect_error', reject))
  const ended = new Promise((resolve) => socket.once('disconnect', resolve))
  const answered: string[] = []
  for (const { name, method, path } of writes) socket.emit(name, { method, path, body: { version: 1 } }, () => void answered.push(name))
  // All of them have been read once it is sent away for them.
  expect(await ended).toBe('io server disconnect')
  expect(answered).toEqual([])
  expect(await fingerprintOf(product.app)).toEqual(before)
  const { rows } = await sql<{ rows: number }>`select count(*)::int as rows from session where viewing_until is not null`.execute(
    product.app.database.db,
  )
  expect(rows).toEqual([{ rows: 1 }])
})
