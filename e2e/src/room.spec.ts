import { orderLoadContract, scheduledOrderContract } from '@larder/contract'
import { expect, type Page, test } from './journey.ts'

const later = [
  { path: '/order/grocery/pending', of: orderLoadContract.load, below: '.board' },
  { path: '/order/scheduled', of: scheduledOrderContract.calendar, below: '.room + .surface' },
]

const topOf = (page: Page, below: string) => page.locator(below).evaluate((each) => each.getBoundingClientRect().top)

for (const { path, of, below } of later) {
  test(`what comes late on ${path} moves nothing below it, at the first visit and at the next, on a desk and on a phone`, async ({
    signedIn,
  }) => {
    const page = await signedIn('admin', '/profile')
    let arrive = () => {}
    await page.route(`**/api${of.path}*`, async (route) => {
      await new Promise<void>((resolve) => {
        arrive = resolve
      })
      await route.continue()
    })
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(viewport)
      for (const visit of ['first', 'next']) {
        await page.goto(path)
        await expect(page.locator(below)).toBeVisible()
        const awaited = page.locator('.room :is(.skeleton, .bone)')
        await expect(awaited, `what is awaited at the ${visit} visit at ${viewport.width}`).not.toHaveCount(0)
        const before = await topOf(page, below)
        await expect(async () => {
          arrive()
          await expect(awaited).toHaveCount(0, { timeout: 500 })
        }).toPass()
        expect(await topOf(page, below), `${visit} visit at ${viewport.width}`).toBe(before)
      }
    }
  })
}
