import { orderContract, storeContract } from '@larder/contract'
import { expect, type Page, test } from './journey.ts'
import { menuOf } from './menu-golden.ts'

test('menu, screens and buttons are cut to the role', async ({ signedIn, staff }) => {
  const page = await signedIn('store-officer')
  await expectMenu(page, menuOf('store-officer'))
  await page.goto('/settings/cusins')
  await expect(page.getByText('Your role does not include this page')).toBeVisible()
  await expect(page.getByText('setting.view')).toBeVisible()

  const { call } = await staff('store-officer')
  const { rows } = await call(orderContract.list, { query: { limit: 1 } })
  await page.goto(`/order/orderDetails/${rows[0]?.id}`)
  await expect(page.getByRole('heading', { level: 1, name: rows[0]?.number ?? '' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Accept order|Start preparing|Mark ready|Claim|More actions)$/ }).first()).toBeVisible()
})

test('a branch partner has the rows and live events of the branch alone', async ({ signedIn, staff, shopper, missing }) => {
  const { me, call } = await staff('branch-partner')
  const [branchId] = me.scope.ids
  const mine = (await call(storeContract.list, { query: { limit: 100 } })).rows
  expect(new Set(mine.map(({ branch }) => branch.id))).toEqual(new Set([branchId]))

  const admin = await staff()
  const everything = (await admin.call(orderContract.list, { query: { limit: 100 } })).rows
  const foreign = everything.find(({ store }) => !mine.some(({ id }) => id === store.id))
  const page = await signedIn('branch-partner', '/order/view?status=All')
  await expect(page.locator('[data-row]').first()).toBeVisible()
  const shown = new Set(await storesOf(page))
  expect([...shown].filter((name) => !mine.some((store) => store.name === name))).toEqual([])
  missing.push(new RegExp(`/api/orders/${foreign?.id}$`))
  await page.goto(`/order/orderDetails/${foreign?.id}`)
  await expect(page.getByRole('main').getByText('There is no such order.').first()).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.locator('[data-connection=connected]')).toBeVisible()
  await expectFeedOf(page, shopper, mine)
})

test('a store officer has one store', async ({ signedIn, staff }) => {
  const { me } = await staff('store-officer')
  const page = await signedIn('store-officer', '/store/list')
  await expect(page.locator('[data-row]')).toHaveCount(me.scope.ids.length)
  const name = await page.locator('[data-row]').getByRole('link').first().textContent()
  await page.goto('/order/view?status=All')
  await expect(page.locator('[data-row]').first()).toBeVisible()
  const shown = new Set(await storesOf(page))
  expect([...shown]).toEqual([name])
})

/** What stands in the column of stores, wherever that is. */
async function storesOf(page: Page): Promise<string[]> {
  const heads = await page.getByRole('table').first().getByRole('columnheader').allInnerTexts()
  return page.locator(`[data-row] td:nth-child(${heads.indexOf('Store') + 1})`).allTextContents()
}

/** Every group of the menu with exactly these entries. */
async function expectMenu(page: Page, groups: Record<string, readonly string[]>): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Pages' })
  await expect(menu.locator('button[aria-expanded]')).toHaveText(Object.keys(groups))
  for (const [group, entries] of Object.entries(groups)) {
    const head = menu.getByRole('button', { name: group, exact: true })
    if ((await head.getAttribute('aria-expanded')) === 'false') await head.click()
    await expect(menu.getByRole('group', { name: group, exact: true }).getByRole('listitem')).toHaveText(entries)
  }
}

/** Of two orders, one of the branch and one of another, only the first is announced. */
async function expectFeedOf(page: Page, shopper: import('./shopper.ts').Shopper, mine: readonly { id: string }[]): Promise<void> {
  const placed = []
  for (const vertical of ['restaurant', 'grocery', 'fruits', 'fish', 'cakes'] as const) {
    if (vertical !== 'cakes') placed.push(await shopper.place({ vertical }))
  }
  const feed = page.getByRole('list', { name: 'Newest orders' })
  for (const order of placed.filter(({ storeId }) => mine.some(({ id }) => id === storeId))) await expect(feed).toContainText(order.number)
  for (const order of placed.filter(({ storeId }) => !mine.some(({ id }) => id === storeId)))
    await expect(feed).not.toContainText(order.number)
}
