import { type Instant, type LedgerAccount, type LocalDate, ledgerAccountKeys, localDateAt } from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#kit/context.ts'
import { type Booking, bookingsOf, type Repriced } from './booking.ts'
import type { BookedOrder } from './position.ts'

/** Where an order belongs, and by whose calendar its days are told. */
export interface OrderPlace {
  id: string
  branch_id: string
  store_id: string
  currency: string
  rider_id: string | null
  branch_time_zone: string
}

/** An entry as it is written; the database numbers, chains and hashes it. */
export interface NewEntry extends Pick<OrderPlace, 'branch_id' | 'store_id' | 'rider_id' | 'currency'> {
  at: Instant
  day: string
  kind: string
  entity_id: string
  accounts: LedgerAccount[]
  amounts: number[]
}

/**
 * The entries of what happened to an order, as an insert to be a part of the statement that changes it, so that neither is without the other;
 * null where no money moved. `from` is what else the insert waits for.
 */
export function postingInsert(
  ctx: Pick<Context, 'requestId'>,
  order: OrderPlace,
  moved: { before: BookedOrder | null; after: BookedOrder; at: Instant; repriced?: Repriced; from?: RawBuilder<unknown> },
): RawBuilder<unknown> | null {
  const entries = bookingsOf(moved.before, moved.after, moved.repriced).map((booking) => entryOf(order, moved.at, booking))
  return entries.length > 0 ? entryInsert(ctx.requestId, entries, { from: moved.from }) : null
}

export function entryOf(order: OrderPlace, at: Instant, { kind, moved }: Booking): NewEntry {
  const { id, branch_id, store_id, currency } = order
  const accounts = ledgerAccountKeys.filter((account) => moved[account] !== undefined)
  const rider_id = accounts.includes('rider-cash') ? order.rider_id : null
  const day = dayAt(at, order.branch_time_zone)
  return {
    at,
    day,
    kind,
    entity_id: id,
    branch_id,
    store_id,
    rider_id,
    currency,
    accounts,
    amounts: accounts.map((key) => moved[key] ?? 0),
  }
}

const daysKept = 10_000
const days = new Map<string, LocalDate>()

// Of many orders of the same days a zone's calendar is asked once a minute: it takes longer than all else that is reckoned of an entry.
function dayAt(at: Instant, zone: string): LocalDate {
  const minute = `${at.slice(0, 16)} ${zone}`
  const known = days.get(minute)
  if (known) return known
  if (days.size >= daysKept) days.clear()
  const day = localDateAt(at, zone)
  days.set(minute, day)
  return day
}

interface EntriesOf {
  /** The kind of record whose money it is. */
  entity?: 'order' | 'cash-deposit' | 'payment-difference' | 'remedy' | 'wallet-credit'
  /** What else the insert waits for. */
  from?: RawBuilder<unknown> | undefined
}

/** Entries in the order in which they are to be chained. */
export function entryInsert(
  requestId: string,
  entries: readonly NewEntry[],
  { entity = 'order', from = sql`(select) as nothing` }: EntriesOf = {},
): RawBuilder<unknown> {
  const column = <K extends keyof NewEntry>(key: K) => entries.map((entry) => entry[key])
  // Of columns that are arrays themselves an array can not be unnested: each goes as the server writes one.
  const lists = (key: 'accounts' | 'amounts') => entries.map((entry) => `{${entry[key].join(',')}}`)
  return sql`insert into ledger_entry (at, day, kind, entity, entity_id, branch_id, store_id, rider_id, currency, accounts, amounts, request_id)
    select at, day, kind, ${entity}::text, entity_id, branch_id, store_id, rider_id, currency, accounts::text[], amounts::bigint[], ${requestId}
    from ${from}, unnest(${column('at')}::timestamptz[], ${column('day')}::date[], ${column('kind')}::text[], ${column('entity_id')}::uuid[],
      ${column('branch_id')}::uuid[], ${column('store_id')}::uuid[], ${column('rider_id')}::uuid[], ${column('currency')}::text[],
      ${lists('accounts')}::text[], ${lists('amounts')}::text[])
      as given (at, day, kind, entity_id, branch_id, store_id, rider_id, currency, accounts, amounts)`
}
