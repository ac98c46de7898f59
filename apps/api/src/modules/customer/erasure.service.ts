import type { Customer, ErasedKind } from '@larder/contract'
import { sql } from 'kysely'
import type { Context, Work } from '#kit/context.ts'
import { searchText } from '#kit/read/search-text.ts'
import type { Columns } from '#kit/resource/declaration.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { redactEntries } from '#modules/audit/audit-redaction.service.ts'
import { orderedBy } from './customer.whose.ts'
import { withdrawFiles } from './data.files.ts'
import { mentionedInEntries, momentOf, othersEnded, type Since, takeMentions } from './erasure.mentions.ts'
import { whoIs } from './erasure.person.ts'
import {
  type Erased,
  eraseAnswers,
  eraseApprovals,
  eraseEvents,
  type Found,
  filesOfPeople,
  personalKeys,
  placesElsewhere,
  type Receipt,
  stepsOfCustomer,
  stepsOfOrders,
  take,
} from './erasure.rows.ts'
import { waitsOf } from './erasure.wait.ts'
import { patternsOf } from './erasure.words.ts'
import { lockCustomers } from './merge.ts'

type Erasure = NonNullable<Customer['erasure']>

interface ErasureColumns {
  id: string
  erasure: string | null
  erasure_reason: string | null
  erasure_asked_at: string | null
  erasure_asked_by: string | null
  erased_at: string | null
  erased_rows: unknown
}

/** The erasure of a row as people read it; null where nobody asked for one. */
export function presentErasure(row: ErasureColumns, waits: ReadonlyMap<string, string[]>): Erasure | null {
  const { erasure, erasure_reason: reason, erasure_asked_at: at, erasure_asked_by: by } = row
  if (erasure === null || at === null) return null
  const rows = Object.entries((row.erased_rows ?? {}) as Partial<Record<ErasedKind, number>>)
  return {
    state: erasure as Erasure['state'],
    reason: reason ?? '',
    by: by ?? '',
    at: at as Erasure['at'],
    waitsFor: erasure === 'asked' ? (waits.get(row.id) ?? []) : [],
    erasedAt: row.erased_at as Erasure['erasedAt'],
    rows: rows.map(([kind, count]) => ({ kind: kind as ErasedKind, rows: count })),
  }
}

/** What a customer is called once they are erased: the same for ever, and nothing that tells who they were. */
export function pseudonymOf(id: string): string {
  return `Erased customer ${id.slice(-6).toUpperCase()}`
}

const atOnce = 50

/** Customers whose erasure waits for nothing any more are erased, each wholly or not at all. */
export async function eraseDue(ctx: Context): Promise<void> {
  const { db } = ctx.services
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const asked = await db
      .selectFrom('customer')
      .select('id')
      .where('erasure', '=', 'asked')
      .where('id', '>', after)
      .orderBy('id')
      .limit(atOnce)
      .execute()
    const waits = await waitsOf(
      ctx,
      db,
      asked.map(({ id }) => id),
    )
    for (const { id } of asked) {
      const done = waits.has(id) ? null : await eraseOne(ctx, id)
      if (done) await eraseBehind(ctx, done)
    }
    if (asked.length < atOnce) return
    after = asked.at(-1)?.id ?? after
  }
}

const ordersAtOnce = 500

/** One customer, in one unit, unless something of theirs came under way meanwhile: whoever orders by their number waits for its end. */
function eraseOne(ctx: Context, id: string): Promise<Done | null> {
  return unitOfWork(ctx, async (work) => {
    const { db } = work
    // With those that were merged into it: they are the same person.
    const rows = (await lockCustomers(work, [id])).filter((each) => each.id === id || each.merged_into === id)
    const row = rows.find((each) => each.id === id && each.erasure === 'asked')
    if (!row || (await waitsOf(ctx, db as never, [id])).has(id)) {
      work.nothing()
      return null
    }
    await sql`set local larder.erasing = 'on'`.execute(db)
    const customerIds = rows.map((each) => each.id)
    const { rows: orders } = await sql<{
      id: string
    }>`select id from orders where ${orderedBy(sql`${customerIds}::uuid[]`)} order by id`.execute(db)
    const person = await whoIs(db, rows)
    const known = { customerIds, emails: person.emails, pseudonym: pseudonymOf(id) }
    const erased: Erased = { ...patternsOf(person), ...known, keys: personalKeys }
    const kept = { receipt: new Map([['customer', rows.length]]) as Receipt, found: new Map([['customer', customerIds]]) as Found }
    const orderIds = orders.map((order) => order.id)
    const since = await momentOf(db)
    await takeAll(ctx, work, { erased, orderIds, firstLines: person.firstLines, kept })
    // What came while it went on.
    const later = { receipt: new Map() as Receipt, found: new Map(kept.found) as Found }
    await takeAll(ctx, work, { erased, orderIds, firstLines: person.firstLines, kept: later }, since)
    for (const kind of ['mention', 'entry'] as const) {
      const more = later.receipt.get(kind) ?? 0
      if (more > 0) kept.receipt.set(kind, (kept.receipt.get(kind) ?? 0) + more)
    }
    const taken = Object.fromEntries(kept.receipt)
    const now = { version: row.version + 1, updated_at: ctx.clock.instant(), erasure: 'done', erased_at: ctx.clock.instant() }
    const asked = { erasure_reason: row.erasure_reason, erasure_asked_at: row.erasure_asked_at, erasure_asked_by: row.erasure_asked_by }
    for (const each of rows) await emptyRow(work, { ...asked, ...now, version: each.version + 1 }, { id: each.id, erased, taken })
    work.record({
      entity: 'customer',
      id,
      version: now.version,
      action: 'finishErasure',
      old: { erasure: 'asked' },
      new: { erasure: 'done', erased_rows: taken },
      permission: 'customer.view',
      branchId: row.last_branch_id,
      storeId: row.last_store_id,
    })
    return { erased, orderIds, firstLines: person.firstLines, found: kept.found, since }
  })
}

/** What was taken of whom, as long as nothing else knows it. */
interface Done extends Omit<Taken, 'kept'> {
  found: Found
  since: Since
}

/** What was written by whoever waited for a row that the erasure held: they go on once it is committed, with what they were about to write. */
async function eraseBehind(ctx: Context, { found, since, ...taken }: Done): Promise<void> {
  await othersEnded(ctx.services.db)
  await unitOfWork(ctx, async (work) => {
    await sql`set local larder.erasing = 'on'`.execute(work.db)
    await takeAll(ctx, work, { ...taken, kept: { receipt: new Map(), found: new Map(found) } }, since)
    work.nothing()
  })
}

interface Taken {
  erased: Erased
  orderIds: readonly string[]
  firstLines: readonly string[]
  kept: { receipt: Receipt; found: Found }
}

/** All that is theirs, and what names them elsewhere; with `since`, what of it was written from then on. */
async function takeAll(ctx: Context, work: Work, { erased, orderIds, firstLines, kept }: Taken, since?: Since): Promise<void> {
  const { db } = work
  await eraseRows(work, erased, orderIds, kept)
  const mentioned = await takeElsewhere(work, erased, kept, since)
  const inOthersEntries = await mentionedInEntries(db, erased, since)
  const entries = await redactEntries(db, ctx.services.config, [
    ...entriesOf(kept.found, erased),
    ...entriesOf(mentioned, inOthers(erased)),
    ...entriesOf(inOthersEntries, inEntries(erased)),
    ...(await takePlaces(work, erased.customerIds, firstLines)),
  ])
  if (entries > 0) kept.receipt.set('entry', entries)
}

interface Emptied {
  id: string
  erased: Erased
  taken: Record<string, number>
}

async function emptyRow({ db }: Work, now: Columns<'customer'> & { version: number }, { id, erased, taken }: Emptied): Promise<void> {
  await db
    .updateTable('customer')
    .set({
      ...now,
      name: pseudonymOf(id),
      search: searchText([pseudonymOf(id)]),
      ...{ phone: null, email: null, addresses: '[]', flags: '[]', consents: '[]', merged_gifts: null },
      erasure_reason: sql`erased_text(${now.erasure_reason}::text, ${erased.inSentences})`,
      erased_rows: JSON.stringify(taken),
    })
    .where('id', '=', id)
    .execute()
}

async function eraseRows(
  { db }: Work,
  erased: Erased,
  orderIds: readonly string[],
  kept: { receipt: Receipt; found: Found },
): Promise<void> {
  for (let at = 0; at < orderIds.length; at += ordersAtOnce) {
    const some = orderIds.slice(at, at + ordersAtOnce)
    for (const step of stepsOfOrders) await take(db, step, step.statement(erased, some), kept)
  }
  for (const step of stepsOfCustomer) await take(db, step, step.statement(erased, orderIds), kept)
  await take(db, { kind: 'task' }, withdrawFiles(filesOfPeople), kept)
  await take(db, { kind: 'approval', entity: 'approval' }, eraseApprovals(erased, idsOf(kept.found)), kept)
  await take(db, { kind: 'event' }, eraseEvents(erased, idsOf(kept.found)), kept)
  await take(db, { kind: 'answer' }, eraseAnswers(erased, idsOf(kept.found)), kept)
}

/** Of others' records only what names the person is taken, and nothing for the sake of where it stands. */
const inOthers = (erased: Erased): Erased => ({ ...erased, keys: '{}', inRecords: erased.anywhere, inSentences: erased.anywhere })
/** Others may be called the same: a name that stands by itself in an entry stays. */
const inEntries = (erased: Erased): Erased => ({ ...erased, keys: '{}', inRecords: erased.contacts, inSentences: erased.amid })

/** What was written of the person in records that are not theirs, with what hangs on these; answers which records they are. */
async function takeElsewhere({ db }: Work, erased: Erased, kept: { receipt: Receipt; found: Found }, since?: Since): Promise<Found> {
  const mentioned: Found = new Map()
  await takeMentions(
    db,
    erased,
    (entity, ids) => {
      kept.receipt.set('mention', (kept.receipt.get('mention') ?? 0) + ids.length)
      if (entity) mentioned.set(entity, [...new Set([...(mentioned.get(entity) ?? []), ...ids])])
    },
    since,
  )
  const others = { ...kept, found: mentioned }
  await take(db, { kind: 'approval', entity: 'approval' }, eraseApprovals(inOthers(erased), idsOf(mentioned)), others)
  await take(db, { kind: 'event' }, eraseEvents(inOthers(erased), idsOf(mentioned)), others)
  await take(db, { kind: 'answer' }, eraseAnswers(inOthers(erased), idsOf(mentioned)), others)
  return mentioned
}

/** Where they lodged by a merge, their addresses are in no history, nor in anything else that is kept; answers which entries. */
async function takePlaces({ db }: Work, customerIds: readonly string[], firstLines: readonly string[]) {
  const { hosts, event, approval, answer, side } = placesElsewhere(customerIds, firstLines)
  const ids = (await hosts.execute(db)).rows.map(({ id }) => id)
  if (ids.length === 0) return []
  for (const statement of [event, approval, answer]) await statement.execute(db)
  return [{ entity: 'customer', ids, side, reason: (column: ReturnType<typeof sql>) => column }]
}

const idsOf = (found: Found) => [...found.values()].flat()

/** Whose entries are redacted, and how: a customer's own name is no name of an item. */
function entriesOf(found: Found, { keys, inRecords, inSentences, anywhere }: Erased) {
  const isTheirs = keys === personalKeys
  return [...found].map(([entity, ids]) => ({
    entity,
    ids,
    side: (column: ReturnType<typeof sql>) =>
      sql`erased_json(${column}, ${sql.lit(keys)}::text[] || ${isTheirs && entity === 'customer' ? sql`'{name}'` : sql`'{}'`}::text[], ${inSentences}, ${inRecords})`,
    reason: (column: ReturnType<typeof sql>) => sql`erased_text(${column}, ${isTheirs ? inSentences : anywhere})`,
  }))
}
