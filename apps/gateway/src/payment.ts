import * as z from 'zod/mini'

/** A refund of a payment. Amounts are minor units. */
const Refund = z.object({
  id: z.string(),
  /** By which it was asked for: asked again, it is the same one. */
  key: z.nullable(z.string()),
  state: z.enum(['pending', 'done', 'failed']),
  amount: z.int(),
  failure: z.nullable(z.string()),
})
type Refund = z.infer<typeof Refund>

/** A payment as the gateway keeps and tells it. */
export const Payment = z.object({
  id: z.string(),
  key: z.nullable(z.string()),
  order: z.nullable(z.string()),
  /** Whether it is captured as the customer pays. */
  capture: z.boolean(),
  state: z.enum(['pending', 'authorised', 'captured', 'failed', 'voided']),
  amount: z.int(),
  captured: z.int(),
  currency: z.string(),
  /** Opens the page on which its customer pays. */
  token: z.string(),
  /** The customer has paid, and it takes its time. */
  processing: z.boolean(),
  failure: z.nullable(z.string()),
  refunds: z.array(Refund),
  createdAt: z.string(),
})
export type Payment = z.infer<typeof Payment>

/** Why something is not done to a payment. */
export class Refused extends Error {}

export const cards = ['good', 'declined', 'slow'] as const
export type Card = (typeof cards)[number]

/** The customer pays: at once, in vain, or by a bank that takes its time. Pure, as all of these. */
export function pay(payment: Payment, card: Card): Payment {
  if (payment.processing || (payment.state !== 'pending' && payment.state !== 'failed'))
    throw new Refused(`The payment is ${wordsOf(payment)}.`)
  if (card === 'declined') return { ...payment, state: 'failed', failure: 'The card was declined.' }
  const tried = { ...payment, state: 'pending', failure: null } as const
  return card === 'slow' ? { ...tried, processing: true } : settlePayment(tried)
}

/** What the customer paid is there. */
export function settlePayment(payment: Payment): Payment {
  const paid = payment.capture ? ({ state: 'captured', captured: payment.amount } as const) : ({ state: 'authorised' } as const)
  return { ...payment, ...paid, processing: false, failure: null }
}

export function capture(payment: Payment, amount: number): Payment {
  if (payment.state === 'captured' && payment.captured === amount) return payment
  if (payment.state !== 'authorised') throw new Refused(`The payment is ${wordsOf(payment)}.`)
  if (amount < 1 || amount > payment.amount) throw new Refused(`At most ${payment.amount} was authorised.`)
  return { ...payment, state: 'captured', captured: amount }
}

export function voidPayment(payment: Payment): Payment {
  if (payment.state === 'voided') return payment
  if (payment.processing || payment.state === 'captured') throw new Refused(`The payment is ${wordsOf(payment)}.`)
  return { ...payment, state: 'voided' }
}

export function refund(payment: Payment, { id, key, amount }: Pick<Refund, 'id' | 'key' | 'amount'>): Payment {
  const known = payment.refunds.find((each) => each.key === key)
  if (known && known.amount !== amount) throw new Refused('This key was used for another amount.')
  if (known) return payment
  const gone = payment.refunds.filter(({ state }) => state !== 'failed').reduce((sum, each) => sum + each.amount, 0)
  if (payment.state !== 'captured') throw new Refused(`The payment is ${wordsOf(payment)}.`)
  if (amount < 1 || gone + amount > payment.captured) throw new Refused(`Only ${payment.captured - gone} is left of what was captured.`)
  return { ...payment, refunds: [...payment.refunds, { id, key, amount, state: 'pending', failure: null }] }
}

/** A refund has arrived, or has not. */
export function settleRefund(payment: Payment, id: string, isFailed: boolean): Payment {
  const settled = isFailed ? ({ state: 'failed', failure: 'The card was closed.' } as const) : ({ state: 'done' } as const)
  const refunds = payment.refunds.map((each) => (each.id === id && each.state === 'pending' ? { ...each, ...settled } : each))
  return { ...payment, refunds }
}

function wordsOf({ state, processing }: Payment): string {
  return processing ? 'being processed' : state
}
