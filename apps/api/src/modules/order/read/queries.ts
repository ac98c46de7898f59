import type { Vertical } from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import { withinScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { orderScope } from '../act/policy.ts'

export interface BoardFilters {
  vertical?: Vertical | undefined
  branchId?: string | undefined
  storeId?: string | undefined
}

/** The conditions of a board or a count of active orders, scope included. */
export function activeConditions(ctx: Context, { vertical, branchId, storeId }: BoardFilters): RawBuilder<boolean> {
  const parts = [sql`${withinScope(ctx, orderScope)}`]
  if (vertical) parts.push(sql`orders.vertical = ${vertical}`)
  if (branchId) parts.push(sql`orders.branch_id = ${branchId}`)
  if (storeId) parts.push(sql`orders.store_id = ${storeId}`)
  return sql<boolean>`${sql.join(parts, sql` and `)}`
}
