import { storeContract } from '@larder/contract'
import { expect, type Page, test } from './journey.ts'

const width = (page: Page, column: string) =>
  page.locator(`th[data-column="${column}"]`).evaluate((head) => Math.round(head.getBoundingClientRect().width))
const leftOf = async (page: Page, name: string) => (await page.getByRole('columnheader', { name }).boundingBox())?.x

test('columns stay as wide as they are, take another width by the pointer, and the first stays when the rest is scrolled', async ({
  signedIn,
}) => {
  const page = await signedIn('admin', '/store/list', { viewport: { width: 1280, height: 900 } })
  const names = page.getByRole('row').getByRole('link').first()
  await expect(names).toBeVisible()
  const before = await width(page, 'area')
  const first = await names.innerText()
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await expect(names).not.toHaveText(first)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText(/^26–50 of/)).toBeVisible()
  expect(await width(page, 'area')).toBe(before)

  const edge = await page.locator('th[data-column="area"] .edge').boundingBox()
  if (!edge) throw new Error('the column has no edge')
  await page.mouse.move(edge.x + 6, edge.y + 10)
  await page.mouse.down()
  await page.mouse.move(edge.x + 66, edge.y + 10, { steps: 4 })
  await page.mouse.up()
  expect(await width(page, 'area')).toBe(before + 60)
  await page.reload()
  await expect.poll(() => width(page, 'area')).toBe(before + 60)

  const [name, vertical] = [await leftOf(page, 'Name'), await leftOf(page, 'Vertical')]
  await page.locator('.table-frame').evaluate((frame) => frame.scrollTo({ left: 150 }))
  await expect.poll(() => leftOf(page, 'Vertical')).toBe((vertical ?? 0) - 150)
  expect(await leftOf(page, 'Name')).toBe(name)
})

test('a row opens where its link leads, in a new tab with Ctrl, and tells what it cuts', async ({ signedIn }) => {
  const page = await signedIn('admin', '/store/list')
  const row = page.getByRole('row').nth(1)
  const path = await row.getByRole('link').first().getAttribute('href')
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    row.getByRole('cell', { name: 'Live' }).click({ modifiers: ['Control'], position: { x: 90, y: 10 } }),
  ])
  await tab.waitForURL(`**${path}`)
  await tab.close()
  await row.getByRole('cell', { name: 'Live' }).click({ position: { x: 90, y: 10 } })
  await page.waitForURL(`**${path}`)

  await page.goto('/settings/area')
  // Rows that are still awaited are rows as well.
  await expect(page.locator('[data-row]').first()).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.getByRole('tooltip', { includeHidden: true })).toContainText('up to 8 km')
})

test('several stores are paused and reopened at once', async ({ signedIn, staff }) => {
  const { call } = await staff()
  const { rows } = await call(storeContract.list, { query: { status: 'live', openMode: 'open', sort: '-name', limit: 2 } })
  const page = await signedIn('admin', '/store/list?status=live&sort=-name')
  for (const { name } of rows) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  const modesOf = async () => {
    const stores = await Promise.all(rows.map(({ id }) => call(storeContract.get, { params: { id } })))
    return stores.map(({ openMode }) => openMode)
  }
  await page.getByRole('button', { name: 'Pause' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pause 2 stores' })
  await dialog.getByRole('button', { name: '1 h' }).click()
  await dialog.getByRole('button', { name: 'Pause 2 stores' }).click()
  await expect(page.getByText('2 paused')).toBeVisible()
  expect(await modesOf()).toEqual(['paused', 'paused'])

  for (const { name } of rows) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('button', { name: 'Reopen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reopen 2 stores' }).click()
  await expect(page.getByText('2 reopened')).toBeVisible()
  expect(await modesOf()).toEqual(['open', 'open'])
})

test('a list that was open before asks for its rows while its code is still on its way, and once', async ({ signedIn }) => {
  const page = await signedIn('admin', '/store/list')
  await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const rows = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/stores')
  await page.route(/\/assets\/index-/, async (route) => {
    await rows
    await route.continue()
  })
  await page.reload()
  await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible()
  expect(asked.filter((path) => ['/api/me', '/api/stores'].includes(path)).toSorted()).toEqual(['/api/me', '/api/stores'])
})

test('the number of a customer that is searched stands in no address, and is found again after a reload', async ({ signedIn, shopper }) => {
  await shopper.place({ vertical: 'grocery', name: 'Searched Nair', phone: '+919847033477' })
  const page = await signedIn('admin', '/customerService/list')
  await page.getByRole('main').getByRole('searchbox').fill('98470 33477')
  const row = page.getByRole('row').filter({ hasText: 'Searched Nair' })
  await expect(row).toBeVisible()
  await expect(page).toHaveURL(/[?&]q=\*[0-9a-f]{8}$/)
  await page.reload()
  await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue('98470 33477')
  await expect(row).toBeVisible()
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }) + location.href)
  expect(kept).not.toMatch(/33477/)
  await page.getByRole('main').getByRole('searchbox').fill('Searched Nair')
  await expect(page).not.toHaveURL(/Nair/)
  await expect(row).toBeVisible()
})

test('on a phone a name without spaces is read whole beside its state', async ({ signedIn }) => {
  const page = await signedIn('admin', '/order/onlineOrder', { viewport: { width: 320, height: 700 } })
  const name = page.locator('.card-top .copy').first()
  await expect(name).toBeVisible()
  const isBeside = await name.evaluate((each) => {
    const state = each.closest('.card-top')?.querySelector('.chip')
    return each.getBoundingClientRect().right <= (state?.getBoundingClientRect().left ?? 0)
  })
  expect(isBeside).toBe(true)
})
