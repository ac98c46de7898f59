import { storeContract } from '@larder/contract'
import { expect, test } from './journey.ts'

test('a person takes another clock and exact times; every page follows at once, also after a reload', async ({ newcomer, staff }) => {
  const { call } = await staff()
  const { rows } = await call(storeContract.list, { query: { limit: 25 } })
  const stores = await Promise.all(rows.map(({ id }) => call(storeContract.get, { params: { id } })))
  const profile = `/store/storeProfile/${stores.find(({ openingHours }) => openingHours.some(({ opens }) => opens !== '00:00'))?.id}`
  const open = await newcomer()
  const page = await open(profile)
  const hours = page.getByRole('region', { name: 'Hours' }).getByRole('definition').first()
  await expect(hours).toContainText(/\d (AM|PM)–/)
  await page.goto('/profile')
  const [clock, times] = ['Clock', 'Show times as'].map((name) => page.getByRole('group', { name, exact: true }))
  const seen = page
    .getByRole('region', { name: 'Where you are signed in' })
    .getByRole('button', { name: /ago|just now/ })
    .first()
  await expect(seen).toBeVisible()
  await seen.focus()
  await expect(page.getByRole('tooltip', { includeHidden: true })).toContainText(/\d (AM|PM)/)
  await clock?.getByRole('button', { name: /^24-hour/ }).click()
  await times?.getByRole('button', { name: 'Date and time' }).click()
  await expect(seen).toHaveCount(0)

  await page.goto('/order/view?view=all')
  // When it is promised, for today alone, may stand before.
  const placed = page.locator('[data-row]').first().locator('time').last()
  await expect(placed).toHaveText(/^\w{3} \d+, \d{4}, \d\d:\d\d$/)
  await page.reload()
  await expect(placed).toHaveText(/^\w{3} \d+, \d{4}, \d\d:\d\d$/)
  await page.goto(profile)
  await expect(hours).toContainText(/\d\d:\d\d–\d\d:\d\d/)
})
