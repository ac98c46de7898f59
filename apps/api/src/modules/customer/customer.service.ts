import { Customer, type customerContract, newId, type Page, type Parsed, type Revealed } from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import { can, seesWhole, withinScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { notFound } from '#kit/errors.ts'
import { listPage } from '#kit/list-query.ts'
import { matching, searchText } from '#kit/read/search-text.ts'
import { reveal } from '#kit/record/reveal.ts'

// Ids grow with time: their order is the order of arrival, and the primary key is its index.
const sorts = { createdAt: { column: 'customer.id' } }

export function listCustomers(ctx: Context, { query: input }: Parsed<typeof customerContract.list>): Promise<Page<Customer>> {
  const visible = customersVisibleTo(ctx, ctx.db)
  const query = input.q ? visible.where(matching(ctx, Customer, { name: 'customer.search', phone: 'customer.phone' }, input.q)) : visible
  return listPage(ctx, { query, input, sorts, defaultSort: '-createdAt', tie: 'customer.id', present: (row) => presentCustomer(ctx, row) })
}

/** One customer whom the caller may see. */
export async function getCustomer(ctx: Context, { params }: { params: { id: string } }): Promise<Customer> {
  const row = await customersVisibleTo(ctx, ctx.db).where('customer.id', '=', params.id).executeTakeFirst()
  return row ? presentCustomer(ctx, row) : notFound('customer')
}

/** A masked field of one customer in clear, for a reason. */
export function revealCustomer(ctx: Context, { params: { id }, body }: Parsed<typeof customerContract.reveal>): Promise<Revealed> {
  return reveal(ctx, {
    entity: 'customer',
    id,
    ...body,
    permission: 'customer.view',
    find: async (db) => {
      const row = (await customersVisibleTo(ctx, db).where('customer.id', '=', id).executeTakeFirst()) ?? notFound('customer')
      return { value: row.phone, version: row.version, branchId: null, storeId: null }
    },
  })
}

function presentCustomer({ actor }: Context, row: ListedCustomer): Customer {
  const { reveal: whole, single } = Customer.shape.phone
  return {
    id: row.id,
    name: row.name,
    phone: row.phone,
    orders: row.orders,
    flags: row.flags,
    firstOrderAt: row.first_order_at,
    version: row.version,
    allowed: single !== null && can(actor, single) && !seesWhole(actor, whole) ? [{ action: 'reveal', because: null }] : [],
  }
}

/**
 * Customers that the caller may see: everyone's, or for someone with branches or stores those who have ordered there. Whoever has
 * not is not found by phone either.
 */
function customersVisibleTo(ctx: Context, db: ReadDatabase) {
  const rows = db
    .selectFrom('customer')
    .select([
      'customer.id',
      'customer.name',
      'customer.phone',
      'customer.orders',
      'customer.flags',
      'customer.first_order_at',
      'customer.version',
    ])
  if (ctx.actor.scope.kind === 'all') return rows
  const here = withinScope(ctx, { branch: 'orders.branch_id', store: 'orders.store_id' })
  return rows.where(sql<boolean>`exists (select 1 from orders where orders.customer_id = customer.id and ${here})`)
}

type ListedCustomer = Awaited<ReturnType<ReturnType<typeof customersVisibleTo>['executeTakeFirstOrThrow']>>

interface Buyer {
  name: string
  /** E.164; what a customer is known by. */
  phone: string
  at: string
}

/**
 * Finds or creates the customer of a new order and counts the order, as a part of the statement that stores it; gives `id`.
 * Nothing happens unless `once` has a row. A known customer keeps their name.
 */
export function buyerUpsert({ name, phone, at }: Buyer, once: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`insert into customer (id, name, phone, search, first_order_at, orders)
    select ${newId<'customer'>()}::uuid, ${name}, ${phone}, ${searchText([name])}, ${at}::timestamptz, 1 from ${once}
    on conflict (phone) do update set orders = customer.orders + 1, first_order_at = coalesce(customer.first_order_at, excluded.first_order_at)
    returning id`
}
