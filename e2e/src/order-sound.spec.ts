import { expect, type Page, test } from './journey.ts'

test('an order that nobody handles is heard again and again, and muting says who did it and for how long', async ({
  signedIn,
  shopper,
  staff,
}) => {
  const page = await signedIn('admin', '/dashboard')
  const tonesOf = await countTones(page)
  await page.reload()
  await shopper.place({ vertical: 'grocery' })
  await expect(page).toHaveTitle(/^\(\d+\) Dashboard · /)
  // A page may sound once somebody has touched it.
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).click()
  await expect.poll(tonesOf, { timeout: 15_000 }).toBeGreaterThanOrEqual(6)

  await page.getByRole('button', { name: 'Order sound is on' }).click()
  await page.getByRole('menuitem', { name: 'Mute for 1 hour' }).click()
  const { me } = await staff()
  await expect(page.getByRole('button', { name: new RegExp(`^Order sound muted by ${me.person.name} until \\d`) })).toBeVisible()
})

/** Counts the tones that a page starts from its next load on. */
async function countTones(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const counted = { tones: 0 }
    Object.assign(window, { counted })
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (this: OscillatorNode, when?: number) {
      counted.tones++
      start.call(this, when)
    }
  })
  return () => page.evaluate(() => (window as unknown as { counted: { tones: number } }).counted.tones)
}
