import { expect, type Page, test } from './journey.ts'

/** How often pages of this window keep something on the device while so many frames are drawn. */
const keptIn = (page: Page, frames: number) =>
  page.evaluate(async (left) => {
    let kept = 0
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = function (...args) {
      kept++
      setItem.apply(this, args)
    }
    for (let at = 0; at < left; at++) await new Promise(requestAnimationFrame)
    Storage.prototype.setItem = setItem
    return kept
  }, frames)

test('two tabs on different pages leave each other alone; what is chosen in one is so in the other', async ({ signedIn }) => {
  const page = await signedIn('admin', '/store/list')
  const beside = await page.context().newPage()
  await beside.goto('/deliveryBoy/list')
  for (const tab of [page, beside]) await expect(tab.locator('[data-connection=connected]')).toBeVisible()
  await page.getByRole('button', { name: 'Make the menu narrow' }).click()
  await expect(beside.getByRole('button', { name: 'Make the menu wide' })).toBeVisible()
  await expect.poll(() => keptIn(beside, 30), 'what both have is news to none').toBe(0)
})
