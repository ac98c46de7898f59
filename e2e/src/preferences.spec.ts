import { expect, type Page, test } from './journey.ts'

const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
const dark = 'rgb(14, 17, 22)'
const pinned = (page: Page) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('group', { name: 'Pinned', exact: true }).getByRole('link')
const pin = async (page: Page, name: string) => {
  const menu = page.getByRole('navigation', { name: 'Pages' })
  await menu.getByRole('searchbox', { name: 'Filter the menu' }).fill(name)
  await menu.getByRole('button', { name: `Pin ${name}` }).click()
  await menu.getByRole('searchbox', { name: 'Filter the menu' }).fill('')
}
const live = (page: Page) => expect(page.locator('[data-connection=connected]')).toBeVisible()

test('what is chosen on one device is there on the next one, and followed by what is open', async ({ newcomer }) => {
  const open = await newcomer()
  const desk = await open('/settings/cusins', { colorScheme: 'light' })
  const other = await open('/profile', { colorScheme: 'light' })
  await Promise.all([live(desk), live(other)])

  await desk.getByRole('button', { name: 'Theme' }).click()
  const panel = desk.getByRole('dialog', { name: 'Theme' })
  const slider = panel.getByRole('slider')
  await slider.press('Home')
  for (const _ of [1, 2, 3]) await slider.press('ArrowRight')
  await panel.getByRole('button', { name: 'Dark' }).click()
  await expect.poll(() => background(other)).toBe(dark)
  await expect.poll(() => other.evaluate(() => document.documentElement.style.getPropertyValue('--radius'))).toBe('6px')
  await panel.getByRole('button', { name: 'Close' }).click()
  await pin(desk, 'Fish board')
  await expect(pinned(other)).toHaveText(['Fish board'])

  const clock = (page: Page) => page.getByRole('group', { name: 'Clock', exact: true })
  await clock(other)
    .getByRole('button', { name: /^24-hour/ })
    .click()
  const phone = await open('/profile', { colorScheme: 'light', viewport: { width: 390, height: 844 } })
  await expect.poll(() => background(phone)).toBe(dark)
  await desk.goto('/profile')
  for (const page of [desk, phone]) {
    await expect(clock(page).getByRole('button', { name: /^24-hour/ })).toHaveAttribute('aria-pressed', 'true')
    await page.reload()
    await expect.poll(() => background(page)).toBe(dark)
  }
})

test('whoever signs in where somebody else was finds their own', async ({ newcomer, visitor }) => {
  const [first, second] = [await newcomer(), await newcomer()]
  const page = await first('/settings/cusins', { colorScheme: 'light' })
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByRole('dialog', { name: 'Theme' }).getByRole('button', { name: 'Dark' }).click()
  await page.getByRole('dialog', { name: 'Theme' }).getByRole('button', { name: 'Close' }).click()
  await pin(page, 'Fish board')
  await expect(pinned(page)).toHaveText(['Fish board'])
  const desk = await page.evaluate(() => localStorage.getItem('larder.preferences'))
  const token = await (await second('/profile')).evaluate(() => localStorage.getItem('accessToken'))

  const shared = await visitor({ colorScheme: 'light' })
  await shared.goto('/login')
  await shared.evaluate(
    ([kept, own]) => {
      localStorage.setItem('larder.preferences', kept ?? '')
      localStorage.setItem('accessToken', own ?? '')
    },
    [desk, token],
  )
  await shared.goto('/settings/cusins')
  await expect(shared.getByRole('row').nth(1)).toBeVisible()
  expect(await background(shared)).not.toBe(dark)
  await expect(pinned(shared)).toHaveCount(0)
})
