import { orderContract, orderStatusContract } from '@larder/contract'
import { expect, test } from './journey.ts'

test('a status that is called and timed anew is so at once on every open board and list, and its preview says it before', async ({
  signedIn,
  staff,
  shopper,
}) => {
  const placed = await shopper.place({ vertical: 'grocery' })
  const { call } = await staff()
  const page = await signedIn('admin', '/settings/status')
  const board = await signedIn('custumercare-executive', '/order/grocery/pending')
  const list = await signedIn('office-staff', '/order/view?view=all&status=pending')
  await expect(board.getByRole('heading', { name: 'Pending' })).toBeVisible()
  await page.getByRole('link', { name: 'Pending' }).click()
  const record = page.getByRole('dialog', { name: 'Pending' })
  await expect(record.getByRole('region', { name: 'An order on the board, Pending' })).toContainText('Pending for 6 min, target 5 min')
  await record.getByRole('button', { name: 'Edit', exact: true }).click()
  await record.getByLabel('Label').fill('')
  await record.getByRole('button', { name: 'Save' }).click()
  await expect(record.getByRole('alert').first(), 'a status needs its label').toBeVisible()
  await record.getByLabel('Label').fill('With the store')
  await record.getByLabel('Colour').selectOption('Violet')
  await record.getByLabel('Target').fill('3')
  await expect(page.getByRole('region', { name: 'An order on the board, With the store' })).toContainText(
    'With the store for 4 min, target 3 min',
  )
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Order status saved' })).toBeVisible()

  await expect(board.getByRole('heading', { name: 'With the store' })).toBeVisible()
  await expect(list.locator('[data-row]').filter({ hasText: placed.number })).toContainText('With the store')
  await expect(list.getByText('Status: With the store')).toBeVisible()

  const status = (await call(orderStatusContract.list, { query: {} })).rows.find((row) => row.status === 'pending')
  await call(orderStatusContract.update, {
    params: { id: status?.id ?? '' },
    body: { version: status?.version ?? 0, label: 'Pending', colour: '#B45309', targetMinutes: 5 },
  })
  await expect(board.getByRole('heading', { name: 'Pending' })).toBeVisible()
})

test('a reason is added, given, retired and offered again, by whoever keeps the reasons', async ({ signedIn, staff, shopper }) => {
  const placed = await shopper.place({ vertical: 'grocery' })
  const { call } = await staff()
  const order = await signedIn('admin', `/order/orderDetails/${placed.id}`)
  const page = await signedIn('custumercare-admin', '/settings/status')
  await page.getByRole('link', { name: 'Reasons' }).first().click()
  await page.getByRole('button', { name: 'Add reason' }).click()
  const adding = page.getByRole('dialog', { name: 'Add reason' })
  await adding.getByLabel('Label').fill('The shutter is stuck')
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(adding.getByRole('alert').first(), 'apps go by its code').toBeVisible()
  await adding.getByLabel('Code').fill('shutter-stuck')
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Reason added' })).toBeVisible()

  await order.getByRole('button', { name: 'Reject order' }).first().click()
  const choice = order.getByRole('dialog', { name: 'Reject order' }).getByRole('radio', { name: /The shutter is stuck/ })
  await expect(choice).toBeVisible()

  await page.getByPlaceholder('Label or code').fill('shutter')
  await page.getByRole('link', { name: 'The shutter is stuck' }).click()
  const record = page.getByRole('dialog', { name: 'The shutter is stuck' })
  await expect(record).toContainText('Store pays')
  await record.getByRole('button', { name: 'Retire' }).click()
  await expect(record).toContainText('Retired')
  await expect.poll(async () => (await call(orderContract.reasons, {})).some(({ code }) => code === 'shutter-stuck')).toBe(false)
  await expect(choice, 'gone from a dialog that stood open').toHaveCount(0)
  await record.getByRole('button', { name: 'Offer again' }).click()
  await expect(choice).toBeVisible()
})
