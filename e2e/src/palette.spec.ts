import { customerContract, machineContract, orderContract, riderContract, staffContract, storeContract } from '@larder/contract'
import { expect, test } from './journey.ts'
import { expectStatus } from './order-page.ts'

test('records of every kind, settings, pages and what can be done now are found by the keys alone', async ({
  newcomer,
  staff,
  shopper,
}) => {
  const { call } = await staff()
  const page = await (await newcomer('admin'))('/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  const input = page.getByRole('combobox', { name: 'Search and go anywhere' })
  const find = async (typed: string) => {
    await page.keyboard.press('Control+k')
    await expect(input).toBeFocused()
    await page.keyboard.type(typed)
  }
  /** What is found is gone to: its own page, or the list that is cut to it. */
  const expectFound = async (typed: string, label: string | RegExp, kind: string) => {
    await find(typed)
    const hit = page.getByRole('option').filter({ hasText: label }).filter({ hasText: kind }).first()
    await expect(hit).toBeVisible()
    while ((await hit.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(input).toBeHidden()
    await expect(page.locator('main, [role=dialog]').getByText(label).first()).toBeVisible()
  }

  const placed = await shopper.place({ vertical: 'grocery' })
  const order = await call(orderContract.get, { params: { id: placed.id } })
  const first = async <T>(rows: Promise<{ rows: T[] }>) => (await rows).rows[0] as T
  const customer = await first(call(customerContract.list, { query: { limit: 1 } }))
  const store = await first(call(storeContract.list, { query: { limit: 1 } }))
  const rider = await first(call(riderContract.list, { query: { limit: 1 } }))
  const person = await first(call(staffContract.list, { query: { role: 'office-staff', limit: 1 } }))
  const machine = await first(call(machineContract.list, { query: { limit: 1 } }))
  await expectFound(customer.name ?? '', customer.name ?? '', 'Customer')
  await expectFound(store.name, store.name, 'Store')
  await expectFound(rider.name, rider.name, 'Rider')
  await expectFound(person.email, person.email, 'Account')
  await expectFound(machine.name, machine.name, 'Machine')
  await expect(page.getByRole('dialog', { name: machine.name })).toBeVisible()
  await expectFound('new order is rejected', 'Wait before a new order is rejected', 'Setting')
  await expectFound('trial bal', 'Trial balance', 'Page')
  await expectFound(order.customer?.phone ?? '', order.number, 'order')

  await expectStatus(page, 'Pending')
  await find('accept')
  await expect(page.getByRole('option', { name: /^Accept order/ })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expectStatus(page, 'Accepted')

  await find('dark theme')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
  await find('mute')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Order sound muted by Devika Rajan/ })).toBeVisible()
})

test('what is typed before its code has come is searched for, and acts on nothing else', async ({ signedIn }) => {
  const page = await signedIn('admin', '/customerService/tickets')
  const held = Promise.withResolvers<void>()
  await page.route(/palette\.screen/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Tickets' })).toBeVisible()
  await page.keyboard.press('Control+k')
  // On the page G G leads elsewhere, and N begins a ticket.
  await page.keyboard.type('gg trial n')
  await expect(page.getByRole('dialog', { name: 'Search and go anywhere' }).getByRole('textbox')).toHaveValue('gg trial n')
  held.resolve()
  await expect(page.getByRole('combobox', { name: 'Search and go anywhere' })).toHaveValue('gg trial n')
  await expect(page).toHaveURL(/\/customerService\/tickets$/)
})

test('the key that chooses what is found presses nothing that had the focus before', async ({ signedIn }) => {
  const page = await signedIn('admin', '/customerService/tickets?state=open&claimed=false')
  // Where nothing moves, the focus is given back only after the key.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.getByRole('table').getByRole('link', { name: /^T-/ }).first().click()
  const claim = page.getByRole('main').getByRole('button', { name: 'Claim' }).first()
  await expect(claim).toBeVisible()
  await page.waitForFunction(() => document.activeElement?.matches('main, main h1'))
  await claim.focus()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search and go anywhere' })).toBeFocused()
  const acts: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && acts.push(new URL(request.url()).pathname))
  await page.keyboard.type('macros')
  await expect(page.getByRole('option', { name: /Macros/ }).first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Macros' })).toBeVisible()
  expect(acts).toEqual([])
})
