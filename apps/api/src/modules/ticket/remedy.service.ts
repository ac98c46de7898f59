import {
  allocateMoney,
  type Bearer,
  type BearerShares,
  bearers,
  type Money,
  money,
  newId,
  type Parsed,
  type Remedy,
  type RemedyKind,
  remedyContract,
} from '@larder/contract'
import { type SqlBool, sql } from 'kysely'
import { readOnly } from '#db/database.ts'
import { withinScope } from '#kit/authorize.ts'
import type { Context, Work } from '#kit/context.ts'
import { invalid, refuse } from '#kit/errors.ts'
import { format } from '#kit/format.ts'
import { findWaiting, waitsWords } from '#kit/record/approval.ts'
import type { DraftOf } from '#kit/resource/declaration.ts'
import { resource } from '#kit/resource.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { checkRefundReason, countRemedied, refundOrder } from '#modules/order/act/remedy.service.ts'
import { replacementOf } from '#modules/order/place/replace.service.ts'
import { book, grantCredit } from '#modules/wallet/wallet.service.ts'
import { propose, readProposal } from './liability.read.ts'
import { givenOn, holdSum } from './remedy.limits.ts'
import { readOfOrder } from './remedy.read.ts'

type Draft = DraftOf<typeof remedyContract>

/** What was done to make good what went wrong. */
const remedies = resource(remedyContract, {
  table: 'remedy',
  permission: 'refund.view',
  rows: (db) =>
    db
      .selectFrom('remedy')
      .innerJoin('ticket', 'ticket.id', 'remedy.ticket_id')
      .innerJoin('store', 'store.id', 'remedy.store_id')
      .leftJoin('customer', 'customer.id', 'remedy.customer_id')
      .leftJoin('orders', 'orders.id', 'remedy.order_id')
      .leftJoin('orders as anew', 'anew.id', 'remedy.replacement_id')
      .leftJoin('staff as checker', 'checker.id', 'remedy.checked_by')
      .selectAll('remedy')
      .select(['ticket.number as ticket_number', 'store.display_name as store_name', 'customer.name as customer_name'])
      .select(['orders.number as order_number', 'anew.number as anew_number', 'checker.name as checked_by_name']),
  scope: { branch: 'remedy.branch_id', store: 'remedy.store_id' },
  present: (row) => {
    const inCurrency = (minor: number) => money(minor, row.currency)
    const named = (id: string | null, name: string | null) => (id && name ? { id, name } : null)
    return {
      ticket: { id: row.ticket_id, name: row.ticket_number },
      order: named(row.order_id, row.order_number),
      bears: { store: inCurrency(row.store_minor), platform: inCurrency(row.platform_minor), rider: inCurrency(row.rider_minor) },
      by: row.by_name,
      replacement: named(row.replacement_id, row.anew_number),
    }
  },
  search: { note: 'remedy.note' },
  filters: {
    // What was given stays as it was written, also of who was merged since.
    customerId: (id) => sql<SqlBool>`remedy.customer_id = any(array(select id from customer where id = ${id} or merged_into = ${id}))`,
  },
  columns: null,
  acts: {},
})

export const remedyHandlers = {
  list: remedies.handlers.list,
  get: remedies.handlers.get,
  create: giveRemedy,
  proposal: readProposal,
  ofOrder: readOfOrder,
}

/**
 * Gives a remedy once: its ticket is held while it is given, with what its limit is held against, and whoever has not seen another one of it is refused.
 * What it moves is booked, and what it does to an order is done, in the same unit.
 */
async function giveRemedy(ctx: Context, { body }: Parsed<typeof remedyContract.create>): Promise<Remedy> {
  return unitOfWork(ctx, async (work) => {
    const inside = { ...ctx, db: readOnly(work.db) }
    const ticket = await lockTicket(ctx, work, body.ticketId)
    await holdSum(inside, work, ticket)
    await refuseSecond(work, ticket, body.given)
    await refuseAskedFor(inside, ticket)
    await checkRefundReason(inside, body.reasonCode)
    checkAbout(ticket, body)
    const replacement = body.kind === 'replacement' ? await replacementOf(inside, ticket.order_id ?? '', ticket.lines) : null
    const amount = replacement?.worth ?? amountOf(ticket, body)
    const proposal = await propose(inside, inside.db, ticket)
    const shares = sharesOf(ticket, body, proposal.shares)
    const parts = partsOf(amount.minor, amount.currency, shares)
    const id = newId<'remedy'>(ctx.clock.ms())
    const { given, toStore, order } = await givenOn(inside, inside.db, ticket)
    const row = {
      id,
      ticket_id: ticket.id,
      kind: body.kind,
      order_id: ticket.order_id,
      customer_id: ticket.customer_id,
      store_id: ticket.store_id ?? '',
      branch_id: ticket.branch_id ?? '',
      amount_minor: amount.minor,
      currency: amount.currency,
      reason_code: body.reasonCode,
      method: body.kind === 'refund' ? (body.method ?? 'source') : null,
      ...{ store_minor: parts.store, platform_minor: parts.platform, rider_minor: parts.rider },
      proposed: JSON.stringify(proposal.shares),
      because: body.because || null,
      note: body.note || null,
      by_id: ctx.actor.id,
      by_name: ctx.actor.name,
      checked_by: ctx.approver?.id ?? null,
      created_at: ctx.clock.instant(),
      updated_at: ctx.clock.instant(),
    }
    work.tie()
    const { kind: remedy_kind, proposed: _, ...told } = row
    const facts = {
      ...told,
      remedy_kind,
      ticket_number: ticket.number,
      ...(body.kind === 'compensation' ? toStore : given),
      ...(order && { order_total_minor: order.worth }),
      warning: beyondOrder(amount, order?.worth ?? null),
      evidence: proposal.evidence.map(({ text }) => text),
    }
    work.record({
      ...{
        entity: 'remedy',
        id,
        version: 1,
        action: 'create',
        old: null,
        new: facts,
        reason: [body.because, body.note].filter(Boolean).join(' ') || null,
      },
      ...{ permission: 'refund.view', branchId: row.branch_id, storeId: row.store_id },
    })
    const placed = await replacement?.place(work, shares)
    await work.db
      .insertInto('remedy')
      .values({ ...row, replacement_id: placed?.id ?? null })
      .execute()
    if (row.order_id !== null && row.kind !== 'refund' && row.checked_by === null) await countRemedied(work, row.order_id, row.amount_minor)
    await effects[body.kind]?.(inside, work, { row, shares, note: body.note || undefined })
    recordOnTicket(work, ticket, facts, [body.because, body.note].filter(Boolean).join(' ') || null)
    return remedies.read(inside, id)
  })
}

/** That more is given than the order came to: right at times, and never unsaid. */
function beyondOrder(amount: Money, worth: number | null): string | null {
  if (worth === null || amount.minor <= worth) return null
  const words = format().money
  return `${words(amount)} is more than the ${words({ ...amount, minor: worth })} that the order came to.`
}

interface Ticket {
  id: string
  number: string
  version: number
  order_id: string | null
  customer_id: string | null
  store_id: string | null
  branch_id: string | null
  rider_id: string | null
  lines: number[]
  party: 'customer' | Bearer
  currency: string | null
}

async function lockTicket(ctx: Context, { db }: Work, id: string): Promise<Ticket> {
  const scope = withinScope(ctx, { branch: 'ticket.branch_id', store: 'ticket.store_id' })
  const { rows } = await sql<Ticket>`select ticket.id, ticket.number, ticket.version, ticket.order_id, ticket.customer_id, ticket.store_id,
      ticket.branch_id, ticket.rider_id, ticket.lines, coalesce(order_reason.party, 'platform') as party, branch.currency
    from ticket left join branch on branch.id = ticket.branch_id
      left join order_reason on order_reason.kind = 'ticket' and order_reason.code = ticket.topic_code
    where ticket.id = ${id} and ${scope} for update of ticket`.execute(db)
  return rows[0] ?? invalid({ 'body.ticketId': 'does not exist' })
}

async function refuseSecond({ db }: Work, { id }: Ticket, seen: number): Promise<void> {
  const { count } = await db
    .selectFrom('remedy')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('ticket_id', '=', id)
    .executeTakeFirstOrThrow()
  if (count !== seen) refuse('remedy-given', 'Another remedy was given on this ticket meanwhile: look at it first.')
}

// What waits for approval was asked for as the ticket stood then.
async function refuseAskedFor({ db, approver }: Context, { id }: Ticket): Promise<void> {
  const asked = approver ? undefined : (await findWaiting(db, 'ticket', [id])).get(id)
  if (asked) refuse('remedy-asked-for', waitsWords(asked))
}

function checkAbout(ticket: Ticket, { kind }: Draft): void {
  if (ticket.store_id === null || ticket.branch_id === null) refuse('no-store', 'It has neither order nor store: nothing can be booked.')
  if ((kind === 'refund' || kind === 'replacement') && ticket.order_id === null)
    refuse('no-order', 'It has no order that could be made good.')
  if (kind === 'credit' && ticket.customer_id === null) refuse('no-customer', 'It has no customer to whom a credit could be given.')
}

function amountOf(ticket: Ticket, { amount }: Draft) {
  if (!amount || amount.minor === 0) return invalid({ 'body.amount': 'must be more than nothing' })
  return amount.currency === ticket.currency ? amount : invalid({ 'body.amount': `must be in ${ticket.currency}` })
}

/** Who bears it: as proposed, unless somebody says otherwise and why. */
function sharesOf(ticket: Ticket, { kind, bears, because }: Draft, proposed: BearerShares): BearerShares {
  const fitting = kind === 'compensation' ? withoutStore(proposed) : proposed
  const shares = bears ?? fitting
  const sum = bearers.reduce((all, bearer) => all + shares[bearer], 0)
  if (sum !== 100) invalid({ 'body.bears': `must come to 100 %, not ${sum} %` }, { reason: 'shares-not-whole' })
  if (shares.rider > 0 && ticket.rider_id === null)
    invalid({ 'body.bears.rider': 'is nothing: there is no rider' }, { reason: 'bears-without-rider' })
  if (kind === 'compensation' && shares.store > 0) invalid({ 'body.bears.store': 'is nothing: it is the store that gets it' })
  const isOther = bearers.some((bearer) => shares[bearer] !== fitting[bearer])
  if (isOther && !because?.trim()) invalid({ 'body.because': 'is required: somebody else bears it than was proposed' })
  return shares
}

/** What a store would bear of what it gets is the marketplace's. */
function withoutStore({ store, platform, rider }: BearerShares): BearerShares {
  return { store: 0, platform: platform + store, rider }
}

function partsOf(minor: number, currency: string, shares: BearerShares): Record<Bearer, number> {
  const parts = allocateMoney(
    money(minor, currency),
    bearers.map((bearer) => shares[bearer]),
  )
  return Object.fromEntries(bearers.map((bearer, at) => [bearer, parts[at]?.minor ?? 0])) as Record<Bearer, number>
}

interface Given {
  row: {
    id: string
    order_id: string | null
    customer_id: string | null
    store_id: string
    branch_id: string
    amount_minor: number
    currency: string
    reason_code: string
    method: string | null
    store_minor: number
    platform_minor: number
    rider_minor: number
  }
  shares: BearerShares
  note: string | undefined
}

/** What a remedy does besides; a replacement is an order, which was placed. */
const effects: Partial<Record<RemedyKind, (ctx: Context, work: Work, given: Given) => Promise<unknown>>> = {
  async credit(ctx, work, { row }) {
    const { id: remedy_id, branch_id, store_id, amount_minor, currency, customer_id } = row
    await grantCredit(ctx, work, { remedy_id, branch_id, store_id, amount_minor, currency, customer_id: customer_id ?? '' })
    const moved = { 'wallet-credits': -amount_minor, 'store-remedies': row.store_minor, ...borneBesides(row) }
    await book(ctx, work, { entity: 'remedy', id: row.id, kind: 'credit-granted', row, moved })
  },
  refund: (ctx, work, { row, shares, note }) =>
    refundOrder(ctx, work, row.order_id ?? '', {
      amount: money(row.amount_minor, row.currency),
      reasonCode: row.reason_code,
      method: row.method as 'source' | 'cash' | 'manual',
      bears: shares,
      note,
    }),
  async compensation(ctx, work, { row }) {
    const moved = { 'store-remedies': -row.amount_minor, ...borneBesides(row) }
    await book(ctx, work, { entity: 'remedy', id: row.id, kind: 'compensated', row, moved })
  },
}

/** What others than the store bear of a remedy. */
function borneBesides({ platform_minor, rider_minor }: Given['row']) {
  return { 'platform-remedies': platform_minor, 'rider-refunds': rider_minor }
}

// A ticket tells of what was given on it; nothing of its own has changed.
function recordOnTicket(
  work: Work,
  ticket: Ticket,
  { remedy_kind, amount_minor, currency }: { remedy_kind: string; amount_minor: number; currency: string },
  reason: string | null,
) {
  work.record({
    ...{
      entity: 'ticket',
      id: ticket.id,
      version: ticket.version,
      action: 'remedy',
      old: null,
      new: { given: remedy_kind, amount_minor, currency },
      reason,
    },
    ...{ permission: 'ticket.view', branchId: ticket.branch_id, storeId: ticket.store_id },
  })
}
