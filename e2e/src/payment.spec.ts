import { channelContract, orderContract } from '@larder/contract'
import { callerOf } from './caller.ts'
import { expect, test } from './journey.ts'
import { startAct } from './order-page.ts'
import type { Product } from './product.ts'

/** The customer pays at the gateway's page, once there is one. */
async function pay({ address, channelKey }: Product, id: string, card: 'good' | 'declined' | 'slow' = 'good'): Promise<void> {
  const call = callerOf(address, channelKey)
  const checkout = async () => (await call(channelContract.getOrder, { params: { id } })).payment?.checkout ?? ''
  await expect.poll(checkout).toMatch(/^http/)
  const answer = await fetch(await checkout(), { method: 'POST', body: JSON.stringify({ card }) })
  expect(answer.status).toBe(200)
}

test('a payment that fails is tried again, and the order goes to its store; one that arrives after the order has ended goes back', async ({
  signedIn,
  shopper,
  product,
}) => {
  const placed = await shopper.place({ vertical: 'restaurant', method: 'gateway' })
  const page = await signedIn('admin', `/order/orderDetails/${placed.id}`)
  const payment = page.getByRole('region', { name: 'Payment' })
  await expect(payment.getByText('Awaiting payment')).toBeVisible()
  await pay(product, placed.id, 'declined')
  await payment.getByRole('link', { name: 'What the gateway says' }).click()
  const row = page.getByRole('row').filter({ hasText: placed.number })
  await expect(row).toContainText('Did not go through')
  await pay(product, placed.id)
  await expect(row).toContainText('Captured')
  await row.getByRole('link', { name: placed.number }).click()
  await expect(payment.getByText('Paid', { exact: true })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Simulated gateway' }).first()).toBeVisible()

  await product.misbehave({ settleAfter: 4000 })
  const late = await shopper.place({ vertical: 'restaurant', method: 'gateway' })
  await page.goto(`/order/orderDetails/${late.id}`)
  await expect(payment.getByText('Awaiting payment')).toBeVisible()
  await pay(product, late.id, 'slow')
  await startAct(page, 'Cancel order')
  const dialog = page.getByRole('dialog', { name: 'Cancel order' })
  await dialog.getByRole('radio').first().check()
  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await product.misbehave({ settleAfter: 0 })
  await expect(payment.getByText('Refund, done')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('It came after the order had ended, and goes back')).toBeVisible()
})

test('a refund beyond a limit is made by two people, and done when the gateway says so', async ({ signedIn, staff, shopper, product }) => {
  const limit = (await staff('custumercare-executive')).me.limits['refund.create'] ?? 0
  const placed = await shopper.place({ vertical: 'restaurant', method: 'gateway', worth: limit + 1 })
  await pay(product, placed.id)
  const { call } = await staff()
  const read = () => call(orderContract.get, { params: { id: placed.id } })
  await expect.poll(async () => (await read()).paymentState).toBe('captured')
  const maker = await signedIn('custumercare-executive', `/order/orderDetails/${placed.id}`)
  const checker = await signedIn('admin', '/approvals')
  await startAct(maker, 'Refund')
  const dialog = maker.getByRole('dialog', { name: 'Refund' })
  for (const { name, quantity } of (await read()).lines) await dialog.getByLabel(name).fill(`${quantity}`)
  await dialog.getByRole('radio', { name: 'The quality was poor' }).check()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The customer sent pictures')
  await dialog.getByRole('button', { name: 'Send for approval' }).click()
  const payment = maker.getByRole('region', { name: 'Payment' })
  await expect(payment.getByText('Refund, waits for approval')).toBeVisible()
  const words = `Refund of ${placed.number}`
  await checker.getByRole('row').filter({ hasText: words }).click()
  await checker.getByRole('dialog', { name: words }).getByRole('button', { name: 'Approve' }).click()
  await checker.getByRole('dialog', { name: 'Approve' }).getByRole('button', { name: 'Approve' }).click()

  await expect(payment.getByText('Refund, done')).toBeVisible({ timeout: 30_000 })
  await expect(payment.getByRole('button', { name: 'Mark as sent' })).toHaveCount(0)
  await checker.goto('/order/onlineOrder')
  const row = checker.getByRole('row').filter({ hasText: placed.number })
  await expect(row).toContainText((await read()).paymentReference ?? '')
  await expect(row).toContainText(/efunded/)
})

test('a difference from the gateway’s list is found, settled with a reason, and booked', async ({ signedIn }) => {
  const page = await signedIn('admin', '/order/onlineOrder')
  await page.getByRole('button', { name: 'Compare now' }).click()
  await expect(page.getByText('Another amount was captured')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText(/^Compared with Simulated gateway/)).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Settle' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Settle' })
  await expect(dialog).toContainText('is booked to Payment differences')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The gateway kept a fee')
  await dialog.getByRole('button', { name: 'Settle' }).click()
  await expect(page.getByText(/^Settled: /)).toBeVisible()
  await page.goto('/money/journal?kind=difference-settled')
  await expect(page.getByRole('row').filter({ hasText: 'Difference settled' }).first()).toContainText('Payment differences')
})
