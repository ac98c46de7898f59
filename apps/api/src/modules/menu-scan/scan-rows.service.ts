import { menuScanRowContract, money, type ScanMatch } from '@larder/contract'
import { sql } from 'kysely'
import type { Work } from '#kit/context.ts'
import type { Because } from '#kit/errors.ts'
import { resource } from '#kit/resource.ts'
import { matchItem, nameKey } from './match.ts'
import { storeItems } from './store-items.ts'

const settled: Because = { reason: 'scan-row-settled', message: 'Its scan is done or discarded.' }
const unpriced = (name: string): Because => ({
  reason: 'scan-row-unpriced',
  message: `The price of ${name || 'this row'} could not be read: type it, or drop the row.`,
})

interface Reviewed {
  scan_status: string
  state: string
  price_minor: number | null
}
const whySettled = ({ scan_status }: Reviewed) => (scan_status === 'done' || scan_status === 'discarded' ? settled : null)

/** What was read of menus; whoever reviews a row corrects it, which confirms it, or says that it is right, or nothing. */
export const scanRows = resource(menuScanRowContract, {
  table: 'menu_scan_row',
  permission: 'change-set.view',
  rows: (db) =>
    db
      .selectFrom('menu_scan_row')
      .innerJoin('menu_scan', 'menu_scan.id', 'menu_scan_row.scan_id')
      .innerJoin('store', 'store.id', 'menu_scan.store_id')
      .leftJoin('item', 'item.id', 'menu_scan_row.item_id')
      .selectAll('menu_scan_row')
      .select([
        'menu_scan.status as scan_status',
        'menu_scan.store_id',
        'menu_scan.branch_id',
        'store.currency',
        'item.name as item_name',
        'item.price_minor as item_price_minor',
      ]),
  scope: { branch: 'menu_scan.branch_id', store: 'menu_scan.store_id' },
  present: (row) => ({
    price: row.price_minor === null ? null : money(row.price_minor, row.currency),
    box: { leftPpm: row.left_ppm, topPpm: row.top_ppm, rightPpm: row.right_ppm, bottomPpm: row.bottom_ppm },
    match: matchOf(row),
    item:
      row.item_id === null || row.item_name === null || row.item_price_minor === null
        ? null
        : { id: row.item_id, name: row.item_name, price: money(row.item_price_minor, row.currency) },
  }),
  search: { name: 'menu_scan_row.name' },
  sorts: { confidence: 'menu_scan_row.confidence_ppm' },
  columns: ({ price, category, name, size, vegMark, description }) => ({
    ...(category !== undefined && { category: category || null }),
    ...(name !== undefined && { name }),
    ...(size !== undefined && { size: size || null }),
    ...(price !== undefined && { price_minor: price?.minor ?? null }),
    ...(vegMark !== undefined && { veg_mark: vegMark }),
    ...(description !== undefined && { description: description || null }),
  }),
  update: {
    whyNot: whySettled,
    rule: ({ row, body: { price } }) => {
      if (price && price.currency !== row.currency) return { price: `must be in ${row.currency}` }
      return (price === undefined ? row.price_minor : price) === null ? { price: 'is required' } : null
    },
    also: async ({ ctx, work, row, now }) => {
      const found = matchItem(now.name, now.size, await storeItems(ctx.db, row.store_id))
      const seen = { state: 'confirmed', item_id: found?.id ?? null }
      await work.db.updateTable('menu_scan_row').set(seen).where('id', '=', row.id).execute()
      await learn(work, row.store_id, 'name', row.read_name, now.name)
      await learn(work, row.store_id, 'category', row.read_category, now.category)
    },
  },
  acts: {
    confirm: {
      whyNot: (row) =>
        whySettled(row) ?? (row.state === 'confirmed' ? 'It is confirmed.' : row.price_minor === null ? unpriced(row.name) : null),
      sets: () => ({ state: 'confirmed' }),
    },
    drop: {
      whyNot: (row) => whySettled(row) ?? (row.state === 'dropped' ? 'It is dropped.' : null),
      sets: () => ({ state: 'dropped' }),
    },
    reopen: {
      whyNot: (row) => whySettled(row) ?? (row.state === 'open' ? 'It waits for review.' : null),
      sets: () => ({ state: 'open' }),
    },
  },
})

function matchOf({
  item_name,
  item_price_minor,
  price_minor,
}: {
  item_name: string | null
  item_price_minor: number | null
  price_minor: number | null
}): ScanMatch {
  if (item_name === null) return 'new'
  return item_price_minor === price_minor ? 'same' : 'changed'
}

/** Keeps what was meant where something else was read, for the next scan of the store. */
async function learn({ db }: Work, store_id: string, field: 'name' | 'category', read: string | null, meant: string | null): Promise<void> {
  if (read === null || meant === null || read === meant || nameKey(read) === '') return
  await db
    .insertInto('menu_scan_word')
    .values({ store_id, field, read: nameKey(read), meant })
    .onConflict((conflict) => conflict.columns(['store_id', 'field', 'read']).doUpdateSet({ meant: sql`excluded.meant` }))
    .execute()
}
