import { newId } from '@larder/contract'
import type { addStore } from '../factories.ts'
import type { SweptProduct } from './swept-product.ts'

type Store = Awaited<ReturnType<typeof addStore>>

/** Scans of menus in every status, with rows in every state, the surer and the further up the page the earlier they came. */
export async function addVariedScans({ app, admin }: SweptProduct, stores: readonly Store[]): Promise<void> {
  const { db } = app.database
  for (const [index, store] of stores.entries()) {
    const scan = { id: newId(), store_id: store.id, branch_id: store.branch_id, title: `Menu ${9 - index}` }
    const status = ['to-review', 'done', 'failed', 'discarded', 'reading'][index % 5] ?? 'reading'
    await db
      .insertInto('menu_scan')
      .values({ ...scan, status, scanned_id: admin.id, scanned_by: 'Test Person' })
      .execute()
    const row = {
      id: newId(),
      scan_id: scan.id,
      position: 20 - index * 2 + (index % 2) * 5,
      state: ['open', 'confirmed', 'dropped'][index % 3] ?? 'open',
      name: `Row ${9 - index}`,
      read_name: `Row ${9 - index}`,
      price_minor: 4500,
      page: 1,
      ...{ left_ppm: 0, top_ppm: 0, right_ppm: 500_000, bottom_ppm: 20_000 },
      confidence_ppm: 900_000 - index * 10_000,
    }
    await db.insertInto('menu_scan_row').values(row).execute()
  }
}
