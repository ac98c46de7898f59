import { type Item, itemContract, storeContract } from '@larder/contract'
import type { Page } from './journey.ts'
import type { Staff } from './staff.ts'

/** A store that sells fish, with the first items of its menu. */
export async function fishmonger({ call }: Pick<Staff, 'call'>) {
  const [store] = (await call(storeContract.list, { query: { vertical: 'fish', status: 'live', sort: 'name', limit: 1 } })).rows
  if (!store) throw new Error('no fishmonger is live')
  const { rows } = await call(itemContract.list, { query: { storeId: store.id, sort: 'sort', limit: 6 } })
  const read = async (at: number) => call(itemContract.get, { params: { id: rows[at]?.id ?? '' } as never })
  return { store, rows, read }
}

/** Items of its own on that menu, which nothing is chosen with, and the address of a grid of them alone. */
export async function ownItems({ call }: Pick<Staff, 'call'>, name: string) {
  const { store, rows: sold } = await fishmonger({ call })
  const rows: Pick<Item, 'id' | 'name' | 'categoryId' | 'taxProfileId'>[] = []
  for (const at of [1, 2, 3, 4, 5, 6]) {
    const price = { minor: 10_000 + at, currency: 'INR' }
    const code = { sku: `${name.toUpperCase()}-${at}`, name: `${name} ${at}` }
    const body = { ...code, storeId: store.id, categoryId: sold[0]?.categoryId as never, unit: 'pc' as const, price }
    rows.push(await call(itemContract.create, { body }))
  }
  const read = async (at: number) => call(itemContract.get, { params: { id: rows[at]?.id as never } })
  return { store, rows, read, path: `/store/storeProfile/menu/${store.id}?grid=1&q=${name}&sort=name` }
}

export const grid = (page: Page) => page.getByRole('grid', { name: 'Items' })

const columns = [
  'Name',
  'Price',
  'Compare-at',
  'Cost',
  'Available',
  'Stock',
  'Low at',
  'Snoozed until',
  'Category',
  'Brand',
  'Tax profile',
  'Sold by',
  'Served',
]

/** A cell by its row in sight and its column. */
export const cell = (page: Page, row: number, column: string) =>
  grid(page)
    .locator('tbody tr[aria-rowindex]')
    .nth(row)
    .locator(`td:nth-child(${columns.indexOf(column) + 1})`)

export const refusal = (page: Page) => page.getByRole('status').filter({ hasText: /you typed/i })

/** Pastes what a spreadsheet gives at the selected cells. */
export const paste = (page: Page, text: string) =>
  grid(page).evaluate((element, given) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', given)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
