import { cashHolderContract, formatOf } from '@larder/contract'
import { expect, test } from './journey.ts'
import { lifeOf } from './staff.ts'

const indian = formatOf({ numbers: 'en-IN', dates: 'en-US', clock: '12-hour' })

test('cash that a rider took is due, deposited with a difference and a receipt, and stands in the ledger', async ({
  signedIn,
  staff,
  shopper,
}) => {
  const admin = await staff()
  const { id, number, total } = await shopper.place({ vertical: 'grocery', method: 'cash' })
  const life = await lifeOf(admin, id)
  const rider = await life.pickUp()

  const page = await signedIn('accounts-manager', `/money/cash/${rider.id}`)
  await expect(page.getByRole('heading', { level: 1, name: rider.name })).toBeVisible()
  await life.deliver(total)
  const { balance, name } = await admin.call(cashHolderContract.get, { params: { id: rider.id } })
  const due = page.getByRole('region', { name: 'To deposit' })
  // The page hears of it by itself.
  await expect(due.getByText(indian.money(balance), { exact: true })).toBeVisible()
  await page.getByRole('tab', { name: 'Orders' }).click()
  await expect(page.getByRole('row').filter({ hasText: number })).toContainText(indian.money(total))
  await page.getByRole('tab', { name: 'Overview' }).click()

  const short = { minor: balance.minor - 1_000, currency: balance.currency }
  await due.getByRole('button', { name: 'Take in cash' }).click()
  const dialog = page.getByRole('dialog', { name: 'Take in cash' })
  await expect(dialog.getByText(`${name} holds ${indian.money(balance)}`)).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Counted' }).fill(String(short.minor / 100))
  await dialog.getByRole('button', { name: 'Take in cash' }).click()
  await expect(dialog.getByText(/₹10.00 less was counted than the/)).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Why it differs' })).toBeFocused()
  await expect(dialog.getByText('₹10.00 short: a reason is required.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Counted' }).fill(String((short.minor - 500) / 100))
  await expect(dialog.getByText('₹15.00 short: a reason is required.')).toBeVisible()
  await expect(dialog.getByText(/less was counted than the/)).toBeHidden()
  await dialog.getByRole('textbox', { name: 'Counted' }).fill(String(short.minor / 100))
  await dialog.getByRole('textbox', { name: 'Why it differs' }).fill('A note of ten was torn')
  await dialog.getByRole('button', { name: 'Take in cash' }).click()
  await expect(due.getByText('Nothing to deposit at present.')).toBeVisible()

  await page.goto('/money/cash-deposits?q=torn')
  const row = page.getByRole('row').filter({ hasText: 'A note of ten was torn' }).first()
  await expect(row).toContainText(indian.money(short))
  await row.getByRole('link').first().click()
  await expect(page.getByRole('region', { name: 'Orders' }).getByRole('row').filter({ hasText: number })).toContainText(indian.money(total))
  const receipt = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  const paper = page.waitForResponse((response) => response.url().endsWith('/receipt'))
  await page.getByRole('button', { name: 'Print receipt' }).click()
  expect((await paper).headers()['content-type']).toContain('application/pdf')

  await page.goto(`/money/journal?q=${receipt}`)
  const entries = page.getByRole('row').filter({ hasText: receipt })
  await expect(entries.first()).toContainText('Cash deposit')
  await page.goto('/money/trial-balance')
  await expect(page.getByText(/^Balanced: /)).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: '5300 Cash differences' })).toBeVisible()
})

test('a difference beyond the limit of the day is asked for, holds other deposits back, and is booked once somebody else approves it', async ({
  signedIn,
  staff,
}) => {
  const { call } = await staff()
  const { rows } = await call(cashHolderContract.list, { query: { sort: '-balance' } })
  const holder = rows.find(({ balance }) => balance.minor > 0)
  if (!holder) throw new Error('nobody holds cash')
  const maker = await signedIn('accounts-executive', `/money/cash/${holder.id}`)
  const due = maker.getByRole('region', { name: 'To deposit' })
  await due.getByRole('button', { name: 'Take in cash' }).click()
  const dialog = maker.getByRole('dialog', { name: 'Take in cash' })
  await dialog.getByRole('textbox', { name: 'Counted' }).fill(String((holder.balance.minor + 60_000) / 100))
  await expect(dialog.getByText('₹600.00 over: a reason is required.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Why it differs' }).fill('Of another week')
  await dialog.getByRole('button', { name: 'Take in cash' }).click()
  // What the same person took with a difference that day counts as well: the demo has one.
  await expect(dialog.getByText(/₹600.00(, with .*)? is more than your limit of ₹500.00/)).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Why it differs' }), 'nothing typed is lost').toHaveValue('Of another week')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The store says so')
  await dialog.getByRole('button', { name: 'Send for approval' }).click()
  await expect(due.getByText(/₹600.00 over/)).toBeVisible()
  await expect(due.getByRole('button', { name: 'Take in cash' })).toBeHidden()

  const checker = await signedIn('accountant-admin', `/money/cash/${holder.id}`)
  await checker.getByRole('link', { name: 'asked for approval' }).click()
  await expect(checker.getByText('The store says so').first()).toBeVisible()
  await expect(checker.getByText(/Why it differs: .*Of another week/)).toBeVisible()
  await checker.getByRole('button', { name: 'Approve', exact: true }).click()
  await checker.getByRole('dialog', { name: 'Approve' }).getByRole('button', { name: 'Approve' }).click()
  await expect(checker.getByText('Approved', { exact: true }).first()).toBeVisible()
  await expect(due.getByText('Nothing to deposit at present.')).toBeVisible()
  await checker.goto('/money/cash-deposits?q=Of another week')
  await expect(checker.getByRole('row').filter({ hasText: 'Of another week' })).toContainText('₹600.00')
})

test('who received a deposit does not reverse it: somebody else does, and the rider holds it again', async ({ signedIn }) => {
  const page = await signedIn('accountant-admin', '/money/cash-deposits?status=deposited')
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Reverse' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reverse' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Counted twice')
  await dialog.getByRole('button', { name: 'Reverse' }).click()
  await expect(page.getByText('Counted twice').first()).toBeVisible()
  await expect(page.getByText('Reversed', { exact: true }).first()).toBeVisible()
})
