import {
  addDays,
  type CustomerFlag,
  customerContract,
  type Id,
  type Instant,
  instantAt,
  type LocalDate,
  newId,
  orderContract,
  orderNumberOf,
} from '@larder/contract'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { can, withinScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { refuse } from '#kit/errors.ts'
import { format } from '#kit/format.ts'
import { holds } from '#kit/list-query.ts'
import { type Look, searchText } from '#kit/read/search-text.ts'
import type { OwnRow } from '#kit/resource/declaration.ts'
import { resource } from '#kit/resource.ts'
import { readSetting } from '#kit/settings.ts'
import { type Consent, effective, type Flag, flagged, unflagged, withConsent } from './customer.decide.ts'
import { dataExportsOf, withdrawFiles } from './data.files.ts'
import { beginData } from './data.service.ts'
import { presentErasure } from './erasure.service.ts'
import { waitsOf } from './erasure.wait.ts'
import { checkInto, lockBoth, mostMergedOrders, moveAll, moveBack, readCustomers, rowOf } from './merge.ts'
import { inSegment } from './segment.condition.ts'

/** People who order. Their phone is what they are known by: it is no field that anybody changes. */
export const customers = resource(customerContract, {
  table: 'customer',
  permission: 'customer.view',
  rows: (db) => db.selectFrom('customer').selectAll('customer'),
  scope: {
    where: (ctx) => customersVisibleTo(ctx),
    place: ({ last_branch_id, last_store_id }) => ({ branchId: last_branch_id, storeId: last_store_id }),
  },
  // Of those alone whose erasure was asked for.
  beside: (ctx, rows) =>
    waitsOf(
      ctx,
      ctx.db,
      rows.flatMap(({ id, erasure }) => (erasure === 'asked' ? [id] : [])),
    ),
  present: (row, { clock }, waits) => ({
    phone: row.phone ?? '',
    value: row.currency === null ? null : { minor: row.value_minor, currency: row.currency },
    flags: effective(row.flags as Flag[], clock.instant()),
    erasure: presentErasure(row, waits),
    dataExport:
      row.data_task_id === null
        ? null
        : { taskId: row.data_task_id as Id<'task'>, by: row.data_asked_by ?? '', at: row.data_asked_at as Instant },
  }),
  search: searched('customer'),
  isLarge: 'words',
  finds: (typed, ctx, look) => ofOrder(typed, ctx) ?? itOrMerged(typed, ctx, look),
  filters: {
    segmentId: inSegment,
    flag: (flag, ctx) => hasFlag(flag, ctx),
    consent: (channel) => holds(sql`consented(customer.consents)`, channel),
    vertical: (vertical) => holds(sql.ref('customer.verticals'), vertical),
    merged: (which, _ctx, { mergedInto }) =>
      sql<SqlBool>`customer.merged_into is ${which === 'only' || mergedInto ? sql`not null` : sql`null`}`,
  },
  // Ids grow with time: their order is the order of arrival, and the primary key is its index.
  sorts: {
    createdAt: 'customer.id',
    orders: 'customer.orders',
    value: 'customer.value_minor',
    lastOrderAt: sql`coalesce(customer.last_order_at, customer.created_at)`,
  },
  columns: { name: (name) => ({ name, search: searchText([name]) }) },
  update: { whyNot: whyNotAsItIs },
  acts: {
    flag: {
      whyNot: whyNotAsItIs,
      rule: async ({ ctx, body: { lastDay } }) =>
        lastDay && (await endOfDay(ctx, lastDay)) <= ctx.clock.instant() ? { lastDay: 'is over already' } : null,
      sets: async ({ ctx, row, body: { flag, reason, lastDay } }) => {
        const until = lastDay ? await endOfDay(ctx, lastDay) : null
        const noted = { flag, reason, until, at: ctx.clock.instant(), by: ctx.actor.name }
        return { flags: JSON.stringify(flagged(row.flags as Flag[], noted)) }
      },
    },
    unflag: {
      whyNot: (row, { clock }) =>
        whyNotAsItIs(row) ?? (effective(row.flags as Flag[], clock.instant()).length === 0 ? 'It has no flag.' : null),
      rule: ({ ctx, row, body: { flag } }) =>
        effective(row.flags as Flag[], ctx.clock.instant()).some((each) => each.flag === flag)
          ? null
          : { flag: 'is not noted of this customer' },
      sets: ({ row, body }) => ({ flags: JSON.stringify(unflagged(row.flags as Flag[], body.flag)) }),
    },
    consent: {
      whyNot: whyNotAsItIs,
      sets: ({ ctx, row, body: { channel, isGiven, source } }) => ({
        consents: JSON.stringify(withConsent(row.consents as Consent[], { channel, isGiven, source, at: ctx.clock.instant() })),
      }),
    },
    askErasure: {
      whyNot: (row) => (row.erasure === 'asked' ? 'Its erasure was asked for already.' : whyNotAsItIs(row)),
      sets: ({ ctx, body: { reason } }) => ({
        erasure: 'asked',
        erasure_reason: reason,
        erasure_asked_at: ctx.clock.instant(),
        erasure_asked_by: ctx.actor.name,
      }),
    },
    merge: {
      before: ({ work, id, body: { into } }) => lockBoth(work, id, into.id),
      whyNot: (row) => {
        if (row.erasure === 'asked') return 'Its erasure was asked for.'
        if (row.orders > mostMergedOrders)
          return `It has more than ${format().number(mostMergedOrders)} orders: let those that have fewer go into it.`
        return whyNotAsItIs(row)
      },
      rule: async ({ ctx, work, row, body: { into } }) => {
        const seen = ctx.db.selectFrom('customer').select('id').where('id', '=', into.id).where(customersVisibleTo(ctx))
        return checkInto(await readCustomers(work, [row.id, into.id]), row.id, into, (await seen.executeTakeFirst()) !== undefined)
      },
      sets: async ({ ctx, work, row, body: { into } }) => {
        const rows = await readCustomers(work, [row.id, into.id])
        const gifts = await moveAll(ctx, work, rowOf(rows, row.id), rowOf(rows, into.id))
        return {
          merged_into: into.id,
          merged_at: ctx.clock.instant(),
          merged_by: ctx.actor.name,
          merged_gifts: JSON.stringify(gifts),
          merged_records: 0,
          ...{ orders: 0, delivered: 0, refunded: 0, refund_ppm: 0, value_minor: 0 },
        }
      },
      parts: async ({ work, body: { into } }) => ({ old: {}, new: { into: rowOf(await readCustomers(work, [into.id]), into.id).name } }),
    },
    unmerge: {
      before: ({ work, id }) => lockBoth(work, id),
      whyNot: (row) => (row.merged_into !== null && row.erasure !== 'done' ? null : (whyNotAsItIs(row) ?? 'It is not merged.')),
      sets: async ({ ctx, work, row }) => {
        const rows = await readCustomers(work, [row.id, row.merged_into ?? ''])
        const goes = rowOf(rows, row.merged_into ?? '')
        if (goes.erasure !== null) refuse('not-allowed-now', 'The erasure of the customer that goes on was asked for: it is of both.')
        // They tell of both.
        await withdrawFiles(dataExportsOf(rows.map(({ id }) => id))).execute(work.db)
        const merged_records = await moveBack(ctx, work, rowOf(rows, row.id), goes)
        // What was noted of both meanwhile holds of each.
        const since = (goes.flags as Flag[]).filter(({ at }) => row.merged_at !== null && at > row.merged_at)
        const flags = JSON.stringify(since.reduce(flagged, row.flags as Flag[]))
        return { merged_into: null, merged_at: null, merged_by: null, merged_gifts: null, merged_records, flags }
      },
    },
    exportData: {
      whyNot: whyNotAsItIs,
      rule: ({ ctx }) =>
        ctx.actor.scope.kind === 'all' ? null : refuse('not-allowed-now', 'It is of all branches: only somebody who reaches them all may.'),
      sets: async ({ ctx, work, row }) => ({
        data_task_id: await beginData(ctx, work, row.id),
        data_asked_at: ctx.clock.instant(),
        data_asked_by: ctx.actor.name,
      }),
    },
    withdrawErasure: {
      whyNot: (row) => (row.erasure === 'asked' ? null : (whyNotAsItIs(row) ?? 'Nobody asked for its erasure.')),
      sets: () => ({ erasure: null, erasure_reason: null, erasure_asked_at: null, erasure_asked_by: null }),
    },
  },
})

/** Why nothing can be changed of one: who they were is gone, or another one goes on for it. */
function whyNotAsItIs({ erasure, merged_into }: Pick<OwnRow<'customer'>, 'erasure' | 'merged_into'>) {
  if (erasure === 'done') return { reason: 'customer-erased', message: 'It was erased.' } as const
  return merged_into === null ? null : ({ reason: 'customer-merged', message: 'It was merged into another customer.' } as const)
}

async function endOfDay({ services }: Context, day: LocalDate): Promise<Instant> {
  return instantAt(addDays(day, 1), '00:00', await readSetting(services, 'installation.timeZone'))
}

/** The customer of the order that a text is the number of, of those that the caller sees. */
function ofOrder(typed: string, ctx: Context): Expression<SqlBool> | null {
  // In two words it may be the name of one.
  const number = /\s/.test(typed.trim()) ? null : orderNumberOf(typed)
  if (number === null || !can(ctx, orderContract.list.shape.permission)) return null
  return sql<SqlBool>`customer.id = any(array(select orders.customer_id from orders where orders.number = ${number} and ${hereOf(ctx)}))`
}

// Of a place with few orders customers are found by these, of one with many by walking them.
function hereOf(ctx: Context): Expression<SqlBool> {
  return withinScope(ctx, { branch: 'orders.branch_id', store: 'orders.store_id' }, { inWords: true })
}

function searched(table: string) {
  return { name: `${table}.search`, phone: `${table}.phone`, email: `${table}.email_search` }
}

/** Whoever holds what was typed, and whoever one that does was merged into; each by an index of its own. */
function itOrMerged(typed: string, ctx: Context, look: Look): Expression<SqlBool> | null {
  const shapes = [customerContract.list.shape.response, customerContract.get.shape.response]
  const found = (table: string) => look(ctx, shapes, searched(table), typed)
  const [it, merged] = [found('customer'), found('merged')]
  return (
    it &&
    merged &&
    sql<SqlBool>`(${it} or customer.id = any(array(select merged.merged_into from customer as merged
    where merged.merged_into is not null and ${merged})))`
  )
}

/**
 * Customers that the caller may see: everyone's, or for someone with branches or stores those who have ordered there, and those who were
 * merged into one of these. Whoever has not is not found by phone either.
 */
export function customersVisibleTo(ctx: Context): Expression<SqlBool> {
  if (ctx.actor.scope.kind === 'all') return sql<SqlBool>`true`
  return sql<SqlBool>`exists (select 1 from orders where orders.customer_id = customer.goes_on and ${hereOf(ctx)})`
}

/** Whether a customer has a flag that has not ended; of those with any, by an index. */
function hasFlag(flag: CustomerFlag, { clock }: Pick<Context, 'clock'>): Expression<SqlBool> {
  return sql<SqlBool>`(customer.flags <> '[]' and ${sql.lit(flag)} = any(${flagsNow(clock.instant())}))`
}

/** The flags of a row of `customer` that have not ended, as an array. */
export function flagsNow(now: string): RawBuilder<string[]> {
  return sql`array(select noted ->> 'flag' from jsonb_array_elements(customer.flags) as noted
    where noted ->> 'until' is null or noted ->> 'until' > ${now})`
}

/** The id of who goes on for this number (E.164); SQL, null of nobody. */
export function ofPhone(phone: string): RawBuilder<string> {
  return sql`(select known.goes_on from customer as known where known.phone = ${phone})`
}

/** The id of who goes on for this one; SQL, null of nobody. */
export function goingOn(id: string): RawBuilder<string> {
  return sql`(select known.goes_on from customer as known where known.id = ${id}::uuid)`
}

/** The flags that have not ended of the customer with this phone, as an array; none of nobody. */
export function buyerFlags(phone: string, now: string): RawBuilder<string[]> {
  return sql`coalesce((select ${flagsNow(now)} from customer where customer.id = ${ofPhone(phone)}), '{}')`
}

interface Buyer {
  name: string
  /** E.164; what a customer is known by. */
  phone: string
  at: string
}

/**
 * Finds or creates the customer of a new order and counts the order, as a part of the statement that stores it; gives `id`.
 * Nothing happens unless `once` has a row. A known customer keeps their name; for one that was merged the one that goes on is given.
 */
export function buyerUpsert({ name, phone, at }: Buyer, once: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`insert into customer (id, name, phone, search, first_order_at, orders)
    select ${newId<'customer'>()}::uuid, ${name}, ${phone}, ${searchText([name])}, ${at}::timestamptz, 1 from ${once}
    on conflict (phone) do update set orders = customer.orders + (customer.merged_into is null)::int,
      first_order_at = coalesce(customer.first_order_at, excluded.first_order_at)
    returning goes_on as id`
}
