import { maxAddresses, maxMergedRecords } from '@larder/contract'
import { sql } from 'kysely'
import type { Context, Work } from '#kit/context.ts'
import { invalid } from '#kit/errors.ts'
import type { OwnRow } from '#kit/resource/declaration.ts'
import { type Consent, type Flag, type Gifts, giftsOf, type Kept, withGifts, withoutGifts } from './customer.decide.ts'

type Row = OwnRow<'customer'>

/** What hangs on a customer, by the column that says so. */
const hanging = {
  order: { table: 'orders', column: 'customer_id' },
  cart: { table: 'cart', column: 'customer_id' },
  ticket: { table: 'ticket', column: 'customer_id' },
  feedback: { table: 'feedback', column: 'customer_id' },
  review: { table: 'review', column: 'customer_id' },
  credit: { table: 'wallet_credit', column: 'customer_id' },
  device: { table: 'device', column: 'owner_id' },
} as const
type Hanging = keyof typeof hanging

/** As many orders as one statement takes to another customer within its time. */
export const mostMergedOrders = 10_000

const kept = ({ id, email, addresses, flags, consents }: Row): Kept & { id: string } => ({
  id,
  email,
  addresses: addresses as unknown[],
  flags: flags as Flag[],
  consents: consents as Consent[],
})
const columns = ({ email, addresses, flags, consents }: Kept) => ({
  email,
  addresses: JSON.stringify(addresses),
  flags: JSON.stringify(flags),
  consents: JSON.stringify(consents),
})

function withMerged({ db }: Work, ids: readonly string[]) {
  const list = sql<string>`${[...ids]}::uuid[]`
  return db.selectFrom('customer').selectAll().where(sql<boolean>`(id = any(${list}) or merged_into = any(${list}))`).orderBy('id')
}

/**
 * Rows of `customer` with those that were merged into them, locked in one order whoever asks: those who merge or order at once wait for each
 * other, and never for good. It comes before any other lock; what was merged into one of them while it waited has changed that one's version.
 */
export async function lockCustomers(work: Work, ids: readonly string[]): Promise<Row[]> {
  return withMerged(work, ids).forUpdate().execute()
}

/** The one, the one that it goes into or was merged into, and those merged into either: before the row itself is locked. */
export async function lockBoth(work: Work, id: string, intoId?: string): Promise<void> {
  const into = intoId ?? (await work.db.selectFrom('customer').select('merged_into').where('id', '=', id).executeTakeFirst())?.merged_into
  await lockCustomers(work, into ? [id, into] : [id])
}

/** The same rows as they stand, once they are locked. */
export async function readCustomers(work: Work, ids: readonly string[]): Promise<Row[]> {
  return withMerged(work, ids).execute()
}

/** One of them by its id. */
export function rowOf(rows: readonly Row[], id: string): Row {
  return rows.find((row) => row.id === id) ?? invalid({ 'body.into.id': 'does not exist' })
}

/** What is wrong with the one that is to go on; null where nothing is. */
export function checkInto(rows: readonly Row[], fromId: string, into: { id: string; version: number }, isSeen: boolean) {
  const row = rows.find(({ id }) => id === into.id)
  if (into.id === fromId) return invalid({ 'body.into.id': 'is the one that is merged' })
  if (!row || !isSeen) return invalid({ 'body.into.id': 'does not exist' })
  if (row.erasure !== null) return invalid({ 'body.into.id': row.erasure === 'done' ? 'was erased' : 'waits for its erasure' })
  if (row.merged_into !== null) return invalid({ 'body.into.id': 'was merged itself: name the one that goes on' })
  if (row.version !== into.version) return invalid({ 'body.into.version': 'was changed meanwhile: look at it as it is now' })
  // All but the one that goes on, which is among them.
  if (rows.length - 1 > maxMergedRecords) return invalid({ 'body.into.id': `would have more than ${maxMergedRecords} merged into it` })
  return null
}

/** Rows that one statement takes to another customer within its time. */
const rowsAtOnce = 1000

/** Everything of the one goes to the other, kept as what was whose. Answers what the one that goes on got by it. */
export async function moveAll(ctx: Context, work: Work, from: Row, into: Row): Promise<Gifts> {
  const moved: Record<string, number> = {}
  for (const kind of Object.keys(hanging) as Hanging[]) {
    const table = sql.table(hanging[kind].table)
    const column = sql.ref(hanging[kind].column)
    const isTheirs = sql`${column} = ${from.id}${kind === 'device' ? sql` and owner_kind = 'customer'` : sql``}`
    await inBatches(moved, kind, async () => {
      const { rows } = await sql`with moved as (update ${table} set ${column} = ${into.id}
          where id = any(array(select id from ${table} where ${isTheirs} limit ${sql.lit(rowsAtOnce)})) returning id)
        insert into customer_merged_row (customer_id, kind, row_id) select ${from.id}::uuid, ${kind}, id from moved returning row_id`.execute(
        work.db,
      )
      return [rows.length, rows.length]
    })
  }
  const led = await work.db.selectFrom('customer').select('id').where('merged_into', '=', from.id).orderBy('id').execute()
  const records = led.map(({ id }) => ({ customer_id: from.id, kind: 'customer', row_id: id }))
  if (records.length > 0) await work.db.insertInto('customer_merged_row').values(records).execute()
  await lead(
    ctx,
    work,
    led.map(({ id }) => id),
    { from, into },
  )
  const gifts = giftsOf(kept(into), kept(from), maxAddresses)
  const count = into.merged_records + led.length + 1
  await writeInto(ctx, work, { row: into, count, now: withGifts(kept(into), gifts), told: { merged: from.name, moved } })
  return gifts
}

/** What was the one's and is still the other's goes back; what came since stays. Answers how many are merged into the one again. */
export async function moveBack(ctx: Context, work: Work, from: Row, into: Row): Promise<number> {
  const moved: Record<string, number> = {}
  for (const kind of Object.keys(hanging) as Hanging[]) {
    const table = sql.table(hanging[kind].table)
    const column = sql.ref(hanging[kind].column)
    await inBatches(moved, kind, async () => {
      const ids = await takeKept(work, from, kind)
      const { rows } = await sql<{ id: string }>`update ${table} set ${column} = ${from.id}
        where id = any(${ids}::uuid[]) and ${column} = ${into.id} returning id`.execute(work.db)
      await forgetLater(
        work,
        from,
        rows.map(({ id }) => id),
      )
      return [ids.length, rows.length]
    })
  }
  const led = await work.db
    .selectFrom('customer')
    .select('id')
    .where('merged_into', '=', into.id)
    .where(sql<boolean>`id = any(${await takeKept(work, from, 'customer')}::uuid[])`)
    .execute()
  const back = led.map(({ id }) => id)
  await lead(ctx, work, back, { from: into, into: from })
  await forgetLater(work, from, [...back, from.id])
  const now = from.merged_gifts === null ? kept(into) : withoutGifts(kept(into), from.merged_gifts as unknown as Gifts)
  const count = into.merged_records - back.length - 1
  await writeInto(ctx, work, { row: into, count, now, told: { unmerged: from.name, moved } })
  return back.length
}

/** Some of what was one's when they were merged, by its ids, which is kept no longer. */
async function takeKept({ db }: Work, { id }: Row, kind: string): Promise<string[]> {
  const { rows } = await sql<{ row_id: string }>`delete from customer_merged_row where customer_id = ${id} and kind = ${kind}
    and row_id = any(array(select row_id from customer_merged_row where customer_id = ${id} and kind = ${kind} limit ${sql.lit(rowsAtOnce)}))
    returning row_id`.execute(db)
  return rows.map(({ row_id }) => row_id)
}

/** What went back is of those no more who took it along with the one when they were merged themselves. */
async function forgetLater({ db }: Work, { id }: Row, ids: readonly string[]): Promise<void> {
  await sql`delete from customer_merged_row where row_id = any(${[...ids]}::uuid[])
    and customer_id = any(array(select customer_id from customer_merged_row where row_id = ${id} and kind = 'customer'))`.execute(db)
}

/** Those that were merged into the one point to the other, each with its entry. */
async function lead(ctx: Context, work: Work, ids: readonly string[], { from, into }: Record<'from' | 'into', Row>): Promise<void> {
  if (ids.length === 0) return
  const led = await work.db
    .updateTable('customer')
    .set({ merged_into: into.id, version: sql`version + 1`, updated_at: ctx.clock.instant() })
    .where('id', 'in', [...ids])
    .returning(['id', 'version', 'last_branch_id', 'last_store_id'])
    .execute()
  for (const row of led)
    work.record({
      ...placed(row),
      version: row.version,
      action: 'update',
      old: { merged_into: from.id },
      new: { merged_into: into.id },
    })
}

/** Until a step takes fewer rows than it may; a step says how many it took and how many of these moved. */
async function inBatches(moved: Record<string, number>, kind: string, step: () => Promise<[taken: number, moved: number]>): Promise<void> {
  for (let taken = rowsAtOnce, count = 0; taken === rowsAtOnce; ) {
    ;[taken, count] = await step()
    if (count > 0) moved[kind] = (moved[kind] ?? 0) + count
  }
}

interface Written {
  row: Row
  /** How many are merged into it now. */
  count: number
  now: Kept
  told: object
}

async function writeInto(ctx: Context, work: Work, { row, count, now, told }: Written): Promise<void> {
  const version = row.version + 1
  await work.db
    .updateTable('customer')
    .set({ ...columns(now), merged_records: count, version, updated_at: ctx.clock.instant() })
    .where('id', '=', row.id)
    .execute()
  await work.db.insertInto('customer_due').values({ customer_id: row.id }).execute()
  work.tie()
  work.record({
    ...placed(row),
    version,
    action: 'update',
    old: { ...kept(row), merged_records: row.merged_records },
    new: { ...kept(row), ...now, merged_records: count, ...told },
  })
}

function placed({ id, last_branch_id, last_store_id }: Pick<Row, 'id' | 'last_branch_id' | 'last_store_id'>) {
  return { entity: 'customer', id, permission: 'customer.view', branchId: last_branch_id, storeId: last_store_id } as const
}
