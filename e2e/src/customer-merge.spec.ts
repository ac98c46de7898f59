import { customerContract, orderContract } from '@larder/contract'
import { expect, test } from './journey.ts'

test('two records of a customer are merged side by side, either number finds the one, and it is undone', async ({
  signedIn,
  staff,
  shopper,
}) => {
  const admin = await staff()
  const ordered = async (name: string, phone: string) => {
    const { id, number } = await shopper.place({ vertical: 'grocery', name, phone })
    return { number, id: (await admin.call(orderContract.get, { params: { id } })).customer?.id ?? '' }
  }
  const [old, now] = [await ordered('Sosamma V', '+91 98470 66001'), await ordered('Sosamma Varghese', '+91 98470 66002')]

  const page = await signedIn('custumercare-admin', `/customerService/customerorder/${old.id}`)
  await expect(page.getByRole('heading', { name: 'Sosamma V', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).first().click()
  await page.getByRole('menuitem', { name: 'Merge into another' }).click()
  const dialog = page.getByRole('dialog', { name: /^Merge into another/ })
  await dialog.getByRole('combobox', { name: 'Into' }).fill('Sosamma Varg')
  await page.getByRole('option', { name: /Sosamma Varghese/ }).click()
  const beside = dialog.getByRole('table', { name: 'Both side by side' })
  await expect(beside.getByRole('columnheader')).toHaveText(['Sosamma V is merged', 'Sosamma Varghese goes on'])
  await expect(beside.getByRole('row', { name: /^Orders/ }).getByRole('cell')).toHaveText(['1', '1'])
  await dialog.getByRole('button', { name: 'Merge into another' }).click()
  await expect(dialog).toBeHidden()

  const merged = page.getByRole('region', { name: 'Merged' })
  await merged.getByRole('link', { name: 'Sosamma Varghese' }).click()
  await expect(page.getByRole('heading', { name: 'Sosamma Varghese' })).toBeVisible()
  const latest = page.getByRole('region', { name: 'Latest orders' })
  await expect(latest.getByText(old.number)).toBeVisible()
  await expect(latest.getByText(now.number)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Merged into this one' }).getByText('Sosamma V', { exact: true })).toBeVisible()

  // By the old number there is one, and an order by it is hers.
  const desk = await signedIn('admin', '/customerService/list')
  await desk.getByRole('searchbox', { name: /Name, phone/ }).fill('98470 66001')
  await expect(desk.getByRole('row').filter({ hasText: 'Sosamma' })).toHaveCount(1)
  await expect(desk.getByRole('row').filter({ hasText: 'Sosamma Varghese' })).toBeVisible()
  expect((await ordered('Sosamma', '+91 98470 66001')).id).toBe(now.id)

  await page.goto(`/customerService/customerorder/${old.id}`)
  await page.getByRole('button', { name: 'Undo merge' }).click()
  const undoing = page.getByRole('dialog', { name: /^Undo merge/ })
  await undoing.getByLabel('Reason').first().fill('They are two sisters')
  await undoing.getByRole('button', { name: 'Undo merge' }).click()
  await expect(undoing).toBeHidden()
  await expect(merged).toBeHidden()
  await expect(page.getByRole('region', { name: 'Latest orders' }).getByText(old.number)).toBeVisible()
  const both = await Promise.all([old, now].map(({ id }) => admin.call(customerContract.get, { params: { id: id as never } })))
  expect(both.map(({ mergedInto, mergedRecords }) => [mergedInto, mergedRecords])).toEqual([
    [null, 0],
    [null, 0],
  ])
})
