import { readFile } from 'node:fs/promises'
import { orderContract, storeContract } from '@larder/contract'
import { expect, test } from './journey.ts'

test('a filtered list is exported, seen running in the head, downloaded, and is what stands on screen', async ({ signedIn, staff }) => {
  const { call } = await staff()
  const query = { status: 'rejected', sort: '-placedAt', limit: 100 } as const
  const { rows } = await call(orderContract.list, { query })
  const page = await signedIn('admin', '/order/view?status=rejected')
  await expect(page.locator('[data-row]').first()).toBeVisible()
  await page.getByRole('button', { name: 'Export orders' }).click()
  await page.getByRole('menuitem', { name: /Export as CSV/ }).click()
  await expect(page.getByText('Orders as CSV: its progress stands in the header')).toBeVisible()
  await page.getByRole('button', { name: /^Tasks: 0 running, [1-9]/ }).click()
  const line = page.getByRole('region', { name: 'Orders as CSV' })
  const [file] = await Promise.all([page.waitForEvent('download'), line.getByRole('button', { name: 'Download' }).click()])
  expect(file.suggestedFilename()).toMatch(/^order-\d{12}\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  const numbers = lines.slice(1, rows.length + 1).map((line) => line.split(',')[0])
  expect(numbers).toEqual(rows.map(({ number }) => number))
  await expect(line).toBeHidden()
  await page.keyboard.press('Escape')
  await page.goto('/tasks')
  await expect(page.locator('[data-row]').first()).toContainText('Orders as CSV')
})

test('all stores that match are paused on every page, and reopened', async ({ signedIn, staff }) => {
  const { call } = await staff()
  const matching = async (openMode: 'open' | 'paused') =>
    (await call(storeContract.list, { query: { status: 'live', vertical: 'restaurant', openMode, count: true, limit: 1 } })).total?.value ??
    0
  const before = await matching('open')
  expect(before).toBeGreaterThan(25)
  for (const [openMode, act, title] of [
    ['open', 'Pause', 'Pause stores'],
    ['paused', 'Reopen', 'Reopen stores'],
  ] as const) {
    const page = await signedIn('admin', `/store/list?status=live&vertical=restaurant&openMode=${openMode}`)
    const count = await matching(openMode)
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await page.getByRole('button', { name: `Select all ${count} that match` }).click()
    await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: act }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `${act} all ${count} stores` })
      .click()
    await page.getByRole('button', { name: /^Tasks: 0 running/ }).click()
    const line = page.getByRole('region', { name: title })
    await expect(line).toContainText(`${count} done`)
    await line.getByRole('button', { name: 'Dismiss' }).click()
    expect(await matching(openMode)).toBe(0)
  }
})
