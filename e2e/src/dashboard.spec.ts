import { orderContract, type SettingKey, settingContract } from '@larder/contract'
import { closeHeld } from './acts.ts'
import { expect, test } from './journey.ts'
import type { Staff } from './staff.ts'

test('an order that nobody answers counts down and is accepted where it stands; why another was rejected leads to it', async ({
  signedIn,
  shopper,
  staff,
}) => {
  const lead = await staff()
  // Before whatever is rejected by itself: every new order is at risk at once.
  await setMinutes(lead, { 'order.warnMinutes': 1, 'order.autoRejectMinutes': 5 })
  const page = await signedIn('admin', '/dashboard?vertical=fish')
  const radar = page.getByRole('region', { name: 'At risk and late' })
  const rowOf = ({ number }: { number: string }) => radar.getByRole('listitem').filter({ hasText: number })

  const [saved, other] = [await shopper.place({ vertical: 'fish' }), await shopper.place({ vertical: 'grocery' })]
  await expect(rowOf(saved)).toContainText('to auto-reject')
  await expect(rowOf(saved).getByRole('timer')).toContainText(/^4:\d\d/)
  await expect(rowOf(other)).toHaveCount(0)

  await rowOf(saved)
    .getByRole('button', { name: `Call about ${saved.number}` })
    .click()
  const calls = page.getByRole('dialog', { name: `Call about ${saved.number}` })
  await expect(calls).toContainText('Meera Thomas')
  await expect(calls.getByText(saved.storeName)).toBeVisible()
  await expect(calls.locator('a[href^="tel:"]').first()).toBeVisible()
  await page.keyboard.press('Escape')

  const answered = page.waitForResponse(/\/accept$/)
  await rowOf(saved)
    .getByRole('button', { name: /^Accept · \d+ min/ })
    .click()
  await closeHeld(page, 'accepted')
  await answered
  await expect(rowOf(saved).getByRole('timer').filter({ hasText: 'to auto-reject' })).toHaveCount(0)

  const refused = await shopper.place({ vertical: 'fish' })
  const order = await lead.call(orderContract.get, { params: { id: refused.id } })
  await lead.call(orderContract.reject, { params: { id: order.id }, body: { version: order.version, reason: 'too-busy' } })
  const reasons = page.getByRole('region', { name: 'Today’s rejected orders, by reason' })
  await reasons.getByRole('link', { name: 'The store is too busy' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Rejected orders' })).toBeVisible()
  await expect(page.getByRole('link', { name: refused.number })).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: /^Orders today/ }).click()
  expect(new URL(page.url()).searchParams.get('vertical')).toBe('fish')
  await expect(page.getByRole('row').filter({ hasText: refused.number })).toBeVisible()
  await setMinutes(lead, { 'order.autoRejectMinutes': 10, 'order.warnMinutes': 5 })
})

/** Changes settings one after the other, as each has to fit the others. */
async function setMinutes({ call }: Staff, minutes: Partial<Record<SettingKey, number>>): Promise<void> {
  for (const [key, value] of Object.entries(minutes)) {
    const known = (await call(settingContract.list, {})).find(({ id }) => id === key)
    if (!known) throw new Error(`${key} is no setting`)
    await call(settingContract.change, { params: { id: known.id }, body: { version: known.version, value } })
  }
}
