import { type ChangeSet, changeSetContract, type Id, itemContract, storeContract } from '@larder/contract'
import { pressAct } from './acts.ts'
import { expect, type Page, test } from './journey.ts'
import type { Staff } from './staff.ts'

/** A store that sells, with the items of its menu by code. */
async function storeWith({ call }: Staff, vertical: 'grocery' | 'restaurant') {
  const [store] = (await call(storeContract.list, { query: { vertical, status: 'live', sort: '-lastOrderAt', limit: 1 } })).rows
  if (!store) throw new Error('the demo has no such store')
  const items = async () => (await call(itemContract.list, { query: { storeId: store.id, limit: 100 } })).rows
  return { store, items, priceOf: async (sku: string) => (await items()).find((item) => item.sku === sku)?.price.minor }
}

const setAt = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) as Id<'change-set'>

/** Where the set that is shown stands; what runs goes on by itself. */
async function expectStanding(page: Page, words: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).locator('..').getByText(words, { exact: true })).toBeVisible({ timeout: 30_000 })
}

async function act(page: Page, name: string, fill?: () => Promise<void>): Promise<void> {
  await pressAct(page, page.getByRole('main'), name)
  await fill?.()
  await page.getByRole('dialog', { name }).getByRole('button', { name, exact: true }).click()
}

async function rollBack(page: Page): Promise<void> {
  await act(page, 'Roll back', () => page.getByRole('dialog', { name: 'Roll back' }).getByLabel('Reason').fill('A slip'))
  await expectStanding(page, 'Rolled back')
}

test('prices of a store rise by percent: seen row by row before, published, and taken back but for what was edited since', async ({
  newcomer,
  staff,
}) => {
  const desk = await staff()
  const { store, items, priceOf } = await storeWith(desk, 'grocery')
  const [first, second] = await items()
  if (!first || !second) throw new Error('the store sells nothing')
  const page = await (await newcomer('admin'))('/store/bulkupdate')
  await page.getByLabel('Title').fill('Monsoon prices')
  await page.getByRole('combobox', { name: 'In stores' }).fill(store.name)
  await page.getByRole('option', { name: store.name }).first().click()
  await page.getByRole('combobox', { name: 'Price changes' }).selectOption({ label: 'By percent' })
  await page.getByLabel('Percent').fill('5')
  await expect(page.getByText(/items of 1 store/)).toBeVisible()
  await page.getByRole('link', { name: 'Change sets' }).first().click()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Percent')).toHaveValue('5')
  await page.getByRole('button', { name: 'Save as change set' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Monsoon prices' })).toBeVisible()
  await expectStanding(page, 'Validated')
  expect(await priceOf(first.sku)).toBe(first.price.minor)

  await act(page, 'Publish')
  await expectStanding(page, 'Published')
  const raised = Math.round(first.price.minor * 1.05)
  expect(await priceOf(first.sku)).toBe(raised)

  const now = await desk.call(itemContract.get, { params: { id: second.id } })
  const edited = { minor: now.price.minor - 200, currency: now.price.currency }
  await desk.call(itemContract.update, { params: { id: second.id }, body: { version: now.version, price: edited } })
  await rollBack(page)
  expect([await priceOf(first.sku), await priceOf(second.sku)]).toEqual([first.price.minor, edited.minor])
  await page.getByRole('tab', { name: 'Rows' }).click()
  await page.getByPlaceholder('Name', { exact: true }).fill(second.name)
  await expect(page.getByRole('row').filter({ hasText: second.name }).first()).toContainText('Kept')
})

test('a menu comes as a file: its columns are recognised, a cell is mended, it is published, and taken back', async ({
  newcomer,
  staff,
}) => {
  const desk = await staff()
  const { store, items, priceOf } = await storeWith(desk, 'restaurant')
  const [known] = await items()
  if (!known) throw new Error('the store sells nothing')
  const before = (await items()).length
  const page = await (await newcomer('admin'))('/store/menuUpload')
  const lines = [
    'Item Code,Dish,Section,Rate,Unit,Veg,Shelf',
    `${known.sku},${known.name},${known.category.name},${(known.price.minor + 100) / 100},Piece,,A1`,
    'JRN-1,Journey Payasam,Journey sweets,sixty,Piece,Vegetarian,A2',
  ]
  await page.locator('input[type=file]').setInputFiles({ name: 'menu.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) })
  await page.getByRole('combobox', { name: 'Store' }).fill(store.name)
  await page.getByRole('option', { name: store.name }).first().click()
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByRole('combobox', { name: 'What Rate is' })).toHaveValue('price')
  await expect(page.getByRole('combobox', { name: 'What Shelf is' })).toHaveValue('')
  await page.getByRole('button', { name: 'Read the rows', exact: true }).click()
  await expectStanding(page, 'Validated')
  await expect(page.getByText('One row has an error')).toBeVisible()

  await page.getByRole('tab', { name: 'Rows' }).click()
  const wrong = page.getByRole('row').filter({ hasText: 'Journey Payasam' })
  await expect(wrong).toContainText('must be an amount')
  await wrong.getByRole('button', { name: /^Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Correct' }).click()
  const correct = page.getByRole('dialog', { name: 'Correct' })
  await correct.getByLabel('Price', { exact: true }).fill('60')
  await correct.getByRole('button', { name: 'Correct', exact: true }).click()
  await expect(wrong).not.toContainText('must be an amount')

  await act(page, 'Publish')
  await expectStanding(page, 'Published')
  expect([await priceOf(known.sku), await priceOf('JRN-1')]).toEqual([known.price.minor + 100, 6000])
  await rollBack(page)
  expect([await priceOf(known.sku), await priceOf('JRN-1'), (await items()).length]).toEqual([known.price.minor, undefined, before])
  const set: ChangeSet = await desk.call(changeSetContract.get, { params: { id: setAt(page) } })
  expect(set.status).toBe('rolled-back')
})
