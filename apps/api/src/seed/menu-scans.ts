import { addMinutes, type Currency, type Instant, msOf } from '@larder/contract'
import type { PoolClient } from 'pg'
import sharp from 'sharp'
import { scannedTitle } from './change-sets.ts'
import { copyRows } from './copy.ts'
import { demoEmailOf } from './demo-access.ts'
import { type DrawnPage, drawMenu } from './drawn-menu.ts'
import type { Random } from './random.ts'

interface Item {
  id: string
  name: string
  category: string
  price_minor: number
  store_id: string
  branch_id: string
  store_name: string
  currency: Currency
}

const itemsOnPage = 22
const newOnMenu = {
  heading: 'Season specials',
  items: [
    ['Jackfruit Payasam', 14_000],
    ['Tender Mango Rice', 18_500],
  ] as const,
}

/** Scans of menus: one that waits for review, one whose review ended in a change set, and one of a picture on which nothing could be read. */
export async function writeMenuScans(client: PoolClient, random: Random, now: Instant): Promise<void> {
  await writeWaitingScan(client, random, now)
  await writeEndedScans(client, random, now)
}

/** A photo of the menu of the store officer's store: most of it as the store sells it, some dearer, some new, some read with doubt. */
async function writeWaitingScan(client: PoolClient, random: Random, now: Instant): Promise<void> {
  const { rows: people } = await client.query<{ id: string; name: string; store: string }>(
    'select id, name, scope_ids[1] as store from staff where email = $1',
    [demoEmailOf('store-officer')],
  )
  const [officer] = people
  if (!officer) return
  const { rows: items } = await client.query<Item>(
    `select item.id, item.name, menu_category.name as category, item.price_minor::int as price_minor, store.id as store_id, store.branch_id,
        store.display_name as store_name, store.currency
      from item join menu_category on menu_category.id = item.category_id join store on store.id = item.store_id
      where item.store_id = $1 order by menu_category.sort, item.sort, item.id limit $2`,
    [officer.store, itemsOnPage],
  )
  const [first] = items
  if (!first) return
  const printed = items.map((item) => ({
    ...item,
    onPage: random.chance(0.2) ? item.price_minor + 1000 * random.whole(1, 3) : item.price_minor,
  }))
  const categories = [...new Set(printed.map(({ category }) => category))]
  const sections = [
    ...categories.map((heading) => ({
      heading,
      items: printed.filter(({ category }) => category === heading).map((item) => drawnItem(item.name, item.onPage)),
    })),
    { heading: newOnMenu.heading, items: newOnMenu.items.map(([name, minor]) => drawnItem(name, minor)) },
  ]
  const page = drawMenu({ title: first.store_name, sections, hasLeaders: true })
  const scanned = addMinutes(now, -95)
  const id = random.id(msOf(scanned))
  const times = { created_at: scanned, updated_at: scanned }
  const scan = {
    id,
    store_id: first.store_id,
    branch_id: first.branch_id,
    title: `Menu of ${first.store_name}`,
    status: 'to-review',
    pages: 1,
    of_pages: 1,
  }
  await copyRows(client, 'menu_scan', [{ ...scan, scanned_id: officer.id, scanned_by: officer.name, ...times }])
  await copyRows(client, 'menu_scan_page', [await pageRow(id, page)])
  const read = [
    ...printed.map(({ id: itemId, name, category, onPage }) => ({ name, category, minor: onPage, itemId })),
    ...newOnMenu.items.map(([name, minor]) => ({ name, category: newOnMenu.heading, minor, itemId: null })),
  ]
  await copyRows(
    client,
    'menu_scan_row',
    read.map(({ name, category, minor, itemId }, position) => {
      const isDoubted = random.chance(0.25)
      const seen = isDoubted ? misread(name) : name
      return {
        id: random.id(msOf(scanned)),
        scan_id: id,
        position,
        category,
        name: seen,
        price_minor: minor,
        read_name: seen,
        read_category: category,
        page: 1,
        ...boxOf(page, position),
        confidence_ppm: isDoubted ? random.whole(310_000, 720_000) : random.whole(910_000, 965_000),
        item_id: itemId,
        ...times,
      }
    }),
  )
}

interface Scanned {
  id: string
  title: string
  store_id: string
  branch_id: string
  store_name: string
  made_id: string
  made_by: string
  created_at: Instant
}

async function writeEndedScans(client: PoolClient, random: Random, now: Instant): Promise<void> {
  const { rows: sets } = await client.query<Scanned>(
    `select change_set.id, title, store_id, change_set.branch_id, store.display_name as store_name, change_set.maker_ids[1] as made_id, made_by, change_set.created_at
      from change_set join store on store.id = store_id where source = 'scan' and title = $1`,
    [scannedTitle],
  )
  const [set] = sets
  if (!set) return
  const { rows } = await client.query<{ id: string; name: string; price: number }>(
    `select record_id as id, title as name, (new -> 'price')::int as price from change_row where set_id = $1 order by position`,
    [set.id],
  )
  const page = drawMenu({
    title: set.store_name,
    sections: [{ heading: 'Menu', items: rows.map(({ name, price }) => drawnItem(name, price)) }],
  })
  const scanned = addMinutes(set.created_at, -20)
  const id = random.id(msOf(scanned))
  const times = { created_at: scanned, updated_at: set.created_at }
  const common = { store_id: set.store_id, branch_id: set.branch_id, title: set.title, scanned_id: set.made_id, scanned_by: set.made_by }
  const failedAt = addMinutes(now, -7 * 60)
  await copyRows(client, 'menu_scan', [
    { id, ...common, status: 'done', status_reason: null, pages: 1, of_pages: 1, change_set_id: set.id, ...times },
    {
      ...{ id: random.id(msOf(failedAt)), ...common, title: `Menu of ${set.store_name}` },
      ...{ status: 'failed', status_reason: 'The file is damaged or no PDF.', pages: 0, of_pages: 0, change_set_id: null },
      ...{ created_at: failedAt, updated_at: failedAt },
    },
  ])
  await copyRows(client, 'menu_scan_page', [await pageRow(id, page)])
  await copyRows(
    client,
    'menu_scan_row',
    rows.map(({ id: item_id, name, price }, position) => ({
      ...{ id: random.id(msOf(scanned)), scan_id: id, position, category: null, name, price_minor: price, read_name: name },
      ...{ page: 1, ...boxOf(page, position), confidence_ppm: random.whole(910_000, 965_000), item_id, state: 'confirmed', ...times },
    })),
  )
}

async function pageRow(scan_id: string, { png, width, height }: DrawnPage) {
  return { scan_id, page: 1, width, height, bytes: await sharp(png).webp({ quality: 72 }).toBuffer() }
}

const drawnItem = (name: string, minor: number) => ({ name, prices: [`₹${minor / 100}`] })

/** As letters look to a reader who is not sure of them. */
function misread(name: string): string {
  return name.replace(/rn|m/, (letters) => (letters === 'm' ? 'rn' : 'm')).replace(/o(?=[a-z])/, '0')
}

function boxOf({ places }: DrawnPage, at: number) {
  const ppm = (part = 0) => Math.round(part * 1_000_000)
  const place = places[at]
  return { left_ppm: ppm(place?.left), top_ppm: ppm(place?.top), right_ppm: ppm(place?.right), bottom_ppm: ppm(place?.bottom) }
}
