import { type Instant, type Money, money, type OrderProblem } from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Context, Work } from '#kit/context.ts'
import { format } from '#kit/format.ts'
import { customersVisibleTo, ofPhone } from '#modules/customer/customer.service.ts'
import { creditIn, holdCredit, spendCredits, type Wallet } from '#modules/wallet/spend.service.ts'
import { wasServedWithin } from '../read/channel.service.ts'
import type { OrderInput } from './details.ts'
import { type Priced, paidWith } from './quote.ts'

/**
 * Whose credits an app may spend: those of whoever was delivered an order within its key's reach. A key neither tells nor spends what people have
 * whom it never served, whatever number it names and whatever it orders in their name. Null where it may spend nobody's.
 */
export function walletOfBuyer(ctx: Context, phone: string | undefined, currency: string): Promise<Wallet | null> {
  if (phone === undefined) return Promise.resolve(null)
  return walletOf(ctx, sql`id = ${ofPhone(phone)} and ${wasServedWithin(ctx, sql`customer.id`)}`, currency)
}

/** Whose credits staff spend who order for a customer: those of somebody whom they may find, and would have found by the same; `isTheirs` is null where by nothing. */
export async function walletVisible(ctx: Context, isTheirs: RawBuilder<unknown> | null, currency: string): Promise<Wallet | null> {
  return isTheirs && walletOf(ctx, sql`${isTheirs} and ${customersVisibleTo(ctx)}`, currency)
}

async function walletOf(ctx: Context, isTheirs: RawBuilder<unknown>, currency: string): Promise<Wallet | null> {
  const { rows } = await sql<{ id: string }>`select id from customer where ${isTheirs}`.execute(ctx.db)
  return rows[0] ? { customerId: rows[0].id, currency } : null
}

/** A priced basket with what a wallet could pay of it now. */
export async function withCredit(ctx: Context, priced: Priced, wallet: Wallet | null): Promise<Priced> {
  return wallet ? { ...priced, creditMinor: await creditIn(ctx.db, wallet, ctx.clock.instant()) } : priced
}

/** The wallet that an order is placed from, if any, and as of when it is looked into. */
export interface Purse {
  wallet: Wallet | null
  heldAt: Instant
}

/** The same within the unit that places it, held until it is placed. */
export async function holding(work: Work, priced: Priced, { wallet, heldAt }: Purse): Promise<Priced> {
  return wallet ? { ...priced, creditMinor: await holdCredit(work, wallet, heldAt) } : priced
}

/** Takes what an order was placed for out of the wallet that is held for it. */
export async function spendOn(
  ctx: Context,
  work: Work,
  order: { id: string; credit_minor: number },
  { wallet, heldAt }: Purse,
): Promise<void> {
  if (wallet) await spendCredits(ctx, work, { ...wallet, orderId: order.id }, { minor: order.credit_minor, heldAt })
}

/** Who has paid elsewhere already has paid what credits leave, and nothing where they leave nothing. */
export function creditProblems({ payment, useCredits, expectedToPay }: OrderInput, { totals, creditMinor }: Priced): OrderProblem[] {
  if (!useCredits || payment.state === undefined) return []
  const { toPay } = paidWith(totals.total, creditMinor)
  const problems: [boolean, OrderProblem][] = [
    [
      expectedToPay === undefined,
      { code: 'credit-unseen', field: 'expectedToPay', message: 'What was paid beside credits must be told: it may differ by now.' },
    ],
    [
      toPay.minor === 0,
      { code: 'paid-by-credit', field: 'payment.state', message: 'Credits pay all of this order: nothing is left to be paid before.' },
    ],
  ]
  return problems.flatMap(([isSo, problem]) => (isSo ? [problem] : []))
}

/** What differs from what was seen that is left to pay, by its field; null where nothing does, or nothing was seen. */
export function otherToPay(
  { totals, creditMinor }: Priced,
  expected: Money | undefined,
): { message: string; fields: Record<string, string> } | null {
  const { toPay } = paidWith(totals.total, creditMinor)
  if (!expected || (expected.minor === toPay.minor && expected.currency === toPay.currency)) return null
  const [now, seen] = [format().money(toPay), format().money(money(expected.minor, expected.currency))]
  return {
    message: `Credits pay another part of it by now: ${now} is left to pay, not ${seen}.`,
    fields: { 'body.expectedToPay': `is not what is left to pay any more, ${now}` },
  }
}
