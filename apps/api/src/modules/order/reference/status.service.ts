import { type OrderStatus, orderStatusContract } from '@larder/contract'
import type { ReadDatabase } from '#db/database.ts'
import { resource } from '#kit/resource.ts'

/** How each status is called, coloured, timed and heard. Which there are is the product's: none is added or removed. */
export const orderStatuses = resource(orderStatusContract, {
  table: 'order_status',
  // Everyone who is signed in has the dashboard, and every chip on their screen reads it.
  permission: 'dashboard.view',
  rows: (db) => db.selectFrom('order_status').selectAll('order_status'),
  scope: 'everybody',
  search: { label: 'order_status.label', customerText: 'order_status.customer_text' },
  filters: {},
  sorts: { position: 'order_status.sort' },
  acts: {},
})

/** What each status is called here. */
export async function readStatusLabels(db: ReadDatabase): Promise<ReadonlyMap<OrderStatus, string>> {
  const rows = await db.selectFrom('order_status').select(['status', 'label']).execute()
  return new Map(rows.map(({ status, label }) => [status as OrderStatus, label]))
}
