import { staffContract, storeContract } from '@larder/contract'
import { expect, test } from './journey.ts'

test('a person is let in to a store from its page, and is listed there; what customers wrote of it stands beside', async ({
  newcomer,
  staff,
}) => {
  const { call } = await staff()
  const { rows } = await call(storeContract.list, { query: { status: 'live', sort: '-lastOrderAt', limit: 100 } })
  const store = rows.find(({ ratings }) => ratings > 0)
  const page = await (await newcomer('admin'))(`/store/storeProfile/${store?.id}`)
  await page.getByRole('tab', { name: 'People' }).click()
  await page.getByRole('button', { name: 'Add account' }).click()
  const dialog = page.getByRole('dialog')
  const email = `officer.${Date.now()}@larder.test`
  await dialog.getByLabel('Name', { exact: true }).fill('Sreeja Mohan')
  await dialog.getByLabel('E-mail').fill(email)
  await dialog.getByLabel('Role', { exact: true }).selectOption({ label: 'Store officer' })
  await expect(dialog.getByText('Reaches'), 'the page says which store').toHaveCount(0)
  await dialog.getByRole('button', { name: /^Add\b/ }).click()
  const told = page.getByRole('dialog', { name: 'Invitation for Sreeja Mohan' })
  await told.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('row').filter({ hasText: email })).toBeVisible()
  const [added] = (await call(staffContract.list, { query: { q: email } })).rows
  expect(added?.scope).toMatchObject({ kind: 'store', places: [{ id: store?.id }] })

  await page.goto(`/store/storeProfile/${store?.id}`)
  await page.getByRole('tab', { name: 'Reviews' }).click()
  await expect(page.locator('[data-row]').first()).toBeVisible()
})
