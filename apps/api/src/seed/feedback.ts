import { addMinutes, feedbackStateLabels, feedbackWeeks, type Instant, keysOf, msOf } from '@larder/contract'
import type { Insertable } from 'kysely'
import type { PoolClient } from 'pg'
import type { DB } from '#db/schema.gen.ts'
import { searchText } from '#kit/read/search-text.ts'
import { copyRows } from './copy.ts'
import { demoEmailOf } from './demo-access.ts'
import { feedbackAnswers, feedbackTexts } from './kochi/feedback.ts'
import type { Random } from './random.ts'

const count = 64
const mostMinutesAgo = feedbackWeeks * 7 * 24 * 60
/** Tickets that were made of what was said. */
const ofTickets = ['T-00002', 'T-00008']

interface Order extends Record<'id' | 'number' | 'customer_id' | 'customer_name' | 'store_id' | 'branch_id', string> {
  rider_id: string | null
}
type Row = Insertable<DB['feedback']>

/** Feedback of eight weeks, more of it lately, in every state, with an order, without one, and what tickets were made of. */
export async function writeFeedback(client: PoolClient, random: Random, now: Instant): Promise<void> {
  const people = await client.query<{ id: string }>('select id from staff where email = any($1) order by email', [
    ['custumercare-admin', 'custumercare-executive'].map(demoEmailOf),
  ])
  const orders = await client.query<Order>(
    `select id, number, customer_id, customer_name, store_id, rider_id, branch_id from orders
      where status = 'delivered' and customer_id is not null and rider_id is not null order by id desc limit 400`,
  )
  const rows = Array.from({ length: count }, (_, index): Row => {
    const told = feedbackTexts[index % feedbackTexts.length] as (typeof feedbackTexts)[number]
    // The newest is minutes old, and what came in lies the closer together the newer it is.
    const at = addMinutes(now, -Math.round(4 + mostMinutesAgo * ((count - 1 - index) / count) ** 2))
    const order = told.about === 'app' && index % 3 > 0 ? null : random.pick(orders.rows)
    const state = stateOf(index)
    const by = people.rows[index % people.rows.length]?.id ?? null
    const answered = addMinutes(at, Math.min(90, (msOf(now) - msOf(at)) / 120_000))
    const isAnswered = state === 'answered' || (state === 'closed' && index % 2 === 0)
    return {
      ...facts(random, index + 1, at, told, order ?? null),
      state,
      tags: state === 'new' ? [] : [...told.tags],
      assigned_to: state === 'new' ? null : by,
      answer: isAnswered ? random.pick(feedbackAnswers) : null,
      answered_by: isAnswered ? by : null,
      answered_at: isAnswered ? answered : null,
      updated_at: state === 'new' ? at : answered,
    }
  })
  await copyRows(client, 'feedback', rows)
  await linkTickets(client, random, now)
  await client.query(`select setval('feedback_number', $1)`, [count + ofTickets.length])
}

/** What came in lately is new, what is old was closed. */
function stateOf(index: number): string {
  const [fresh = 'new', assigned = fresh, answered = fresh, closed = fresh] = keysOf(feedbackStateLabels)
  if (index >= count - 6) return fresh
  if (index >= count - 18) return [fresh, assigned, answered][index % 3] ?? fresh
  return index % 4 === 0 ? answered : closed
}

function facts(random: Random, number: number, at: Instant, said: Omit<(typeof feedbackTexts)[number], 'tags'>, order: Order | null): Row {
  const own = `F-${String(number).padStart(5, '0')}`
  const { about, kind, stars, text } = said
  return {
    ...{ id: random.id(msOf(at)), number: own, about, kind, stars, text, created_at: at, updated_at: at },
    ...{ order_id: order?.id ?? null, customer_id: order?.customer_id ?? null, rider_id: order?.rider_id ?? null },
    ...{ store_id: order?.store_id ?? null, branch_id: order?.branch_id ?? null },
    search: searchText([own, order?.number ?? null, order?.customer_name ?? null, text]),
  }
}

async function linkTickets(client: PoolClient, random: Random, now: Instant): Promise<void> {
  const { rows } = await client.query<Order & { ticket_id: string; text: string; opened: Instant }>(
    `select orders.id, orders.number, orders.customer_id, orders.customer_name, orders.store_id, orders.rider_id, orders.branch_id,
        ticket.id as ticket_id, ticket.text, ticket.created_at as opened
      from ticket join orders on orders.id = ticket.order_id where ticket.number = any($1) order by ticket.number`,
    [ofTickets],
  )
  for (const [index, { ticket_id, text, opened, ...order }] of rows.entries()) {
    const at = addMinutes(opened ?? now, -5)
    const row = facts(random, count + index + 1, at, { about: 'store', kind: 'complaint', stars: 2, text }, order)
    await copyRows(client, 'feedback', [{ ...row, state: 'closed', tags: ['packing'] }])
    await client.query(`update ticket set source = 'feedback', feedback_id = $2 where id = $1`, [ticket_id, row.id])
  }
}
