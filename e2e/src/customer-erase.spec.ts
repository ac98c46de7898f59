import { readFile } from 'node:fs/promises'
import { customerContract, ledgerAccountContract, orderContract } from '@larder/contract'
import { expect, test } from './journey.ts'
import { lifeOf } from './staff.ts'

test('a customer is erased once another person approves it, and the trial balance says what it said', async ({
  signedIn,
  staff,
  shopper,
}) => {
  const admin = await staff()
  const { id, total, storeId } = await shopper.place({ vertical: 'grocery', name: 'Zubaida Quereshi', phone: '+91 98470 55667' })
  const life = await lifeOf(admin, id)
  await life.pickUp()
  await life.deliver(total)
  const customer = (await admin.call(orderContract.get, { params: { id } })).customer?.id ?? ''
  const standing = async () => (await admin.call(ledgerAccountContract.list, { query: { storeId } as never })).rows
  const before = await standing()
  expect(before.length).toBeGreaterThan(0)

  const page = await signedIn('custumercare-admin', `/customerService/customerorder/${customer}`)
  await expect(page.getByRole('heading', { name: 'Zubaida Quereshi' })).toBeVisible()
  // First all that is held of them, for themselves.
  await page.getByRole('button', { name: 'More actions' }).first().click()
  await page.getByRole('menuitem', { name: 'Export data' }).click()
  const asking = page.getByRole('dialog', { name: /^Export data/ })
  await asking.getByLabel('Reason').first().fill('Asked for it by mail')
  await asking.getByRole('button', { name: 'Export data' }).click()
  await expect(asking).toBeHidden()
  const data = page.getByRole('region', { name: 'Data export' })
  const downloading = page.waitForEvent('download')
  await data.getByRole('button', { name: 'Download' }).click()
  const held = JSON.parse(await readFile(await (await downloading).path(), 'utf8'))
  expect(held).toMatchObject({ records: [{ name: 'Zubaida Quereshi' }], orders: [{ status: 'delivered' }] })

  await page.getByRole('button', { name: 'More actions' }).first().click()
  await page.getByRole('menuitem', { name: 'Erase', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /^Erase/ })
  await expect(dialog.getByText(/Needs the approval of Administrator/)).toBeVisible()
  await dialog.getByLabel('Reason').first().fill('Asked for it by mail')
  await dialog.getByRole('button', { name: 'Send for approval' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('alert').filter({ hasText: 'Erase a customer waits for approval by Administrator.' })).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).first().click()
  await expect(page.getByRole('menuitem', { name: 'Erase', exact: true })).toHaveCount(0)
  await page.keyboard.press('Escape')

  const checker = await signedIn('admin', '/approvals')
  await checker.getByRole('row').filter({ hasText: 'Erase a customer' }).first().click()
  const request = checker.getByRole('dialog', { name: 'Erase a customer' })
  await expect(request.getByRole('link', { name: /^Zubaida Quereshi, \+91 .*•/ })).toBeVisible()
  await expect(request.getByText(/^Name, number, e-mail, addresses/)).toBeVisible()
  await request.getByRole('button', { name: 'Approve' }).click()
  await checker.getByRole('dialog', { name: 'Approve' }).getByRole('button', { name: 'Approve' }).click()
  await expect(request.getByText('Approved', { exact: true })).toBeVisible()

  // The page hears of it by itself.
  await expect(page.getByRole('heading', { name: /^Erased customer [0-9A-F]{6}$/ })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('region', { name: 'Erasure' }).getByText('Entries of timelines')).toBeVisible()
  await expect(page.getByText('Zubaida')).toHaveCount(0)
  await expect(data.getByRole('button', { name: 'Download' })).toHaveCount(0)
  expect((await admin.call(customerContract.list, { query: { q: 'zubaida' } })).rows).toEqual([])
  expect(await standing()).toEqual(before)

  const money = await signedIn('accountant-admin', '/money/trial-balance')
  await expect(money.getByText(/^Balanced: /)).toBeVisible()
})
