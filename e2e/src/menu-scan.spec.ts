import { type Id, itemContract, menuScanContract, menuScanRowContract, storeContract } from '@larder/contract'
import { drawMenu } from '../../apps/api/src/seed/drawn-menu.ts'
import { pressAct } from './acts.ts'
import { expect, test } from './journey.ts'

// A page takes seconds, a loaded machine many times that.
const patience = 120_000
const amount = (minor: number) => (minor / 100).toFixed(2)

test('a picture of a menu is read, reviewed by keyboard alone, published as what differs from the menu, and rolled back', async ({
  newcomer,
  staff,
}) => {
  test.setTimeout(2 * patience)
  const { call } = await staff()
  const [store] = (await call(storeContract.list, { query: { vertical: 'restaurant', status: 'live', limit: 1 } })).rows
  if (!store) throw new Error('no restaurant is live')
  const items = async () => (await call(itemContract.list, { query: { storeId: store.id, limit: 100, sort: 'name' } })).rows
  const before = await items()
  const priceOf = async (name: string) => (await items()).find((item) => item.name === name)?.price.minor
  const [first, second, third] = before
  if (!first || !second || !third) throw new Error('it has no three items')
  const raised = first.price.minor + 1000
  const { png } = drawMenu({
    title: store.name,
    hasLeaders: true,
    sections: [
      {
        heading: first.category.name,
        items: [
          { name: first.name, prices: [amount(raised)] },
          { name: second.name, prices: [amount(second.price.minor)] },
        ],
      },
      {
        heading: 'Season specials',
        items: [
          { name: 'Jackfruit Payasam', prices: ['140.00'] },
          { name: 'Tender Mango Rice', prices: ['185.00'] },
        ],
      },
    ],
  })

  const page = await (await newcomer('admin'))(`/store/scanMenu?storeId=${store.id}`)
  await page.locator('input[type=file]').setInputFiles({ name: 'menu.png', mimeType: 'image/png', buffer: png })
  await expect(page.getByRole('heading', { level: 1, name: `Menu of ${store.name}` })).toBeVisible()
  const scanId = new URL(page.url()).pathname.split('/').at(-1) as Id<'menu-scan'>
  const rows = page.getByRole('listbox', { name: 'Rows: To review' })
  await expect(rows).toBeVisible({ timeout: patience })
  await expect(page.getByRole('img', { name: /where this row was read$/ })).toBeVisible()

  // By key: one is corrected, one dropped, the others confirmed.
  await expect(rows).toBeFocused()
  const chosen = rows.getByRole('option', { selected: true })
  const goTo = async (name: string) => {
    for (let at = 0; at < 8; at++) await page.keyboard.press('ArrowUp')
    while (!(await chosen.textContent())?.includes(name)) await page.keyboard.press('ArrowDown')
  }
  await goTo('Jackfruit Payasam')
  await page.keyboard.type('150')
  await page.keyboard.press('Enter')
  await expect(rows.getByRole('option')).toHaveCount(3)
  await expect(rows).toBeFocused()
  await goTo('Tender Mango Rice')
  await page.keyboard.press('Delete')
  await expect(rows.getByRole('option')).toHaveCount(2)
  await page.keyboard.press('Enter')
  await expect(rows.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Every row is reviewed')).toBeVisible()
  const read = (await call(menuScanRowContract.list, { query: { scanId, limit: 100 } })).rows
  expect(Object.fromEntries(read.map(({ name, state, price }) => [name, `${state} ${price?.minor}`]))).toEqual({
    [first.name]: `confirmed ${raised}`,
    [second.name]: `confirmed ${second.price.minor}`,
    'Jackfruit Payasam': 'confirmed 15000',
    'Tender Mango Rice': 'dropped 18500',
  })
  expect(await priceOf(first.name), 'nothing is published by it').toBe(first.price.minor)

  // What differs from the menu as it is.
  await pressAct(page, page.getByRole('main'), 'Make a change set')
  await expect.poll(async () => (await call(menuScanContract.get, { params: { id: scanId } })).status).toBe('done')
  await page.getByRole('link', { name: 'change set', exact: true }).click()
  const standing = page.getByRole('heading', { level: 1 }).locator('..')
  await expect(standing.getByText('Validated', { exact: true })).toBeVisible({ timeout: 30_000 })
  await page.getByRole('tab', { name: 'Rows' }).click()
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await expect(row(first.name)).toContainText(amount(raised))
  await expect(row(second.name)).toContainText('Same')
  await expect(row('Jackfruit Payasam')).toContainText('New')
  await expect(row('Tender Mango Rice')).toHaveCount(0)

  const act = async (name: string, reason?: string) => {
    await pressAct(page, page.getByRole('main'), name)
    const dialog = page.getByRole('dialog', { name })
    if (reason) await dialog.getByLabel('Reason').fill(reason)
    await dialog.getByRole('button', { name, exact: true }).click()
  }
  await act('Publish')
  await expect(standing.getByText('Published', { exact: true })).toBeVisible({ timeout: 30_000 })
  expect([await priceOf(first.name), await priceOf('Jackfruit Payasam'), await priceOf('Tender Mango Rice')]).toEqual([
    raised,
    15_000,
    undefined,
  ])
  await act('Roll back', 'The old card holds until Monday')
  await expect(standing.getByText('Rolled back', { exact: true })).toBeVisible({ timeout: 30_000 })
  const told = (all: typeof before) => all.map(({ name, price }) => `${name} ${price.minor}`)
  expect(told(await items())).toEqual(told(before))
})
