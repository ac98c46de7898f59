import { orderContract, storeContract } from '@larder/contract'
import type { Locator } from '@playwright/test'
import { closeHeld, pressAct, walkTo } from './acts.ts'
import { expect, type Page, test } from './journey.ts'

const name = 'Pearl Spice Store'
const paper = (words: string) => ({
  name: `${words}.pdf`,
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n'),
})

async function choose(page: Page, field: Locator, option: string): Promise<void> {
  await field.fill(option)
  await page.getByRole('option', { name: option }).first().click()
}

/** Presses an act of the store that is shown, and answers the question that it has. */
async function act(page: Page, label: string): Promise<void> {
  await pressAct(page, page.getByRole('main'), label)
  await page.getByRole('dialog', { name: label }).getByRole('button', { name: label, exact: true }).click()
}

/** What cannot be done now says why. */
async function expectRefused(page: Page, why: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'More actions' }).first().click()
  await page.getByRole('menuitem', { name: /^Why not/ }).click()
  await expect(page.getByRole('dialog')).toContainText(why)
  await page.keyboard.press('Escape')
}

test('a store comes in step by step, is approved by another person, goes live, and sells what was put on its menu by hand', async ({
  newcomer,
  signedIn,
  staff,
  shopper,
}) => {
  test.setTimeout(150_000)
  const { call } = await staff()
  const [near] = (await call(storeContract.list, { query: { vertical: 'grocery', status: 'live', limit: 1 } })).rows
  if (!near) throw new Error('no grocer is live')
  const { point } = await call(storeContract.get, { params: { id: near.id } })
  const maker = await newcomer('admin')

  // Begun on one device.
  const first = await maker('/store/add?edit=new')
  const begun = first.getByRole('dialog', { name: 'Add store' })
  await begun.getByLabel('Name', { exact: true }).fill(name)
  await begun.getByLabel('Legal name').fill('Pearl Spices LLP')
  await begun.getByLabel('Vertical').selectOption({ label: 'Grocery' })
  await begun.getByLabel('Phone').fill('0484 234 5678')
  await begun.getByLabel('E-mail').fill('pearl@example.com')
  await begun.getByRole('radio', { name: /^Draft/ }).check()
  await begun.getByRole('button', { name: 'Next' }).click()
  await choose(first, begun.getByRole('combobox', { name: 'Branch' }), near.branch.name)
  await begun.getByRole('button', { name: 'Finish later' }).click()
  await expect(begun).toHaveCount(0)

  // Gone on with on another.
  const page = await maker('/store/add')
  const kept = page.getByRole('region', { name: `Draft ${name}` })
  await expect(kept).toContainText('step 2 of 7')
  await kept.getByRole('button', { name: 'Continue' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add store' })
  const next = dialog.getByRole('button', { name: 'Next' })
  await expect(dialog.getByRole('combobox', { name: 'Branch' })).toHaveValue(near.branch.name)
  for (const [axis, degrees] of [
    ['latitude', point.lat],
    ['longitude', point.lng],
  ] as const) {
    await dialog.getByLabel(new RegExp(axis, 'i')).fill(String(degrees))
    await dialog.getByLabel(new RegExp(axis, 'i')).press('Tab')
  }
  await dialog.getByLabel('Address').fill('14 Market Road')
  await next.click()
  const week = dialog.getByRole('group', { name: 'Opening hours' })
  await week.getByLabel(/^Opens of window 1 of Monday/).fill('00:00')
  await week.getByLabel(/^Closes of window 1 of Monday/).fill('00:00')
  await week.getByRole('button', { name: 'Copy Monday to every day' }).click()
  await next.click()
  await dialog.getByLabel('Licence number').fill('11326001000123')
  await dialog.getByRole('textbox', { name: 'Licence expires' }).fill('2031-03-31')
  await dialog.locator('input[type=file]').setInputFiles(paper('Licence'))
  await expect(dialog.getByText('Licence.pdf')).toBeVisible()
  await dialog.getByLabel('Tax id').fill('32AABCP1234C1Z5')
  await next.click()
  await next.click()
  await dialog.getByLabel('Commission plan').fill('Standard')
  await dialog.getByLabel('Commission', { exact: true }).fill('18')
  await next.click()
  await expect(dialog.getByText('14 Market Road')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add store' }).click()
  await page.getByRole('row').filter({ hasText: name }).getByRole('link', { name }).click()
  const identity = page.getByRole('heading', { level: 1, name }).locator('..')
  await expect(identity).toContainText('Draft')
  const missing = page.getByRole('list').filter({ hasText: 'Bank account' })
  await expect(missing).toContainText('No bank account.')

  // Its other papers, from its page.
  await page.getByRole('tab', { name: 'Documents' }).click()
  await expect(page.getByRole('row').filter({ hasText: '11326001000123' })).toContainText('In force')
  await page.getByRole('button', { name: 'Add document' }).click()
  const lease = page.getByRole('dialog', { name: 'Add document' })
  await lease.getByRole('combobox', { name: 'Document' }).selectOption({ label: 'Proof of address' })
  await lease.getByLabel('Number').fill('LEASE-77')
  await lease.locator('input[type=file]').setInputFiles(paper('Lease'))
  await expect(lease.getByText('Lease.pdf')).toBeVisible()
  await lease.getByRole('button', { name: 'Add', exact: true }).click()
  const leased = page.getByRole('row').filter({ hasText: 'LEASE-77' })
  const [file] = await Promise.all([page.waitForEvent('download'), leased.getByRole('button', { name: /^Download/ }).click()])
  expect(file.suggestedFilename()).toBe(`${name} Proof of address.pdf`)
  await page.getByRole('tab', { name: 'Bank accounts' }).click()
  await page.getByRole('button', { name: 'Add bank account' }).click()
  const account = page.getByRole('dialog', { name: 'Add bank account' })
  await account.getByLabel('Account holder').fill('Pearl Spices LLP')
  await account.getByLabel('Account number', { exact: true }).fill('50100412345678')
  await account.getByLabel('Account number again').fill('50100412345678')
  await account.getByLabel('Bank code').fill('HDFC0001234')
  await account.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('row').filter({ hasText: '•••• 5678' })).toBeVisible()

  // Put forward; whoever did that holds every permission, and yet does not approve it.
  await pressAct(page, page.getByRole('main'), 'Submit for approval')
  await expect(identity).toContainText('In review')
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0)
  await expectRefused(page, 'Somebody else decides on what you put forward, changed or entered a bank account of.')
  const checker = await signedIn('accountant-admin', '/store/list?status=review')
  await checker.getByRole('row').filter({ hasText: name }).getByRole('link', { name }).click()
  await act(checker, 'Approve')
  await expect(identity).toContainText('Approved')
  await expectRefused(page, 'Its menu has no item.')

  // Its menu, by hand.
  await page.getByRole('tab', { name: 'Categories' }).click()
  await page.getByRole('button', { name: 'Add category' }).click()
  const category = page.getByRole('dialog', { name: 'Add category' })
  await category.getByLabel('Name', { exact: true }).fill('Spices')
  await category.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Spices' })).toBeVisible()
  await page.getByRole('tab', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Add item' }).click()
  const item = page.getByRole('dialog', { name: 'Add item' })
  await item.getByLabel('Name', { exact: true }).fill('Pearl pepper')
  await choose(page, item.getByRole('combobox', { name: 'Category' }), 'Spices')
  await item.getByLabel('SKU').fill('PP-1')
  await item.getByRole('textbox', { name: 'Price', exact: true }).fill('240')
  await item.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Pearl pepper' })).toContainText('240.00')
  await act(page, 'Go live')
  await expect(identity).toContainText('Live')

  // A customer orders from it, and the order is accepted on the board.
  const [store] = (await call(storeContract.list, { query: { q: name } })).rows
  const placed = await shopper.place({ vertical: 'grocery', storeId: store?.id ?? '', name: 'Devika Rajan' })
  const board = await signedIn('office-staff', '/order/grocery/pending')
  const cards = (stage: string) => board.getByRole('list', { name: stage }).getByRole('listitem').filter({ hasText: placed.number })
  await expect(cards('Pending')).toContainText(name)
  await walkTo(board, cards('Pending'))
  await board.keyboard.press('a')
  await closeHeld(board, `${placed.number} accepted`)
  await expect(cards('Accepted')).toHaveCount(1)
  const order = () => call(orderContract.get, { params: { id: placed.id } })
  await expect.poll(async () => (await order()).status).toBe('accepted')
  expect((await order()).lines).toMatchObject([{ name: 'Pearl pepper' }])
})
