import { formatOf, orderContract, remedyContract, type Ticket, ticketContract, walletCreditContract } from '@larder/contract'
import type { Locator, Page } from '@playwright/test'
import { pressAct } from './acts.ts'
import { expect, test } from './journey.ts'
import type { PlacedOrder } from './shopper.ts'
import type { Staff } from './staff.ts'

const indian = formatOf({ numbers: 'en-IN', dates: 'en-US', clock: '12-hour' })

/** The acts of the ticket that is shown. */
const acts = (page: Page) => page.getByRole('heading', { level: 1 }).locator('../../..')

function ticketOf({ call }: Staff, order: Pick<PlacedOrder, 'id'>, text: string): Promise<Ticket> {
  return call(ticketContract.create, { body: { topicCode: 'late-order', priority: 'normal', queue: 'care', text, orderId: order.id } })
}

async function fillRemedy(dialog: Locator, amount: number, reason: string): Promise<void> {
  await dialog.getByRole('textbox', { name: 'Amount' }).fill(String(amount / 100))
  await dialog.getByRole('combobox', { name: 'What happened' }).selectOption({ label: reason })
}

test('a late order becomes a ticket; a refund beyond a limit is approved by another person, done, and borne in the books by its store', async ({
  signedIn,
  staff,
}) => {
  const asks = (await staff('custumercare-executive')).me
  const { call } = await staff()
  const amount = { minor: (asks.limits['refund.create'] ?? 0) + 100, currency: 'INR' }
  const { rows } = await call(orderContract.list, { query: { status: 'delivered', limit: 100 } })
  const paid = rows.filter(
    ({ paymentMethod, paymentState, total }) => `${paymentMethod} ${paymentState}` === 'online captured' && total.minor > amount.minor,
  )
  const orders = await Promise.all(paid.map(({ id }) => call(orderContract.get, { params: { id } })))
  const late = orders.find(
    ({ promisedAt, deliveredAt, refunding }) =>
      promisedAt && deliveredAt && deliveredAt > promisedAt && refunding.left.minor > amount.minor,
  )
  if (!late) throw new Error('the demo has no order that came late')

  const maker = await signedIn('custumercare-executive', '/customerService/tickets')
  await maker.getByRole('button', { name: 'Add ticket' }).click()
  const form = maker.getByRole('dialog')
  const queue = form.getByRole('combobox', { name: 'Queue' })
  await form.getByRole('combobox', { name: 'Topic' }).selectOption({ label: 'How the rider behaved' })
  await expect(queue, 'the queue follows the topic').toHaveValue('riders')
  await form.getByRole('combobox', { name: 'Topic' }).selectOption({ label: 'The order is late' })
  await expect(queue).toHaveValue('care')
  await form.getByRole('textbox', { name: 'What happened' }).fill(`${late.number} came too late`)
  await form.getByRole('combobox', { name: 'Order' }).fill(late.number)
  await maker.getByRole('option', { name: late.number }).click()
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(form).toBeHidden()
  const { rows: tickets } = await call(ticketContract.list, { query: { orderId: late.id } })
  const [ticket] = tickets
  if (!ticket) throw new Error('no ticket was opened')
  await maker.goto(`/customerService/tickets?q=${ticket.number}`)
  await maker.getByRole('row').filter({ hasText: ticket.number }).getByRole('link').first().click()

  // Who should bear it is proposed, with what speaks for it; somebody else does by a reason.
  const good = maker.getByRole('region', { name: 'Making it good' })
  const { evidence } = await call(remedyContract.proposal, { params: { id: ticket.id } })
  for (const { text } of evidence) await expect(good.getByText(text)).toBeVisible()
  await good.getByRole('button', { name: 'Refund' }).click()
  const dialog = maker.getByRole('dialog', { name: 'Refund' })
  await fillRemedy(dialog, amount.minor, 'It came too late')
  await dialog.getByRole('radio', { name: /^By hand/ }).check()
  await dialog.getByRole('textbox', { name: 'Store %' }).fill('60')
  await dialog.getByRole('textbox', { name: 'Platform %' }).fill('40')
  await dialog.getByRole('textbox', { name: 'Rider %' }).fill('0')
  await dialog.getByRole('textbox', { name: 'Note', exact: true }).fill('By bank transfer')
  await expect(dialog.getByText(/is left of .* that was paid\. Beyond .* another person has to approve it/)).toBeVisible()
  await expect(dialog.getByText(/It is sent to .*Customer care admin.* to be approved/), 'told before it is sent').toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Beyond what I may give')
  await dialog.getByRole('button', { name: 'Send for approval' }).click()
  await expect(dialog.getByText(/is required: somebody else bears it than was proposed/)).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Why otherwise' }).fill('The store admits it')
  await dialog.getByRole('button', { name: 'Send for approval' }).click()
  await expect(dialog).toBeHidden()
  await expect(maker.getByRole('alert').filter({ hasText: /waits for approval by .*Customer care admin/ })).toBeVisible()
  await expect(good.getByRole('button', { name: 'Credit' }), 'one after the other').toBeDisabled()

  const checker = await signedIn('custumercare-admin', '/approvals')
  const title = `Refund for ${ticket.number}`
  await checker.getByRole('row').filter({ hasText: title }).click()
  const asked = checker.getByRole('dialog', { name: title })
  await expect(asked.getByText('Beyond what I may give')).toBeVisible()
  await asked.getByRole('button', { name: 'Approve' }).click()
  await checker.getByRole('dialog', { name: 'Approve' }).getByRole('button', { name: 'Approve' }).click()
  await expect(asked.getByText('Approved', { exact: true })).toBeVisible()
  await expect(good.getByText(`Refund: ${indian.money(amount)}, by ${asks.person.name}`), 'whoever asked sees it').toBeVisible()

  await checker.goto(`/order/orderDetails/${late.id}`)
  const payment = checker.getByRole('region', { name: 'Payment' })
  await expect(payment.getByText('Refund, approved, not sent yet')).toBeVisible()
  for (const [label, state] of [
    ['Mark as sent', 'Refund, sent'],
    ['Mark as done', 'Refund, done'],
  ] as const) {
    await payment.getByRole('button', { name: label }).click()
    const said = checker.getByRole('dialog', { name: label })
    await said.getByRole('textbox', { name: 'Note', exact: true }).fill('By bank transfer')
    await said.getByRole('button', { name: label }).click()
    await expect(payment.getByText(state, { exact: true })).toBeVisible()
  }

  // Six tenths are the store's: less is owed to it, and the marketplace has paid the customer.
  const books = await signedIn('accountant-admin', `/money/journal?account=store-refunds&q=${late.number}`)
  await expect(books.getByRole('row').filter({ hasText: late.number })).toContainText(late.store.name)
  await books.goto(`/order/orderDetails/${late.id}?tab=ledger`)
  const borne = books.getByRole('region', { name: 'Refund borne' })
  await expect(borne.getByRole('row', { name: /2340 Owed to stores: refunds they bear/ })).toBeVisible()
  await expect(books.getByRole('region', { name: 'Refund done' })).toContainText(indian.money(amount))
  await books.goto('/money/trial-balance')
  await expect(books.getByText(/^Balanced: /)).toBeVisible()
  await books.getByRole('link', { name: '2340 Owed to stores: refunds they bear' }).click()
  await expect(books).toHaveURL(/\/money\/journal\?account=store-refunds$/)
  await expect(books.getByRole('row').filter({ hasText: late.number })).toContainText('Refund borne')
})

test('two agents on one ticket: whoever comes second is told who was first, and loses nothing typed', async ({
  signedIn,
  staff,
  shopper,
}) => {
  const first = await staff('custumercare-executive')
  const { id, number } = await ticketOf(first, await shopper.place({ vertical: 'restaurant' }), 'Where is it?')
  const address = `/customerService/tickets/${id}`
  const [one, two] = [await signedIn('custumercare-executive', address), await signedIn('custumercare-admin', address)]
  const { name } = first.me.person

  // The second does not hear of the claim in time.
  const release = Promise.withResolvers<void>()
  await expect(two.getByRole('button', { name: 'Claim' })).toBeVisible()
  await two.route(`**/api/tickets/${id}`, async (route) => {
    await release.promise
    await route.continue()
  })
  await one.getByRole('button', { name: 'Claim' }).click()
  await expect(acts(one).getByRole('button', { name: 'Claim' })).toBeHidden()
  await two.getByRole('button', { name: 'Claim' }).click()
  const told = two.locator('.snack').filter({ hasText: `Claim did not work for ${number}` })
  await expect(told).toContainText(name)
  await expect(told.getByRole('button', { name: 'Retry' }), 'what is not possible any more is not offered').toHaveCount(0)
  release.resolve()
  await expect(two.getByRole('region', { name: 'Ticket' }).getByText(name)).toBeVisible()

  await pressAct(two, acts(two), 'Answer')
  const dialog = two.getByRole('dialog', { name: 'Answer' })
  await dialog.getByRole('textbox', { name: 'Text' }).fill('The rider is at your door.')
  await pressAct(one, acts(one), 'Answer')
  await one.getByRole('dialog').getByRole('textbox', { name: 'Text' }).fill('We are on it.')
  await one.getByRole('dialog').getByRole('button', { name: 'Answer' }).click()
  await expect(one.getByText('We are on it.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Answer' }).click()
  await expect(dialog.getByRole('alert')).toContainText(name)
  await expect(dialog.getByRole('textbox', { name: 'Text' })).toHaveValue('The rider is at your door.')
  await dialog.getByRole('button', { name: 'Answer anyway' }).click()
  await expect(one.getByText('The rider is at your door.')).toBeVisible()
})

test('a remedy is given once: pressed twice, sent again after its answer was lost, and not beside one that was not seen', async ({
  signedIn,
  staff,
  shopper,
  complaints,
}) => {
  const agent = await staff('custumercare-executive')
  const { id, customer } = await ticketOf(agent, await shopper.place({ vertical: 'restaurant' }), 'An hour late.')
  const address = `/customerService/tickets/${id}`
  const [page, other] = [await signedIn('custumercare-executive', address), await signedIn('custumercare-admin', address)]
  const given = async () => (await agent.call(remedyContract.list, { query: { ticketId: id } })).rows.map((remedy) => remedy.amount.minor)
  const open = async (at: Page, amount: number) => {
    await at.getByRole('region', { name: 'Making it good' }).getByRole('button', { name: 'Credit' }).click()
    const dialog = at.getByRole('dialog', { name: 'Credit' })
    await fillRemedy(dialog, amount, 'Goodwill')
    return { dialog, give: dialog.getByRole('button', { name: 'Credit', exact: true }) }
  }

  const twice = await open(page, 1_000)
  await twice.give.dblclick()
  await expect(twice.dialog).toBeHidden()
  expect(await given()).toEqual([1_000])

  // The server does it, and the network is gone before its answer is here.
  const keys: string[] = []
  await page.route('**/api/remedies', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    if (keys.length > 1) return route.continue()
    await route.fetch()
    await route.abort('internetdisconnected')
  })
  await expect(page.getByText('Credit: ₹10.00')).toHaveCount(1)
  const blind = await open(other, 3_000)
  const lost = await open(page, 2_000)
  await lost.give.click()
  await expect(lost.dialog.getByRole('alert').filter({ hasText: 'The server did not answer.' })).toBeVisible()
  expect(await given()).toEqual([2_000, 1_000])
  await lost.give.click()
  await expect(lost.dialog).toBeHidden()
  expect(keys).toEqual([keys[0], keys[0]])
  expect(await given(), 'the same again is not another one').toEqual([2_000, 1_000])
  const { rows } = await agent.call(walletCreditContract.list, { query: { customerId: customer?.id ?? '', limit: 2 } })
  expect(rows.map((credit) => credit.amount.minor)).toEqual([2_000, 1_000])

  await blind.give.click()
  await expect(blind.dialog.getByText('Another remedy was given on this ticket meanwhile: look at it first.')).toBeVisible()
  expect(await given()).toEqual([2_000, 1_000])
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !text.includes('No response from the API')))
})
