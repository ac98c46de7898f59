import { expect, type Page, test } from './journey.ts'

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Pages' })
const groupOf = (page: Page, name: string) => menuOf(page).getByRole('group', { name, exact: true })

test('the menu is filtered as one types, pins what one needs, remembers where one was, and has several groups open', async ({
  newcomer,
}) => {
  const open = await newcomer()
  const page = await open('/dashboard')
  const menu = menuOf(page)
  const filter = menu.getByRole('searchbox', { name: 'Filter the menu' })
  await filter.fill('fish')
  await expect(menu.getByRole('link')).toHaveText(['Fish board', 'Fish orders', 'Fish types'])
  await filter.fill('no such page')
  await expect(menu).toContainText('No pages match')
  await filter.fill('fish board')
  await filter.press('Enter')
  await expect(page).toHaveURL(/\/order\/fish\/pending$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Fish board' })).toBeFocused()
  await expect(filter).toHaveValue('')

  await menu.getByRole('button', { name: 'Pin Fish board' }).click()
  await expect(groupOf(page, 'Pinned').getByRole('link')).toHaveText(['Fish board'])
  await expect(groupOf(page, 'Settings').locator('a'), 'what was never opened is not made').toHaveCount(0)
  for (const name of ['Settings', 'Catalogue']) await menu.getByRole('button', { name, exact: true }).click()
  await groupOf(page, 'Catalogue').getByRole('link', { name: 'Cuisines' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Cuisines' })).toBeFocused()
  await expect(groupOf(page, 'Settings').getByRole('link', { name: 'Crates' })).toBeVisible()
  await expect(groupOf(page, 'Recent').getByRole('link'), 'without the page that is open').toHaveText(['Fish board', 'Dashboard'])

  await page.goto('/store/list')
  await page.locator('[data-row]').first().getByRole('link').first().click()
  await expect(page).toHaveURL(/storeProfile/)
  await expect(groupOf(page, 'Recent').getByRole('link').first()).toHaveText('Stores')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading, 'the store, no longer the list').toHaveText(/^(?!Stores$)/)
  const name = await heading.textContent()
  await page.goto('/settings/cratis')
  await expect(groupOf(page, 'Recent').getByRole('link').first()).toHaveText(name ?? '')
  await expect(groupOf(page, 'Pinned').getByRole('link')).toHaveText(['Fish board'])
  await expect(groupOf(page, 'Catalogue').getByRole('link', { name: 'Cuisines' })).toBeVisible()

  await page.getByRole('button', { name: 'Make the menu narrow' }).click()
  await expect(menu.getByRole('link')).toHaveText(['Fish board'])
  await menu.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('dialog', { name: 'Settings' }).getByRole('link', { name: 'Crates' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Crates' })).toBeVisible()
})

test('on a phone the sheet is the same menu', async ({ newcomer }) => {
  const open = await newcomer()
  const page = await open('/dashboard', { viewport: { width: 390, height: 844 }, hasTouch: true })
  await page.getByRole('button', { name: 'Menu' }).tap()
  await menuOf(page).getByRole('searchbox', { name: 'Filter the menu' }).fill('cake')
  await menuOf(page).getByRole('button', { name: 'Pin Cake orders' }).tap()
  await menuOf(page).getByRole('link', { name: 'Cake orders' }).tap()
  await expect(page.getByRole('heading', { level: 1, name: 'Cake orders' })).toBeVisible()
  await page.getByRole('button', { name: 'Menu' }).tap()
  await expect(groupOf(page, 'Pinned').getByRole('link')).toHaveText(['Cake orders'])
})

test('keys are hinted at where there are keys', async ({ signedIn }) => {
  const shown = async (touch: boolean) => {
    const page = await signedIn('admin', '/settings/cusins', { hasTouch: touch, isMobile: touch })
    await expect(page.getByRole('button', { name: /^Add/ }).first()).toBeVisible()
    return page.locator('kbd:visible').count()
  }
  expect(await shown(false)).toBeGreaterThan(0)
  expect(await shown(true)).toBe(0)
})
