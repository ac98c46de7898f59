import { newId } from '@larder/contract'
import { addStore } from '../../factories.ts'
import { pngOf } from '../../pictures.ts'
import type { Examples } from '../world.ts'

/** A page that is read at once: it is drawn as large as a page of letters, so that of a square one has millions of pixels to look at. */
const strip = () => pngOf({ width: 200, height: 8 })

/** Good calls of what is done with scans of menus: they are read already, and have rows. */
export const examples: Examples = ({ db, branch, area, store, at, somebody }) => {
  const scanned = async (status = 'to-review', state = 'open') => {
    const by = await somebody()
    const scan = { id: newId(), store_id: store.id, branch_id: store.branch_id, title: 'Menu', status, pages: 1, of_pages: 1 }
    await db
      .insertInto('menu_scan')
      .values({ ...scan, scanned_id: by.id, scanned_by: 'Somebody' })
      .execute()
    const row = {
      id: newId(),
      scan_id: scan.id,
      position: 0,
      state,
      name: 'Appam',
      read_name: 'Appam',
      price_minor: 4500,
      page: 1,
      ...{ left_ppm: 0, top_ppm: 0, right_ppm: 500_000, bottom_ppm: 20_000 },
      confidence_ppm: 950_000,
    }
    await db.insertInto('menu_scan_row').values(row).execute()
    return { scan: scan.id, row: row.id }
  }
  const file = async () => ({ body: strip(), type: 'image/png', as: await somebody() })
  return {
    'menu-scan.create': async () => ({ params: { id: (await addStore(db, { branch, area })).id }, ...(await file()) }),
    'menu-scan.addPage': async () => ({ params: { id: (await scanned()).scan }, ...(await file()) }),
    'menu-scan.confirmSure': async () => at((await scanned()).scan, {}),
    'menu-scan.finish': async () => at((await scanned('to-review', 'confirmed')).scan, {}),
    'menu-scan.discard': async () => at((await scanned()).scan, {}),
    'menu-scan.readOn': async () => {
      const { scan } = await scanned('reading')
      await db.insertInto('menu_scan_source').values({ scan_id: scan, place: 1, is_pdf: false, bytes: strip() }).execute()
      return { ...at(scan, {}), as: await somebody() }
    },
    'menu-scan-row.update': async () => at((await scanned()).row, { name: `Palappam ${newId()}` }),
    'menu-scan-row.confirm': async () => at((await scanned()).row, {}),
    'menu-scan-row.drop': async () => at((await scanned()).row, {}),
    'menu-scan-row.reopen': async () => at((await scanned('to-review', 'dropped')).row, {}),
  }
}
