import { newId } from '@larder/contract'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { act, type OrderWorld, place } from './order-world.ts'

/** What tests of erasures do in a world, once there is one. */
export function erasing(worldOf: () => OrderWorld) {
  const call = async (address: string, body?: object, as = worldOf().admin) => {
    const answer = await worldOf().app.call(address, { as, ...(body && { body, headers: { 'idempotency-key': newId() } }) })
    expect([address, answer.status, answer.body.error]).toEqual([address, 200, undefined])
    return answer.body
  }
  const read = (id: string) => call(`GET /customers/${id}`)
  const settle = async (id: string): Promise<void> => {
    await act(worldOf(), id, 'accept', { prepMinutes: 15 })
    await act(worldOf(), id, 'cancel', { reason: 'changed-mind' })
    await sql`update refund set state = 'done', done_at = now()`.execute(worldOf().app.database.db)
    worldOf().clock.forward(31)
  }
  /** Somebody who has ordered once, which was then turned down long ago. */
  const buyer = async (name: string, phone: string): Promise<string> => {
    const { id } = await place(worldOf(), { customer: { name, phone }, orderType: 'pickup', address: undefined })
    await settle(id)
    return (await call(`GET /orders/${id}`)).customer.id
  }
  const erase = async (id: string): Promise<void> => {
    await call(`POST /customers/${id}/ask-erasure`, { version: (await read(id)).version, reason: 'By mail' })
    await worldOf().app.services.jobs.run('erase-customers')
  }
  return { call, read, settle, buyer, erase }
}
