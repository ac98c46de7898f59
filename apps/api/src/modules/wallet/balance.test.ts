import { afterAll, beforeAll, expect, test } from 'vitest'
import { withCredits } from '../../../test/credits.ts'
import { type OrderWorld, orderWorld } from '../../../test/order-world.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.app.close())

const inr = (minor: number) => ({ minor, currency: 'INR' })
const balanceOf = async (id: string) => (await world.app.call(`GET /wallet-credits/balance?customerId=${id}`, { as: world.admin })).body

test('a balance says what is left, and when how much of it expires next; what has expired is no part of it', async () => {
  const { id } = await withCredits(world, [6_000, 4_000, 3_000])
  const credits = world.db.updateTable('wallet_credit').where('customer_id', '=', id)
  const expiryOf = async (minor: number) =>
    (
      await world.db
        .selectFrom('wallet_credit')
        .select('expires_at')
        .where('customer_id', '=', id)
        .where('amount_minor', '=', minor)
        .executeTakeFirstOrThrow()
    ).expires_at
  expect(await balanceOf(id)).toEqual({ balances: [inr(13_000)], expiresAt: await expiryOf(3_000), expiring: inr(3_000) })
  await credits.set({ expires_at: world.clock.instant() }).where('amount_minor', '=', 3_000).execute()
  expect(await balanceOf(id)).toEqual({ balances: [inr(10_000)], expiresAt: await expiryOf(4_000), expiring: inr(4_000) })
  await credits.set({ expires_at: world.clock.instant() }).execute()
  expect(await balanceOf(id)).toEqual({ balances: [], expiresAt: null, expiring: null })
})
