import { addDays, addMinutes, currentInstant, instantAt, localDateAt, orderContract } from '@larder/contract'
import { expect, test } from './journey.ts'
import { accept, act, because, expectStatus, startAct } from './order-page.ts'

const zone = 'Asia/Kolkata'

test('an order is rejected with a reason', async ({ signedIn, staff, shopper }) => {
  const placed = await shopper.place({ vertical: 'grocery', method: 'online' })
  const page = await signedIn('admin', `/order/orderDetails/${placed.id}`)
  const { call } = await staff()
  const reason = (await call(orderContract.reasons, {})).find(({ kind }) => kind === 'reject')?.label ?? ''

  await startAct(page, 'Reject order')
  const dialog = page.getByRole('dialog', { name: 'Reject order' })
  await dialog.getByRole('button', { name: 'Reject order' }).click()
  await expect(dialog.getByRole('alert'), 'a rejection needs its reason').toBeVisible()
  await because(reason)(dialog)
  await dialog.getByLabel('Note').fill('Freezer broke')
  await dialog.getByRole('button', { name: 'Reject order' }).click()

  await expectStatus(page, 'Rejected')
  await expect(page.getByText('Why it ended')).toBeVisible()
  await expect(page.getByText(reason).first()).toBeVisible()
  await expect(page.getByText('Freezer broke').first()).toBeVisible()
  await expect(page.getByText(/^Refund, /), 'what was paid goes back').toBeVisible()
})

test('an order is delayed, cancelled and restored, each with who and why', async ({ signedIn, staff, shopper }) => {
  const placed = await shopper.place({ vertical: 'grocery' })
  const page = await signedIn('admin', `/order/orderDetails/${placed.id}`)
  const { call } = await staff()
  const reasons = await call(orderContract.reasons, {})
  const labelOf = (kind: string) => reasons.find((reason) => reason.kind === kind)?.label ?? ''

  await accept(page)
  await expectStatus(page, 'Accepted')
  const before = (await call(orderContract.get, { params: { id: placed.id } })).promisedAt ?? ''
  await act(page, 'Delay', (dialog) => dialog.getByRole('button', { name: '20 min' }).click())
  await expect(page.getByText('delayed once')).toBeVisible()
  const after = (await call(orderContract.get, { params: { id: placed.id } })).promisedAt ?? ''
  expect(Date.parse(after) - Date.parse(before)).toBe(20 * 60_000)

  await act(page, 'Cancel order', because(labelOf('cancel')))
  await expectStatus(page, 'Cancelled')
  await act(page, 'Restore order', because(labelOf('restore')))
  await expectStatus(page, 'Accepted')
  const { me } = await staff()
  for (const step of ['Delayed', 'Cancelled', 'Restored'])
    await expect(page.getByRole('listitem').filter({ hasText: step }).filter({ hasText: me.person.name }).first()).toBeVisible()
})

test('what the state forbids says why', async ({ signedIn, shopper }) => {
  const placed = await shopper.place({ vertical: 'grocery' })
  const page = await signedIn('admin', `/order/orderDetails/${placed.id}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Restore order' })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Why not?' }).click()
  const answer = page.getByRole('dialog', { name: 'What cannot be done now' })
  await expect(answer).toContainText('Restore order')
  await expect(answer.getByText('The order is still waiting for the store.')).toHaveCount(1)
})

test('a cake for another day goes to its baker early, is rejected, and comes back from the list of rejected cakes', async ({
  signedIn,
  staff,
  shopper,
}) => {
  const day = addDays(localDateAt(currentInstant(), zone), 3)
  const from = instantAt(day, '17:00', zone)
  const { id, number } = await shopper.place({ vertical: 'cakes', slot: { from, to: addMinutes(from, 60) } })
  const { call } = await staff()
  const { leadHours } = await call(orderContract.get, { params: { id } })
  const page = await signedIn('admin', `/order/scheduled?q=${number}`)
  const row = page.getByRole('row').filter({ hasText: number })
  await row.getByRole('link', { name: number }).click()
  await expect(page).toHaveURL(`/order/orderDetails/${id}`)
  await expect(page.getByText(`${leadHours} hours`, { exact: true })).toBeVisible()
  await act(page, 'Release now', async () => {})
  await expectStatus(page, 'Pending')

  const reasons = await call(orderContract.reasons, {})
  const labelOf = (kind: string) => reasons.find((reason) => reason.kind === kind)?.label ?? ''
  await act(page, 'Reject order', because(labelOf('reject')))
  await expectStatus(page, 'Rejected')
  await page.goto(`/order/cakesRejectedList?q=${number}`)
  await row.getByRole('button', { name: `Actions on ${number}` }).click()
  await page.getByRole('menuitem', { name: 'Restore order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Restore order' })
  await because(labelOf('restore'))(dialog)
  await dialog.getByRole('button', { name: 'Restore order' }).click()
  await expect(row).toHaveCount(0)
  await page.goto(`/order/cakes/cakeOrderDetails/${id}`)
  await expectStatus(page, 'Accepted')
})
