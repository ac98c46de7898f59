import { crateContract, crateMovementContract, storeContract } from '@larder/contract'
import { expect, test } from './journey.ts'

test('crates are issued to a store on its page and come back, with balance and deposits; too many are refused', async ({
  signedIn,
  staff,
}) => {
  const { call } = await staff()
  const [store] = (await call(storeContract.list, { query: { status: 'live', vertical: 'cakes', limit: 1 } })).rows
  const crate = await call(crateContract.create, {
    body: {
      code: 'CR-CAKE',
      name: 'Cake box crate',
      size: 'small',
      capacityGrams: 4000,
      deposit: { minor: 12_000, currency: 'INR' },
      stock: 6,
      active: true,
    },
  })
  const page = await signedIn('office-staff', `/store/storeProfile/${store?.id}?tab=crates`)
  await expect(page.getByText('None at present.')).toBeVisible()
  const move = async (what: string, count: string) => {
    await page.getByRole('button', { name: 'Add movement' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add movement' })
    await dialog.getByRole('radio', { name: new RegExp(`^${what}`) }).check()
    await expect(dialog.getByRole('combobox', { name: 'Store' }), 'the page around it says which').toHaveCount(0)
    await dialog.getByRole('combobox', { name: 'Crate' }).fill('CR-CAKE')
    await page.getByRole('option', { name: /CR-CAKE/ }).click()
    await dialog.getByLabel('Crates', { exact: true }).fill(count)
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    return dialog
  }
  await expect((await move('Issue', '7')).getByRole('alert').first()).toContainText('Only 6 of these crates are in stock.')
  const again = page.getByRole('dialog', { name: 'Add movement' })
  await again.getByLabel('Crates', { exact: true }).fill('5')
  await again.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Crates held' })).toContainText('₹600.00')
  await move('Return', '2')
  await expect(page.getByRole('table', { name: 'Crates held' })).toContainText('₹360.00')
  await expect(page.locator('[data-row]').first()).toContainText('−2')

  const admin = await signedIn('admin', `/settings/cratis?record=${crate.id}`)
  const record = admin.getByRole('dialog', { name: 'CR-CAKE Cake box crate' })
  await expect(record.getByRole('table', { name: 'Crates held' })).toContainText(store?.name ?? '')
  await call(crateMovementContract.create, { body: { kind: 'return', storeId: store?.id ?? '', crateId: crate.id, quantity: 3 } })
  await expect(record.getByText('None at present.'), 'followed by a page that stood open').toBeVisible()
  await record.getByRole('link', { name: 'Movements of this crate' }).click()
  await expect(admin.locator('[data-row]')).toHaveCount(3)
})
