import { branchContract, branchDayContract, formatOf, orderContract } from '@larder/contract'
import { expect, test } from './journey.ts'

const { day: dayWords, money } = formatOf({ numbers: 'en-IN', dates: 'en-US', clock: '12-hour' })

test('office staff close a branch’s day once its last order is done, an accountant signs it off, and a later refund shows', async ({
  product,
  signedIn,
  staff,
}) => {
  const { call } = await staff()
  const { rows } = await call(branchContract.list, { query: {} })
  const open = await Promise.all(
    rows.map(async ({ id, name }) =>
      (await call(branchDayContract.open, { params: { id } })).map(({ day }) => ({ branchId: id, name, day })),
    ),
  )
  // Just after midnight yesterday is still open as well.
  const days = open.flat().toSorted((a, b) => (a.day < b.day ? -1 : 1))
  const forgotten = await product.forgetOrder(days)
  const branch = days.find(({ branchId, day }) => branchId === forgotten.branchId && day === forgotten.day)
  if (!branch) throw new Error('the order was left elsewhere')
  const { day } = branch

  const office = await signedIn('office-staff', '/branch/order')
  await office.getByRole('main').getByRole('button', { name: branch.name, exact: true }).click()
  await expect(office.getByRole('heading', { level: 1, name: branch.name })).toBeVisible()
  expect(new URL(office.url()).searchParams.get('branchId')).toBe(branch.branchId)
  await expect(office.getByRole('region', { name: 'Today' }).getByText('Cash held')).toBeVisible()
  await office.getByRole('tab', { name: 'Days' }).click()
  await office.getByRole('button', { name: `${dayWords(day)}:` }).click()
  const look = office.getByRole('region', { name: dayWords(day, 'ofWeek') })
  await expect(look.getByText(/still under way/).first()).toBeVisible()
  await expect(look.getByRole('button', { name: 'Close the day' })).toHaveAttribute('aria-disabled', 'true')

  await look.getByRole('link', { name: forgotten.number }).click()
  await expect(office).toHaveURL(new RegExp(`/branch/order/orders/${forgotten.id}$`))
  await expect(office.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Branch orders' })).toBeVisible()
  const order = await call(orderContract.get, { params: { id: forgotten.id } })
  await call(orderContract.collect, { params: { id: forgotten.id }, body: { version: order.version, collected: order.total } })
  await office.goBack()
  await expect(look.getByText(/still under way/)).toHaveCount(0)
  await look.getByRole('button', { name: 'Close the day' }).click()
  const dialog = office.getByRole('dialog', { name: 'Close the day' })
  await dialog.getByRole('textbox', { name: 'Note' }).fill('One was waiting at the counter')
  await dialog.getByRole('button', { name: 'Close the day' }).click()
  const row = office.getByRole('row').filter({ hasText: 'One was waiting at the counter' })
  await expect(row).toContainText('Closed')
  await row.getByRole('link').first().click()
  await expect(office).toHaveURL(/\/branch\/order\/days\//)
  await expect(office.getByRole('button', { name: 'Sign off' })).toHaveCount(0)

  const accountant = await signedIn('accountant-admin', new URL(office.url()).pathname)
  await accountant.getByRole('button', { name: 'Sign off' }).click()
  await accountant.getByRole('dialog', { name: 'Sign off' }).getByRole('button', { name: 'Sign off' }).click()
  await expect(accountant.getByText('Signed off', { exact: true }).first()).toBeVisible()
  await expect(accountant.getByText(/Changed since the day was closed/)).toHaveCount(0)

  const { version } = await call(orderContract.get, { params: { id: forgotten.id } })
  const back = { minor: 1_000, currency: order.total.currency }
  const { refunds } = await call(orderContract.refund, {
    params: { id: forgotten.id },
    body: { version, amount: back, reasonCode: 'poor-quality', method: 'cash', note: 'Handed back at the counter' },
  })
  const said = await call(orderContract.get, { params: { id: forgotten.id } })
  await call(orderContract.completeRefund, {
    params: { id: forgotten.id },
    body: { version: said.version, refundId: refunds[0]?.id ?? '' },
  })
  await expect(accountant.getByText('Changed since the day was closed: refunds done.')).toBeVisible()
  const refunded = accountant.getByRole('table', { name: 'Figures' }).getByRole('row').filter({ hasText: 'Refunds done' })
  await expect(refunded).toContainText(`+${money(back)}`)
})
