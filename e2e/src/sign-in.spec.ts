import { dashboardContract } from '@larder/contract'
import { expect, type Page, test } from './journey.ts'
import { demoPassword } from './staff.ts'

async function fillIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('accessToken'))

test('a visitor signs in and lands on a live dashboard whose figures lead to what is behind them', async ({ visitor, staff, shopper }) => {
  const page = await visitor()
  const bare: string[] = []
  page.on('request', (request) => {
    const { 'x-api-key': key, authorization } = request.headers()
    const isPublic = /\/api\/(login|health)$/.test(request.url())
    if (request.url().includes('/api/') && !isPublic && (!key || authorization !== `Bearer ${key}`)) bare.push(request.url())
  })
  await page.goto('/')
  await expect(page).toHaveURL(/\/login$/)
  await fillIn(page, 'admin@larder.test', demoPassword)
  await expect(page).toHaveURL(/\/dashboard$/)

  const { call } = await staff()
  const today = page.getByRole('region', { name: 'Today' })
  const before = await call(dashboardContract.get, { query: {} })
  await expect(today.getByRole('link', { name: /^Orders today/ })).toContainText(`Orders today${before.orders}`)
  await expect(page.locator('[data-connection=connected]')).toBeVisible()
  const placed = await shopper.place({ vertical: 'grocery' })
  await expect(page.getByRole('list', { name: 'Newest orders' })).toContainText(placed.number)
  await expect(today.getByRole('link', { name: /^Orders today/ })).toContainText(`Orders today${before.orders + 1}`)

  await today.getByRole('link', { name: /^Awaiting acceptance/ }).click()
  await expect(page).toHaveURL(/\/order\/view\?status=pending$/)
  await expect(page.getByRole('row').filter({ hasText: placed.number })).toContainText('Pending')
  await page.goBack()
  await today.getByRole('link', { name: /^Orders today/ }).click()
  await expect(page).toHaveURL(new RegExp(`/order/view\\?from=${before.day}&to=${before.day}$`))
  await expect(page.getByRole('row').filter({ hasText: placed.number })).toBeVisible()
  expect(bare, 'calls without both token headers').toEqual([])
})

test('a wrong password, an empty form and a mistyped address are told at the place', async ({ visitor }) => {
  const page = await visitor()
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Enter your e-mail address')).toBeVisible()
  await expect(page.getByText('Enter your password')).toBeVisible()
  await fillIn(page, 'admin', demoPassword)
  await expect(page.getByText('Enter a valid e-mail address')).toBeVisible()
  await fillIn(page, 'admin@larder.test', 'not-the-password')
  await expect(page.getByRole('alert')).toHaveText('The e-mail address or password is incorrect.')
  await expect(page.getByLabel('E-mail')).toHaveValue('admin@larder.test')
  expect(await storedToken(page)).toBeNull()
  await expect(page).toHaveURL(/\/login$/)
})

test('one is sent to where one wanted to go, keeps the path on reload, and signs out', async ({ visitor }) => {
  const page = await visitor()
  await page.goto('/store/list')
  await expect(page).toHaveURL(/\/login\?next=/)
  await fillIn(page, 'marketing-executive@larder.test', demoPassword)
  await expect(page).toHaveURL(/\/store\/list$/)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Stores' })).toBeVisible()
  await page.goto('/login')
  await expect(page).toHaveURL(/\/dashboard$/)

  const beside = await page.context().newPage()
  await beside.goto('/store/list')
  await expect(beside.getByRole('heading', { level: 1, name: 'Stores' })).toBeVisible()
  await page.getByRole('button', { name: /Marketing executive/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login/)
  expect(await storedToken(page)).toBeNull()
  await expect(page.getByText('You were signed out in another tab.')).toHaveCount(0)
  await expect(beside.getByText('You were signed out in another tab.')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/login/)
})

test('a browser whose storage is full signs in, opens pages and is signed in at the next visit', async ({ visitor }) => {
  const page = await visitor()
  const fill = () =>
    page.evaluate(() => {
      let text = 'x'.repeat(4_000_000)
      for (let each = 0; text.length > 0; each++) {
        try {
          localStorage.setItem(`filling ${each}`, text)
        } catch {
          text = text.slice(0, Math.floor(text.length / 2))
        }
      }
    })
  await page.goto('/login')
  await fill()
  await fillIn(page, 'admin@larder.test', demoPassword)
  await expect(page).toHaveURL(/\/dashboard$/)
  await fill()
  await page.goto('/store/list')
  await expect(page.locator('[data-row]').first()).toBeVisible()
  await page.getByRole('button', { name: 'Make the menu narrow' }).click()
  await expect(page.getByRole('button', { name: 'Make the menu wide' })).toBeVisible()
})
