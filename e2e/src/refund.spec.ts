import { orderContract } from '@larder/contract'
import { expect, test } from './journey.ts'
import { startAct } from './order-page.ts'

test('lines beyond a limit are refunded by two people, sent, lost, sent again and done, and the pages of both follow', async ({
  signedIn,
  staff,
  shopper,
}) => {
  const asks = (await staff('custumercare-executive')).me
  const limit = asks.limits['refund.create'] ?? 0
  const placed = await shopper.place({ vertical: 'restaurant', method: 'online', worth: limit + 1 })
  const { call } = await staff()
  const read = () => call(orderContract.get, { params: { id: placed.id } })
  const maker = await signedIn('custumercare-executive', `/order/orderDetails/${placed.id}`)
  const checker = await signedIn('admin', '/approvals')

  await startAct(maker, 'Refund')
  const dialog = maker.getByRole('dialog', { name: 'Refund' })
  await expect(dialog.getByText(/is left of .* that was paid/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(dialog.getByRole('alert').first(), 'lines or an amount, and a reason').toBeVisible()
  for (const { name, quantity } of (await read()).lines) await dialog.getByLabel(name).fill(`${quantity}`)
  await dialog.getByRole('radio', { name: 'The quality was poor' }).check()
  await dialog.getByRole('textbox', { name: 'Note', exact: true }).fill('Everything was cold')
  await expect(dialog.getByText(/is more than the .* that you may give alone/), 'told before it is sent').toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The customer sent pictures')
  await dialog.getByRole('button', { name: 'Send for approval' }).click()
  const payment = maker.getByRole('region', { name: 'Payment' })
  await expect(payment.getByText('Refund, waits for approval')).toBeVisible()
  await expect(payment.getByText(`Asked by ${asks.person.name}`)).toBeVisible()
  const notice = maker.getByRole('alert').filter({ hasText: /waits for approval by/ })
  await expect(notice.getByRole('button', { name: 'Withdraw' })).toBeVisible()

  await checker
    .getByRole('row')
    .filter({ hasText: `Refund of ${placed.number}` })
    .click()
  const asked = checker.getByRole('dialog', { name: `Refund of ${placed.number}` })
  await expect(asked.getByText('The customer sent pictures')).toBeVisible()
  await expect(asked.getByText(/is left of .* that was paid/)).toBeVisible()
  await expect(asked.getByRole('link', { name: placed.number }).first()).toBeVisible()
  await asked.getByRole('button', { name: 'Approve' }).click()
  await checker.getByRole('dialog', { name: 'Approve' }).getByRole('button', { name: 'Approve' }).click()
  await expect(asked.getByText('Approved', { exact: true })).toBeVisible()

  await expect(payment.getByText('Refund, approved, not sent yet')).toBeVisible()
  await expect(notice).toBeHidden()
  const refundId = (await read()).refunds[0]?.id ?? ''
  const say = (state: 'sent' | 'done' | 'failed', more: object = {}) =>
    shopper.act(placed.id, { type: 'refund', as: 'customer', refundId, state, ...more })
  await say('sent', { reference: 'rfnd_journey' })
  await expect(payment.getByText('Refund, sent')).toBeVisible()
  await say('failed', { failure: 'The card was closed.' })
  await expect(payment.getByText('Did not go through: The card was closed.')).toBeVisible()
  await say('sent')
  await say('done')
  await expect(payment.getByText('Refund, done')).toBeVisible()
  await expect(payment.getByText('Sent 2 times')).toBeVisible()
  for (const step of ['Refund sent again', 'Refund did not go through', 'Refund done'])
    await expect(maker.getByRole('listitem').filter({ hasText: step }).first()).toBeVisible()
})
