import { itemContract, storeContract } from '@larder/contract'
import type { Locator } from '@playwright/test'
import { expect, type Page, test } from './journey.ts'

async function choose(page: Page, field: Locator, option: string): Promise<void> {
  await field.fill(option)
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Opens a tab of the store that is shown, adds what its form asks for, and sees it in the list. */
async function add(page: Page, [tab, one]: readonly [string, string], name: string, fill: (dialog: Locator) => Promise<void>) {
  await page.getByRole('tab', { name: tab, exact: true }).click()
  await page.getByRole('button', { name: `Add ${one}` }).click()
  const dialog = page.getByRole('dialog', { name: `Add ${one}` })
  await dialog.getByLabel('Name', { exact: true }).first().fill(name)
  await fill(dialog)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog).toBeHidden()
}

test('a menu is built by hand: a category, a brand, an item in sizes, one that is free because somebody says so; and stands as customers see it', async ({
  signedIn,
  staff,
}) => {
  const { call } = await staff()
  const [store] = (await call(storeContract.list, { query: { vertical: 'restaurant', status: 'live', limit: 1 } })).rows
  if (!store) throw new Error('no restaurant is live')
  const page = await signedIn('admin', `/store/storeProfile/${store.id}`)
  await add(page, ['Categories', 'category'], 'Handmade', async () => {})
  await add(page, ['Brands', 'brand'], 'Potter & Sons', async () => {})
  const item = (name: string, sku: string, price: string) => async (dialog: Locator) => {
    await choose(page, dialog.getByRole('combobox', { name: 'Category' }), 'Handmade')
    await choose(page, dialog.getByRole('combobox', { name: 'Brand' }), 'Potter & Sons')
    await dialog.getByLabel('SKU').fill(sku)
    await dialog.getByRole('textbox', { name: 'Price', exact: true }).fill(price)
    await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue(name)
  }
  await add(page, ['Menu', 'item'], 'Clay pot biryani', item('Clay pot biryani', 'HAND-1', '260'))

  // What is most likely a mistake is asked for once.
  await page.getByRole('button', { name: 'Add item' }).click()
  const napkin = page.getByRole('dialog', { name: 'Add item' })
  await napkin.getByLabel('Name', { exact: true }).fill('Paper napkin')
  await item('Paper napkin', 'HAND-2', '0')(napkin)
  await napkin.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(napkin.getByText('is 0: customers have it for nothing').first()).toBeVisible()
  await napkin.getByRole('switch', { name: 'Free' }).check()
  await napkin.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(napkin).toBeHidden()

  await add(page, ['Options', 'choice group'], 'Pot', async (dialog) => {
    await dialog.getByLabel(/^Name of choice 1/).fill('Small')
    await dialog.getByRole('button', { name: 'Add choice' }).click()
    await dialog.getByLabel(/^Name of choice 2/).fill('Large')
    await dialog.getByLabel(/^Price, more or less of choice 2/).fill('90')
    await choose(page, dialog.getByRole('combobox', { name: 'Comes with' }), 'Clay pot biryani')
  })
  await expect(page.getByRole('row').filter({ hasText: 'Pot' }).filter({ hasText: 'Large' })).toBeVisible()

  const { rows } = await call(itemContract.list, { query: { storeId: store.id, q: 'HAND-' } })
  expect(rows.map(({ name, price, free }) => [name, price.minor, free]).sort()).toEqual([
    ['Clay pot biryani', 26_000, false],
    ['Paper napkin', 0, true],
  ])
  await page.goto(`/store/storeProfile/viewMenu/${store.id}/${rows[0]?.categoryId}`)
  const shown = page.getByRole('region', { name: 'As customers see it' })
  await shown.getByRole('button', { name: /Clay pot biryani/ }).click()
  const price = shown.getByLabel('Price')
  await expect(price).toBeVisible()
  const amount = async () => Number((await price.textContent())?.replace(/[^\d.]/g, ''))
  const small = await amount()
  await shown.getByRole('combobox', { name: 'Pot of Clay pot biryani' }).selectOption(`Large`)
  await expect.poll(async () => (await amount()) - small).toBeGreaterThanOrEqual(90)
})
