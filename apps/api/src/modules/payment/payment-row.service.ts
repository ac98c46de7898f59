import { type CaptureMoment, type Gateway, type GatewayState, type Instant, type Money, newId } from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#kit/context.ts'
import { readSetting } from '#kit/settings.ts'
import { whyNotByStripe } from './stripe-amount.ts'

/** A payment that a gateway executes, as its order carries it. */
export interface KnownPayment {
  id: string
  gateway: Gateway
  state: GatewayState
  reference: string | null
  checkout: string | null
  failure: string | null
}

/** A payment that is to be begun at a gateway. */
export interface NewPayment {
  id: string
  gateway: Gateway
  capture: CaptureMoment
}

/** A payment of a new order for the gateway of this installation. */
export async function newPayment({ services, clock }: Context): Promise<NewPayment> {
  const { gateway } = services.config
  if (!gateway) throw new Error('payments go to no gateway here')
  return { id: newId<'payment'>(clock.ms()), gateway: gateway.name, capture: await readSetting(services, 'order.capture') }
}

/** Why this gateway takes no such payment, in words that follow its name; null where it does. */
export function whyNotTaken(gateway: Gateway, { minor, currency }: Money): string | null {
  return gateway === 'stripe' ? whyNotByStripe(minor, currency) : null
}

/** The same as its order carries it, before the gateway knows of it. */
export function begunPayment({ id, gateway }: NewPayment): KnownPayment {
  return { id, gateway, state: 'pending', reference: null, checkout: null, failure: null }
}

/** The row as an insert, to be a part of the statement that stores its order; `from` is what it waits for. It is due at once. */
export function paymentInsert(
  order: { id: string; total_minor: number; credit_minor: number; currency: string; placed_at: Instant },
  { id, gateway, capture }: NewPayment,
  from: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { placed_at: at } = order
  return sql`insert into payment (id, order_id, gateway, amount_minor, currency, capture, due_at, created_at, updated_at)
    select ${id}::uuid, ${order.id}::uuid, ${gateway}, ${order.total_minor - order.credit_minor}, ${order.currency}, ${capture}, ${at}, ${at}::timestamptz, ${at} from ${from}`
}

/** Something happened to an order that its gateway may have to hear of: an update, to be a part of the statement that does it. */
export function paymentNudge(orderId: string, at: Instant): RawBuilder<unknown> {
  return sql`update payment set due_at = ${at}, nudges = nudges + 1, vain = 0, stuck_at = null where order_id = ${orderId}`
}
