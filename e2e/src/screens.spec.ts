import { findings, modes } from './axe.ts'
import { expect, type Page, test } from './journey.ts'
import { filled, paths, settled } from './pages.ts'

const widths = [1440, 390]
/** Pages that show something else than rows; every other one has some in the demo. */
const withoutRows = ['/login', '/dashboard', '/settings/configuration', '/profile', '/tasks', /[dD]etails\/:id$/, '/store/storeProfile/:id']

test.describe.configure({ mode: 'parallel' })

for (const path of paths) {
  test(`${path} renders`, async ({ signedIn, visitor, staff }) => {
    const address = await filled(path, await staff())
    const page = path === '/login' ? await visitor() : await signedIn('admin', address, { reducedMotion: 'reduce' })
    if (path === '/login') await page.goto(address)
    await settled(page)
    if (!withoutRows.some((one) => (typeof one === 'string' ? one === path : one.test(path))))
      await expect(page.locator('[data-row]').first()).toBeVisible()
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => sidewaysScroll(page), `sideways scroll at ${width} px`).toBe(0)
      for (const colorScheme of modes) {
        await page.emulateMedia({ colorScheme })
        // The new colours are there once everything was drawn again.
        await expect.poll(() => findings(page, colorScheme), { message: `axe at ${width} px, ${colorScheme}`, timeout: 20_000 }).toEqual([])
      }
    }
  })
}

function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}
