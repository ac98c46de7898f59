import { addDays, addMinutes, currentInstant, instantAt, localDateAt } from '@larder/contract'
import { findings } from './axe.ts'
import { expect, type Page, test } from './journey.ts'
import { filled, paths, settled, verticalOf } from './pages.ts'
import { phone, wide } from './tour.ts'

/** Pages that show something else than rows; every other one has some in the demo. */
const withoutRows = [
  '/dashboard',
  '/settings/configuration',
  '/settings/permission',
  '/settings/setup',
  '/profile',
  '/tasks',
  /[dD]etails\/:id$/,
  '/store/menuUpload',
  '/store/bulkupdate',
  '/store/storeProfile/:id',
  '/store/storeProfile/brands/:id',
  '/store/scanMenu/:id',
  '/store/changes/:id',
  '/store/storeProfile/viewMenu/:storeId/:catID',
  '/store/storeProfile/options/:id',
  '/store/storeProfile/addons/:id',
  '/order/deliverymap/:id/:type',
  '/order/map',
  '/order/replay',
  /^\/order\/hand-overs\/(new|:id)$/,
  '/customerService/customerorder/:id',
  '/customerService/tickets/:id',
  '/customerService/phoneOrder',
  '/deliveryBoy/list/:id',
  '/deliveryBoy/proposals',
  /^\/branch\/order\/(orders|cash|days)\/:id$/,
  /^\/money\/cash(-deposits)?\/:id$/,
  /^\/accounts\/[\w-]+\/:id$/,
]

/** An hour of it, in the demo's city. */
function tomorrow() {
  const zone = 'Asia/Kolkata'
  const from = instantAt(addDays(localDateAt(currentInstant(), zone), 1), '18:00', zone)
  return { from, to: addMinutes(from, 60) }
}

test.describe.configure({ mode: 'parallel' })

for (const path of paths.filter((each) => each !== '/login')) {
  test(`${path} renders`, async ({ tour, staff, shopper }) => {
    // A board may be empty while the stores of the demo's night are shut.
    const vertical = verticalOf(path)
    if (vertical && path.endsWith('/pending')) await shopper.place({ vertical })
    if (path.startsWith('/order/scheduled')) await shopper.place({ vertical: 'grocery', slot: tomorrow() })
    // Lists of orders open with those of the day, which may just have begun; of a vertical that sells little none may have been rejected for long.
    const wider = path.endsWith('/view')
      ? '?view=all'
      : /reject/i.test(path)
        ? `?from=${addDays(currentInstant().slice(0, 10), -90)}`
        : null
    const page = await tour.visit(wider ? `${path}${wider}` : await filled(path, await staff()))
    if (!withoutRows.some((one) => (typeof one === 'string' ? one === path : one.test(path))))
      await expect(page.locator('[data-row]').first()).toBeVisible()
    await expectFit(page)
  })
}

test('/login renders', async ({ visitor }) => {
  const page = await visitor()
  await page.goto('/login')
  await settled(page)
  await expectFit(page)
})

/** It is as wide as the window, on a desk and on a phone, and axe finds nothing, in the light and in the dark. */
async function expectFit(page: Page): Promise<void> {
  const found: string[] = []
  for (const size of [wide, phone]) {
    await page.setViewportSize(size)
    await expect.poll(() => sidewaysScroll(page), `sideways scroll at ${size.width} px`).toBe(0)
    for (const one of await findings(page)) found.push(`${size.width} px, ${one}`)
  }
  expect(found, 'what axe finds').toEqual([])
}

function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}
