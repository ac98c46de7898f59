import { CustomerRow, type customerContract, type Page, type Parsed, type Revealed } from '@larder/contract'
import type { Context } from '#kit/context.ts'
import { notFound } from '#kit/errors.ts'
import { listPage } from '#kit/list-query.ts'
import { found } from '#kit/read/search-text.ts'
import { reveal } from '#kit/record/reveal.ts'
import { customersVisibleTo, type ListedCustomer } from './customer.queries.ts'

// Ids grow with time: their order is the order of arrival, and the primary key is its index.
const sorts = { createdAt: { column: 'customer.id' } }

export function listCustomers(ctx: Context, { query: input }: Parsed<typeof customerContract.list>): Promise<Page<CustomerRow>> {
  const visible = customersVisibleTo(ctx, ctx.db)
  const query = input.q
    ? visible.where(found(ctx, CustomerRow, { name: { words: 'customer.search' }, phone: { digits: 'customer.phone' } }, input.q))
    : visible
  return listPage(ctx, { query, input, sorts, defaultSort: '-createdAt', tie: 'customer.id', present: presentCustomerRow })
}

/** One customer whom the caller may see. */
export async function getCustomer(ctx: Context, { params }: { params: { id: string } }): Promise<CustomerRow> {
  const row = await customersVisibleTo(ctx, ctx.db).where('customer.id', '=', params.id).executeTakeFirst()
  return row ? presentCustomerRow(row) : notFound('customer')
}

/** A masked field of one customer in clear, for a reason. */
export function revealCustomer(ctx: Context, { params: { id }, body }: Parsed<typeof customerContract.reveal>): Promise<Revealed> {
  return reveal(ctx, {
    entity: 'customer',
    id,
    ...body,
    permission: 'customer.view',
    find: async (db) => {
      const row =
        (await customersVisibleTo(ctx, db).select('customer.version').where('customer.id', '=', id).executeTakeFirst()) ??
        notFound('customer')
      return { value: row.phone, version: row.version, branchId: null, storeId: null }
    },
  })
}

function presentCustomerRow(row: ListedCustomer): CustomerRow {
  return {
    id: row.id,
    name: row.name,
    phone: row.phone,
    orders: row.orders,
    flags: row.flags,
    firstOrderAt: row.first_order_at,
  }
}
