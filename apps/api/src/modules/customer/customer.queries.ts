import { sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import { withinScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'

/**
 * Customers that the caller may see: everyone's, or for someone with branches or stores those who have ordered there. Whoever has
 * not is not found by phone either.
 */
export function customersVisibleTo(ctx: Context, db: ReadDatabase) {
  const rows = db
    .selectFrom('customer')
    .select(['customer.id', 'customer.name', 'customer.phone', 'customer.orders', 'customer.flags', 'customer.first_order_at'])
  if (ctx.actor.scope.kind === 'all') return rows
  const here = withinScope(ctx, { branch: 'orders.branch_id', store: 'orders.store_id' })
  return rows.where(sql<boolean>`exists (select 1 from orders where orders.customer_id = customer.id and ${here})`)
}

export type ListedCustomer = Awaited<ReturnType<ReturnType<typeof customersVisibleTo>['executeTakeFirstOrThrow']>>
