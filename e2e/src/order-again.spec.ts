import {
  addMinutes,
  currentInstant,
  formatOf,
  type Instant,
  type Order,
  orderContract,
  remedyContract,
  type Store,
  storeContract,
  ticketContract,
} from '@larder/contract'
import { expect, test } from './journey.ts'
import { expectStatus, startAct } from './order-page.ts'

test('an order is ordered again without one of its lines: the new total is told before, and the two lead to each other', async ({
  signedIn,
  staff,
  shopper,
}) => {
  const placed = await shopper.place({ vertical: 'grocery', name: 'Anjali Again' })
  const { call } = await staff()
  const read = (id: string) => call(orderContract.get, { params: { id } })
  const old = await read(placed.id)
  const [first] = old.lines
  if (!first || old.lines.length < 2) throw new Error('the order has fewer lines than two')
  const page = await signedIn('custumercare-executive', `/order/orderDetails/${placed.id}`)

  await startAct(page, 'Order again')
  const dialog = page.getByRole('dialog', { name: 'Order again' })
  const total = dialog.getByText('New total').locator('..')
  await expect(total).toHaveText(/\d/)
  const whole = (await total.textContent()) ?? ''
  await dialog.getByRole('checkbox', { name: first.name }).uncheck()
  await expect(total).not.toHaveText(whole)
  await dialog.getByRole('radio', { name: 'Card' }).check()
  await dialog.getByLabel('Note for staff').fill('She called: the bag broke')
  const answer = page.waitForResponse(/\/again$/)
  await dialog.getByRole('button', { name: 'Order again' }).click()
  const { id, number } = (await (await answer).json()) as { id: string; number: string }
  await expect(dialog).toBeHidden()

  await expect(page, 'it goes to the new order').toHaveURL(new RegExp(id))
  await expect(page.getByRole('heading', { level: 1, name: number })).toBeFocused()
  await page.getByRole('link', { name: `Back to ${old.number}` }).press('Enter')
  const told = page.getByRole('listitem').filter({ hasText: 'Ordered again' })
  await told.getByRole('link', { name: number }).click()
  await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible()
  await expectStatus(page, 'Pending')
  const placing = page.getByRole('listitem').filter({ hasText: `Order placed, again from ${old.number}` })
  await expect(placing.getByRole('link', { name: old.number })).toBeVisible()
  await expect(page.getByText('She called: the bag broke').first()).toBeVisible()
  const made = await read(id)
  expect(made.lines.map(({ name }) => name)).toEqual(old.lines.slice(1).map(({ name }) => name))
  expect([made.customer?.id, made.store.id, made.paymentMethod, made.address]).toEqual([
    old.customer?.id,
    old.store.id,
    'card',
    old.address,
  ])
})

test('who only operates orders is not offered to order again', async ({ signedIn, shopper }) => {
  const placed = await shopper.place({ vertical: 'grocery' })
  const page = await signedIn('office-staff', `/order/orderDetails/${placed.id}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(
    page
      .getByRole('menuitem', { name: 'Delay' })
      .or(page.getByRole('menuitem', { name: 'Why not?' }))
      .first(),
  ).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Order again' })).toHaveCount(0)
})

test('what credits the customer has is told in the dialog, and pays of the new order where that is wanted', async ({
  signedIn,
  staff,
  shopper,
}) => {
  const { call } = await staff()
  const placed = await shopper.place({ vertical: 'grocery', name: 'Again Mathew', phone: '+919847033552' })
  const about = { topicCode: 'late-order', priority: 'normal', queue: 'care', text: 'An hour late.', orderId: placed.id } as const
  const ticket = await call(ticketContract.create, { body: about })
  const amount = { minor: 4_000, currency: placed.total.currency }
  await call(remedyContract.create, { body: { ticketId: ticket.id, kind: 'credit', amount, reasonCode: 'late-delivery', given: 0 } })
  const page = await signedIn('custumercare-admin', `/order/orderDetails/${placed.id}`)

  await startAct(page, 'Order again')
  const dialog = page.getByRole('dialog', { name: 'Order again' })
  const fact = (name: string) => dialog.getByText(name, { exact: true }).locator('..')
  await expect(fact('New total')).toHaveText(/\d/)
  await expect(dialog.getByText('Left to pay')).toHaveCount(0)
  const credit = dialog.getByRole('switch', { name: 'Use credit of ₹40.00' })
  await credit.focus()
  await page.keyboard.press('Space')
  await expect(credit).toBeChecked()
  await expect(fact('Paid by credit')).toContainText('₹40.00')
  const left = (await fact('Left to pay').textContent()) ?? ''
  const answer = page.waitForResponse(/\/again$/)
  await dialog.getByRole('button', { name: 'Order again' }).click()
  const { id, number, total, credit: paid, due } = (await (await answer).json()) as Order
  expect([paid.minor, due.minor]).toEqual([4_000, total.minor - 4_000])
  expect(left).toContain(formatOf({ numbers: 'en-IN', dates: 'en-US', clock: '12-hour' }).money(due))
  await expect(page).toHaveURL(new RegExp(id))
  await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Payment' }).getByRole('definition').filter({ hasText: '₹40.00' })).toBeVisible()
})

test('of a shut store it says when it opens, and is ordered for the slot that is offered', async ({ signedIn, staff, shopper }) => {
  const { call } = await staff()
  const placed = await shopper.place({ vertical: 'fruits' })
  const params = { id: placed.storeId as Store['id'] }
  const setMode = async (body: { mode: 'paused' | 'open'; until?: Instant; reason?: string }) => {
    const { version } = await call(storeContract.get, { params })
    await call(storeContract.setOpenMode, { params, body: { version, ...body } })
  }
  await setMode({ mode: 'paused', until: addMinutes(currentInstant(), 90), reason: 'Power cut' })
  const page = await signedIn('custumercare-executive', `/order/orderDetails/${placed.id}`)
  await startAct(page, 'Order again')
  const dialog = page.getByRole('dialog', { name: 'Order again' })
  await expect(dialog.getByText(`${placed.storeName} is paused. Opens`)).toBeVisible()
  await dialog.getByRole('button', { name: /^Order for / }).press('Enter')
  await expect(dialog.getByText(`${placed.storeName} is paused.`)).toBeHidden()
  const answer = page.waitForResponse(/\/again$/)
  await dialog.getByRole('button', { name: 'Order again' }).click()
  const { number } = (await (await answer).json()) as Order
  await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible()
  await expectStatus(page, 'Scheduled')
  await setMode({ mode: 'open' })
})
