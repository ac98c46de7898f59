import { allocateMoney, type BearerShares, type Id, type Money, money, zeroMoney } from '@larder/contract'
import { readOnly } from '#db/database.ts'
import type { Context, Work } from '#kit/context.ts'
import { invalid, notFound } from '#kit/errors.ts'
import { findOrder, lockOrder } from '../read/detail.ts'
import type { DetailedOrder } from '../read/record.ts'
import { type Anew, placeAnew, priceAgain, problemsOf } from './again.ts'
import { draftOrder } from './draft.ts'

/** An order as it would be sent once more for nothing. */
export interface Replacement {
  /** What it would cost. */
  worth: Money
  place(work: Work, shares: BearerShares): Promise<{ id: Id<'order'>; number: string }>
}

/**
 * What of an order is sent once more, at the prices of now: a new order whose whole price is a discount, which whoever bears it funds. Nothing is
 * owed for it, and the ledger divides it as any other. 422 where it is not sold now.
 */
export async function replacementOf(ctx: Context, orderId: string, lines: readonly number[]): Promise<Replacement> {
  const before = (await findOrder(ctx.db, ctx, orderId)) ?? notFound('order')
  const without = lines.length === 0 ? [] : before.lines.map(({ line }) => line).filter((line) => !lines.includes(line))
  const anew = await priceAgain(ctx, before, { without, paymentMethod: 'cash' })
  const problems = problemsOf(ctx, anew)
  if (problems.length > 0) invalid({ 'body.kind': `cannot be sent now: ${problems.map(({ message }) => message).join(' ')}` })
  return {
    worth: anew.priced.totals.total,
    async place(work, shares) {
      const old = (await lockOrder(readOnly(work.db), ctx, before.id)) ?? notFound('order')
      return placeAnew(ctx, work, { anew, old, draft: freeDraft(anew, before, shares), payment: null })
    },
  }
}

function freeDraft({ input, store, priced, pricing }: Anew, before: DetailedOrder, { store: ofStore }: BearerShares) {
  const { totals } = priced
  const { currency } = totals.total
  const discount = money(totals.discount.minor + totals.total.minor, currency)
  const free = { ...priced, totals: { ...totals, discount, total: zeroMoney(currency) } }
  const draft = draftOrder(input, store, free, { ...pricing, channelId: before.channel_id })
  const [own = zeroMoney(currency), ours = zeroMoney(currency)] = allocateMoney(discount, [ofStore, 100 - ofStore])
  const funders = [
    { party: 'store' as const, amount: own },
    { party: 'platform' as const, amount: ours },
  ].filter(({ amount }) => amount.minor > 0)
  return { ...draft, discounts: [{ name: `Replacement of ${before.number}`, code: null, amount: discount, funders }] }
}
