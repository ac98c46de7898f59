import { storeContract } from '@larder/contract'
import { expect, test } from './journey.ts'

test('who changed a store is found in the trail, with old and new side by side, and leads to the store and back', async ({
  signedIn,
  staff,
}) => {
  const { call, me } = await staff('office-staff')
  const { rows } = await call(storeContract.list, { query: { status: 'live', limit: 1 } })
  const [store] = rows
  if (!store) throw new Error('there is no live store')
  const { version, prepMinutes } = await call(storeContract.get, { params: { id: store.id } })
  await call(storeContract.update, { params: { id: store.id }, body: { version, prepMinutes: prepMinutes + 5 } })

  const page = await signedIn('admin', '/audit-tails')
  await expect(page.getByRole('heading', { level: 1, name: 'Audit trail' })).toBeVisible()
  await page.getByRole('searchbox', { name: /^Search: Person/ }).fill(me.person.name)
  await expect(page).toHaveURL(/[?&]q=/)
  const row = page.locator('[data-row]').filter({ hasText: store.name }).first()
  await expect(row).toContainText(`Changed Usual preparation from ${prepMinutes} min to ${prepMinutes + 5} min`)
  await row.getByRole('link').first().click()
  const dialog = page.getByRole('dialog')
  const change = dialog.getByRole('table', { name: 'Changes' }).getByRole('row').nth(1)
  await expect(change.getByRole('cell')).toHaveText(['Usual preparation', new RegExp(`^${prepMinutes}`), new RegExp(`^${prepMinutes + 5}`)])
  await dialog
    .getByRole('link', { name: `Store ${store.name}` })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: store.name })).toBeVisible()
  await page.goBack()
  await expect(dialog.getByRole('table', { name: 'Changes' })).toBeVisible()
  await dialog.getByRole('link', { name: `Everything by ${me.person.name}` }).click()
  await expect(page.getByText(`Person: ${me.person.name}`)).toBeVisible()
})

test('the record is verified by hand, and the page says what came of it', async ({ signedIn }) => {
  const page = await signedIn('admin', '/audit-tails')
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.getByRole('button', { name: /^Tasks: 0 running, [1-9]/ }).click()
  await expect(page.getByRole('region', { name: 'Verification of the record' })).toContainText('entries')
  await page.keyboard.press('Escape')
  await expect(page.getByText(/^Verified just now: [\d,]+ entries, all sound$/)).toBeVisible()
})
