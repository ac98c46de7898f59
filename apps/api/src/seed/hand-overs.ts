import { addMinutes, type Instant, msOf } from '@larder/contract'
import type { PoolClient } from 'pg'
import { demoEmailOf } from './demo-access.ts'
import type { Random } from './random.ts'

const shifts = [
  { daysBack: 3, remark: 'Rain since noon: riders are slow on the bridge.' },
  { daysBack: 2, remark: null },
  { daysBack: 1, remark: 'The bakery closes early today.' },
]
const [openMinutes, signedAfter] = [25, 8]

/** Shifts of the last days that a customer care executive handed over with what was open then, and that their lead signed. */
export async function writeHandOvers(client: PoolClient, random: Random, now: Instant): Promise<void> {
  const people = await client.query<{ id: string; name: string; email: string }>(
    'select id, name, email from staff where email = any($1)',
    [['custumercare-executive', 'custumercare-admin'].map(demoEmailOf)],
  )
  const named = (role: string) => people.rows.find(({ email }) => email === demoEmailOf(role))
  const [giver, signer] = [named('custumercare-executive'), named('custumercare-admin')]
  if (!giver || !signer) return
  for (const { daysBack, remark } of shifts) {
    const given = addMinutes(now, -daysBack * 24 * 60 - 30)
    const signed = addMinutes(given, signedAfter)
    const id = random.id(msOf(given))
    await client.query(
      `insert into hand_over (id, is_whole_desk, status, remark, given_at, given_id, given_by, signed_at, signed_id, signed_by, version, created_at, updated_at)
        values ($1, false, 'signed', $2, $3, $4, $5, $6, $7, $8, 2, $3, $6)`,
      [id, remark, given, giver.id, giver.name, signed, signer.id, signer.name],
    )
    await client.query(
      `insert into hand_over_order (hand_over_id, position, order_id, number, vertical, status, store_name, placed_at, since, promised_at, delays, waits_for)
        select $1, row_number() over (order by orders.promised_at, orders.id) - 1, orders.id, orders.number, orders.vertical, 'accepted', store.display_name,
          orders.placed_at, orders.placed_at, orders.promised_at, orders.delays, 'store'
        from orders join store on store.id = orders.store_id where orders.placed_at > $2 and orders.placed_at <= $3 and orders.timing = 'asap' limit 40`,
      [id, addMinutes(given, -openMinutes), given],
    )
  }
}
