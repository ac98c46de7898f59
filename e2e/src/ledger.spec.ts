import { formatOf, ledgerAccountContract, orderContract } from '@larder/contract'
import { expect, test } from './journey.ts'

const indian = formatOf({ numbers: 'en-IN', dates: 'en-US', clock: '12-hour' })

test('an order that was placed and delivered is booked on its page and in the journal, and the trial balance is none', async ({
  signedIn,
  staff,
  shopper,
}) => {
  const { call } = await staff()
  const [reason = ''] = (await call(orderContract.reasons, {})).flatMap(({ kind, code }) => (kind === 'on-behalf' ? [code] : []))
  const { id, number, total } = await shopper.place({ vertical: 'grocery' })
  const version = async () => (await call(orderContract.get, { params: { id } })).version
  await call(orderContract.accept, { params: { id }, body: { version: await version(), prepMinutes: 10 } })

  const page = await signedIn('accountant-admin', `/order/orderDetails/${id}?tab=ledger`)
  const placed = page.getByRole('region', { name: 'Order placed' })
  await expect(placed.getByRole('row', { name: /1100 Customers/ })).toContainText(indian.money(total))
  await expect(placed.getByRole('row', { name: /2100 Orders in progress/ })).toContainText(indian.money(total))

  await call(orderContract.markReady, { params: { id }, body: { version: await version() } })
  const rider = (await call(orderContract.riders, { params: { id } })).find(({ because }) => because === null)
  await call(orderContract.assignRider, { params: { id }, body: { version: await version(), riderId: rider?.id ?? '' } })
  await call(orderContract.pickUp, { params: { id }, body: { version: await version(), reason } })
  await call(orderContract.deliver, { params: { id }, body: { version: await version(), reason, collected: total } })
  // The page hears of it by itself.
  await expect(page.getByRole('region', { name: 'Order delivered' }).getByRole('row', { name: /2310 Owed to stores: items/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Payment collected' }).getByRole('row', { name: /1310 Cash with riders/ })).toContainText(
    indian.money(total),
  )

  await page.goto(`/money/journal?q=${number}`)
  const rows = page.getByRole('row').filter({ hasText: number })
  await expect(rows).toHaveCount(3)
  await expect(rows.filter({ hasText: 'Payment collected' })).toContainText('Cash with riders')
  await rows.filter({ hasText: 'Order delivered' }).getByRole('link').first().click()
  await expect(page.getByRole('dialog').getByRole('row', { name: /2310 Owed to stores: items/ })).toBeVisible()

  await expect.poll(async () => (await call(ledgerAccountContract.progress, {})).booked).toBeGreaterThan(0)
  await page.goto('/money/trial-balance')
  await expect(page.getByText(/^Balanced: /)).toBeVisible()
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByText('The ledger is checked: its progress stands in the header')).toBeVisible()
  await expect(page.getByText(/orders checked against the ledger, all booked as they stand$/)).toBeVisible()
  await page.getByRole('link', { name: '1310 Cash with riders' }).click()
  await expect(page).toHaveURL(/\/money\/journal\?account=rider-cash$/)
  await expect(page.getByRole('row').filter({ hasText: number })).toContainText('Payment collected')
})

test('whoever may not view finance has neither the pages nor the tab', async ({ signedIn, shopper }) => {
  const { id } = await shopper.place({ vertical: 'fish' })
  const page = await signedIn('office-staff', `/order/orderDetails/${id}?tab=ledger`)
  await expect(page.getByRole('tab', { name: 'Order' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tab', { name: 'Ledger' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Journal' })).toHaveCount(0)
})
