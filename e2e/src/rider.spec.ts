import { bankAccountContract, channelContract, currentInstant, orderContract, riderContract, storeContract } from '@larder/contract'
import { callerOf } from './caller.ts'
import { expect, test } from './journey.ts'

test('a rider is taken on step by step, approved by somebody else, and earns by what they then deliver', async ({
  signedIn,
  staff,
  shopper,
  product,
}) => {
  const { call } = await staff()
  const order = await shopper.place({ vertical: 'grocery', method: 'cash' })
  const { branch, area } = await call(storeContract.get, { params: { id: order.storeId } })

  const office = await signedIn('office-staff', '/deliveryBoy/add')
  const steps = office.getByRole('dialog', { name: 'Add rider' })
  const next = () => steps.getByRole('button', { name: 'Next' }).click()
  await steps.getByLabel('Name').fill('Aaron Abraham')
  await steps.getByLabel('Phone').fill('98472 45454')
  await next()
  await steps.getByRole('combobox', { name: 'Vehicle' }).selectOption('bicycle')
  await next()
  await steps.getByRole('combobox', { name: 'Branch' }).fill(branch.name)
  await office.getByRole('option', { name: branch.name }).first().click()
  await steps.getByRole('combobox', { name: 'Areas' }).fill(area.name)
  await office.getByRole('option', { name: area.name }).first().click()
  await next()
  await steps.getByRole('button', { name: 'Add document' }).click()
  await steps.getByRole('combobox', { name: 'Kind of document 1' }).selectOption('identity')
  await steps.getByLabel('Number of document 1').fill('4242 1234 9876')
  const picture = { name: 'card.png', mimeType: 'image/png', buffer: await office.screenshot() }
  await steps.locator('input[type=file]').setInputFiles(picture)
  await expect(steps.getByRole('button', { name: 'Replace picture of document 1' })).toBeVisible()
  await expect(steps.getByRole('progressbar')).toHaveCount(0)
  await next()
  await expect(steps.getByText('Can follow later.')).toBeVisible()
  await next()
  await steps.getByLabel('Cash limit').fill('5000')
  await next()
  await steps.getByRole('button', { name: 'Add rider' }).click()
  await expect(office.getByRole('status').filter({ hasText: 'Rider added' })).toBeVisible()
  await office.getByRole('link', { name: 'Aaron Abraham' }).click()
  await office.getByRole('button', { name: 'Hand in for review' }).click()
  await expect(office.getByText('In review').first()).toBeVisible()

  const [added] = (await call(riderContract.list, { query: { q: 'Aaron Abraham', status: 'review' } })).rows
  const account = { holder: 'Aaron Abraham', accountNumber: '50100412345678', accountNumberAgain: '50100412345678', code: 'HDFC0001234' }
  await call(bankAccountContract.create, { body: { riderId: added?.id ?? '', ...account } })

  const lead = await signedIn('custumercare-admin', '/deliveryBoy/list?status=review')
  await lead.getByRole('link', { name: 'Aaron Abraham' }).click()
  await expect(lead.getByText('Nothing is missing.')).toBeVisible()
  await lead.getByRole('button', { name: 'Approve' }).click()
  await expect(lead.getByRole('status').filter({ hasText: 'Aaron Abraham is active' })).toBeVisible()

  const [rider] = (await call(riderContract.list, { query: { q: 'Aaron Abraham' } })).rows
  const id = rider?.id ?? ''
  const ask = callerOf(product.address, product.channelKey)
  const position = { point: { lat: 9.97, lng: 76.28 }, at: currentInstant(), shiftState: 'available', batteryPct: 80 } as const
  await ask(channelContract.positions, { params: { id }, body: position })
  const { version } = await call(orderContract.get, { params: { id: order.id } })
  await call(orderContract.accept, { params: { id: order.id }, body: { version, prepMinutes: 15 } })
  const current = async () => ({
    params: { id: order.id },
    body: { version: (await call(orderContract.get, { params: { id: order.id } })).version },
  })
  await call(orderContract.startPreparing, await current())
  const now = await current()
  await call(orderContract.assignRider, { ...now, body: { ...now.body, riderId: id } })
  await call(orderContract.markReady, await current())
  for (const type of ['arriveAtStore', 'pickUp', 'arriveAtCustomer', 'deliver'] as const)
    await shopper.act(order.id, { type, as: 'rider', ...(type === 'deliver' && { collected: order.total }) })

  await lead.getByRole('tab', { name: 'Earnings' }).click()
  const earned = lead.getByRole('row').filter({ hasText: order.number })
  await expect(earned).toContainText(/km × /)
  await lead.getByRole('tab', { name: 'Shifts' }).click()
  await expect(lead.getByRole('table', { name: 'Days of Aaron Abraham' })).toBeVisible()
})
