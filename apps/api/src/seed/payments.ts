import { msOf, newId } from '@larder/contract'
import type { PoolClient } from 'pg'
import type { Services } from '#kit/context.ts'
import { copyRows } from './copy.ts'

type Gateway = NonNullable<Services['config']['gateway']>

const mostPayments = 60

interface Paid {
  id: string
  payment_reference: string
  payment_state: string
  total_minor: number
  currency: string
  placed_at: string
  lost_minor: number
  refunds: { id: string; state: string; amount_minor: number; attempts: number; reference: string | null; failure: string | null }[]
}

/** What was authorised only: the gateway holds it, or has let it go. */
type Held = Omit<Paid, 'lost_minor' | 'refunds'>

const ofHeld = 'orders.id, payment_reference, payment_state, total_minor::float8 as total_minor, currency, placed_at'
/** Some that ended before their stores took them: what was held was let go. */
const letGo = `with gone as (
    select orders.id, refund.id as refund_id from orders join refund on refund.order_id = orders.id
    where payment_method = 'online' and payment_state = 'refunded' and accepted_at is null and state = 'done' and cause = 'ending'
      and ended_at > now() - interval '6 days' order by orders.id desc limit 2
  ), void as (
    update refund set method = 'void', reference = payment_reference from gone join orders on orders.id = gone.id where refund.id = refund_id)
  update orders set payment_state = 'voided', authorised_minor = total_minor where id in (select id from gone) returning ${ofHeld}`
/** Some that are being prepared: what is held is captured once they are handed over. */
const stillHeld = `update orders set payment_state = 'authorised', authorised_minor = total_minor where id in (select id from orders where payment_method = 'online'
    and payment_state = 'captured' and status in ('accepted', 'preparing') order by id desc limit 4) returning ${ofHeld}`

/** Online orders of the last days that are over, with refunds that are over too: nothing of them moves by itself. */
const overLately = `select orders.id, payment_reference, payment_state, total_minor::float8 as total_minor, currency, placed_at,
    refunds.lost_minor::float8 as lost_minor, refunds.refunds
  from orders cross join lateral (
    select coalesce(sum(amount_minor) filter (where cause = 'weights'), 0) as lost_minor,
      coalesce(json_agg(json_build_object('id', id, 'state', state, 'amount_minor', amount_minor, 'attempts', attempts, 'reference', reference,
        'failure', failure) order by id), '[]') as refunds, bool_and(state in ('done', 'failed')) as is_over, count(*) as number
    from refund where order_id = orders.id and state <> 'declined') as refunds
  where payment_method = 'online' and payment_reference is not null and payment_state in ('captured', 'partially_refunded', 'refunded')
    and coalesce(delivered_at, ended_at) < now() - interval '1 day' and placed_at > now() - interval '6 days' and coalesce(refunds.is_over, true)
  order by refunds.number > 0 desc, orders.id desc limit ${mostPayments}`

/**
 * Payments of earlier orders at the simulated gateway, which takes them over as they are, and of some that it holds or has let go. Of one it has
 * captured less than the order says: the first comparison names it.
 */
export async function writePayments(client: PoolClient, gateway: Gateway | null): Promise<void> {
  if (gateway?.name !== 'simulated') return
  const held = [...(await client.query<Held>(letGo)).rows, ...(await client.query<Held>(stillHeld)).rows]
  const { rows } = await client.query<Paid>(overLately)
  await copyRows(client, 'payment', [...rows.map(paymentOf), ...held.map(heldOf)])
  const planted = rows.findLast(({ refunds }) => refunds.length === 0)?.id
  const payments = [...rows.map((order) => atGateway(order, order.id === planted)), ...held.map(heldAtGateway)]
  const headers = { authorization: `Bearer ${gateway.secret}`, 'content-type': 'application/json' }
  const answer = await fetch(`${gateway.url}/v1/import`, { method: 'POST', headers, body: JSON.stringify({ payments }) })
  if (!answer.ok) throw new Error(`The simulated gateway did not take the payments of the demo: ${await answer.text()}`)
}

function refundedOf({ refunds }: Paid): number {
  return refunds.filter(({ state }) => state === 'done').reduce((sum, { amount_minor }) => sum + amount_minor, 0)
}

function paymentOf(order: Paid) {
  const { id, currency, payment_reference: reference, placed_at: at } = order
  const [captured, refunded] = [order.total_minor + order.lost_minor, refundedOf(order)]
  return {
    id: newId(msOf(at)),
    order_id: id,
    gateway: 'simulated',
    amount_minor: captured,
    currency,
    capture: 'at-once',
    state: refunded === 0 ? 'captured' : refunded < captured ? 'partially_refunded' : 'refunded',
    captured_minor: captured,
    refunded_minor: refunded,
    reference,
    created_at: at,
    updated_at: at,
  }
}

function heldOf(order: Held) {
  return {
    ...paymentOf({ ...order, lost_minor: 0, refunds: [] }),
    capture: 'handed-over',
    state: order.payment_state,
    captured_minor: 0,
  }
}

function heldAtGateway(order: Held) {
  return { ...atGateway({ ...order, lost_minor: 0, refunds: [] }, false), capture: false, state: order.payment_state, captured: 0 }
}

function atGateway(order: Paid, isPlanted: boolean) {
  const { id, currency, payment_reference: reference, placed_at: at, refunds } = order
  const amount = order.total_minor + order.lost_minor
  return {
    id: reference,
    key: null,
    order: id,
    capture: true,
    state: 'captured',
    amount,
    captured: isPlanted ? amount - 5000 : amount,
    currency,
    token: reference.replace('pay_', 'token_'),
    processing: false,
    failure: null,
    refunds: refunds.map((refund) => ({
      id: refund.reference ?? `rfnd_${refund.id.slice(-12)}`,
      key: `${refund.id}-${refund.attempts}`,
      state: refund.state,
      amount: refund.amount_minor,
      failure: refund.failure,
    })),
    createdAt: at,
  }
}
