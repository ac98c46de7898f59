import { formatOf, ledgerAccountContract } from '@larder/contract'
import { expect, test } from './journey.ts'
import { lifeOf } from './staff.ts'

const indian = formatOf({ numbers: 'en-IN', dates: 'en-US', clock: '12-hour' })

test('an order that was placed and delivered is booked on its page and in the journal, and the trial balance is none', async ({
  signedIn,
  staff,
  shopper,
}) => {
  const admin = await staff()
  const { id, number, total } = await shopper.place({ vertical: 'grocery' })
  const life = await lifeOf(admin, id)

  const page = await signedIn('accountant-admin', `/order/orderDetails/${id}?tab=ledger`)
  const placed = page.getByRole('region', { name: 'Order placed' })
  await expect(placed.getByRole('row', { name: /1100 Customers/ })).toContainText(indian.money(total))
  await expect(placed.getByRole('row', { name: /2100 Orders in progress/ })).toContainText(indian.money(total))

  await life.pickUp()
  await life.deliver(total)
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

  await expect.poll(async () => (await admin.call(ledgerAccountContract.progress, {})).percent).toBe(100)
  await page.goto('/money/trial-balance')
  await expect(page.getByText(/^Balanced: /)).toBeVisible()
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByText('Check of the ledger: its progress stands in the header')).toBeVisible()
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
