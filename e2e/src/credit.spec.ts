import { formatOf, ledgerAccountContract, orderContract, ticketContract, walletCreditContract } from '@larder/contract'
import { expect, test } from './journey.ts'
import { lifeOf } from './staff.ts'

const indian = formatOf({ numbers: 'en-IN', dates: 'en-US', clock: '12-hour' })

test('a credit that is granted on a ticket pays for a phone order, whose rider takes the rest, and the books balance', async ({
  signedIn,
  staff,
  shopper,
}) => {
  const admin = await staff()
  const { call } = admin
  // Somebody whose wallet no other journey fills.
  const first = await shopper.place({ vertical: 'restaurant', name: 'Credit Thomas', phone: '+919847033441' })
  const { customer, store, lines } = await call(orderContract.get, { params: { id: first.id } })
  const ticket = await call(ticketContract.create, {
    body: { topicCode: 'late-order', priority: 'normal', queue: 'care', text: 'An hour late.', lines: [], orderId: first.id },
  })
  // Enough of the dearest for any store's minimum.
  const item = lines.toSorted((a, b) => b.unitPrice.minor - a.unitPrice.minor).find((line) => line.options.length === 0)
  if (!customer || !item) throw new Error('the order has no customer or no line')

  const page = await signedIn('custumercare-admin', `/customerService/tickets/${ticket.id}`)
  await page.getByRole('button', { name: 'Credit', exact: true }).click()
  const grant = page.getByRole('dialog', { name: 'Credit' })
  await grant.getByRole('textbox', { name: 'Amount' }).fill('40')
  await grant.getByRole('combobox', { name: 'What happened' }).selectOption({ index: 1 })
  await grant.getByRole('button', { name: 'Credit', exact: true }).click()
  await expect(grant).toBeHidden()
  await expect(page.getByText(/Credit: ₹40\.00/)).toBeVisible()

  await page.goto(`/customerService/phoneOrder?customer=${customer.id}`)
  // Of the stores that reach the address of their last order.
  await page.getByRole('combobox', { name: 'Store' }).fill(store.name)
  await page.getByRole('option', { name: store.name }).first().click()
  await page.getByRole('combobox', { name: 'Item to add' }).fill(item.name)
  await page.getByRole('option', { name: item.name }).first().click()
  const quantity = page.getByRole('textbox', { name: `Quantity of ${item.name}` })
  await quantity.fill(String(Math.ceil(30_000 / item.unitPrice.minor)))
  await quantity.press('Tab')
  const credit = page.getByRole('switch', { name: 'Use credit of ₹40.00' })
  await credit.focus()
  await page.keyboard.press('Space')
  await expect(credit).toBeChecked()
  await expect(page.getByText('Paid by credit').locator('..')).toContainText('₹40.00')
  const toPay = await page.getByText('Left to pay').locator('..').textContent()
  const answer = page.waitForResponse((response) => response.request().method() === 'POST' && /\/phone-orders$/.test(response.url()))
  await page.keyboard.press('Control+Enter')
  const placed = await (await answer).json()
  expect(placed.credit.minor).toBe(4_000)
  expect(placed.due.minor).toBe(placed.total.minor - 4_000)
  expect(toPay).toContain(indian.money(placed.due))

  const payment = page.getByRole('region', { name: 'Payment' })
  await expect(payment.getByRole('definition').filter({ hasText: '₹40.00' })).toBeVisible()
  await expect(payment.getByText('Due at hand-over')).toBeVisible()
  const life = await lifeOf(admin, placed.id)
  await life.pickUp()
  await life.deliver(placed.due)
  await expect(payment.getByText('Collected at hand-over')).toBeVisible()
  await expect(payment).toContainText(indian.money(placed.due))

  const { rows } = await call(walletCreditContract.list, { query: { customerId: customer.id as never } })
  const spent = rows.find(({ amount }) => amount.minor === 4_000)
  expect(spent?.state).toBe('spent')
  await page.goto(`/customerService/customerorder/${customer.id}`)
  await page.getByRole('tab', { name: 'Credits' }).click()
  await page.getByRole('row').filter({ hasText: '₹40.00' }).first().click()
  await page.getByRole('dialog').getByRole('link', { name: placed.number }).click()
  await expect(page.getByRole('heading', { level: 1, name: placed.number })).toBeVisible()
  const accounts = await call(ledgerAccountContract.list, { query: {} })
  expect(accounts.rows.reduce((sum, { closing }) => sum + closing.minor, 0)).toBe(0)
})
