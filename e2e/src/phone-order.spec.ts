import { formatOf, orderContract } from '@larder/contract'
import type { Locator } from '@playwright/test'
import { expect, test } from './journey.ts'

const indian = formatOf({ numbers: 'en-IN', dates: 'en-US', clock: '12-hour' })
/** Two a second, as somebody types who listens meanwhile, is a minute. */
const keysOfMinute = 120

test('a caller is known by their number and has ordered before a minute of keys is over, no hand on the mouse', async ({
  signedIn,
  staff,
  shopper,
}) => {
  const { call } = await staff()
  const before = await shopper.place({ vertical: 'restaurant', name: 'Phone Mathew', phone: '+919847033462' })
  const { store, lines } = await call(orderContract.get, { params: { id: before.id } })
  const item = lines.toSorted((a, b) => b.unitPrice.minor - a.unitPrice.minor).find((line) => line.options.length === 0)
  if (!item) throw new Error('the order has no line without options')

  const page = await signedIn('custumercare-admin', '/customerService/list')
  let keys = 0
  const press = async (key: string) => {
    keys++
    await page.keyboard.press(key)
  }
  const type = async (text: string) => {
    keys += text.length
    await page.keyboard.type(text)
  }
  const goOnTo = async (element: Locator) => {
    await expect(element).toBeVisible()
    while (!(await element.evaluate((it) => it === document.activeElement))) await press('Tab')
  }
  const choose = async (input: Locator, text: string) => {
    await goOnTo(input)
    await type(text.slice(0, 10))
    await expect(page.getByRole('option', { name: text }).first()).toBeVisible()
    await press('Enter')
  }

  await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible()
  await press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search and go anywhere' })).toBeFocused()
  await type('phone order')
  await expect(page.getByRole('option', { name: /Phone order/ }).first()).toHaveAttribute('aria-selected', 'true')
  await press('Enter')
  await expect(page.getByRole('textbox', { name: 'Phone' })).toBeFocused()
  await type('98470 33462')
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Phone Mathew')
  await choose(page.getByRole('combobox', { name: 'Store' }), store.name)
  await choose(page.getByRole('combobox', { name: 'Item to add' }), item.name)
  const quantity = page.getByRole('textbox', { name: `Quantity of ${item.name}` })
  await goOnTo(quantity)
  await press('Control+a')
  // Enough for any store's minimum.
  const pieces = Math.ceil(30_000 / item.unitPrice.minor)
  await type(String(pieces))
  await press('Tab')
  const items = indian.money({ minor: pieces * item.unitPrice.minor, currency: item.unitPrice.currency })
  await expect(page.getByRole('region', { name: 'Order' })).toContainText(items)
  await expect(page.getByRole('button', { name: /^Place/ })).toBeEnabled()
  const answer = page.waitForResponse((response) => response.request().method() === 'POST' && /\/phone-orders$/.test(response.url()))
  await press('Control+Enter')
  const placed = await (await answer).json()
  await expect(page).toHaveURL(new RegExp(placed.id))
  await expect(page.getByRole('heading', { level: 1, name: placed.number })).toBeVisible()
  expect((await call(orderContract.get, { params: { id: placed.id } })).customer?.name).toBe('Phone Mathew')
  expect(keys).toBeLessThan(keysOfMinute)
})
