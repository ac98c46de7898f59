import { choiceGroupContract, itemContract, storeContract } from '@larder/contract'
import { expect, test } from './journey.ts'

test('a menu is looked at as customers see it: what is chosen is priced as an order is, and an edit beside it shows', async ({
  signedIn,
  staff,
}) => {
  const { call } = await staff()
  const [store] = (await call(storeContract.list, { query: { vertical: 'cakes', status: 'live', limit: 1 } })).rows
  if (!store) throw new Error('no store sells cakes')
  const [group] = (await call(choiceGroupContract.list, { query: { storeId: store.id, kind: 'addon', limit: 1 } })).rows
  const extra = group?.choices.find(({ available, priceDelta }) => available && priceDelta !== null)
  const { itemIds } = await call(choiceGroupContract.get, { params: { id: group?.id ?? '' } })
  const item = await call(itemContract.get, { params: { id: itemIds[0] ?? '' } })

  const page = await signedIn('admin', `/store/storeProfile/viewMenu/${store.id}/${item.categoryId}`)
  const up = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: store.name })
  await expect(up).toHaveAttribute('href', `/store/storeProfile/${store.id}`)
  const shown = page.getByRole('region', { name: 'As customers see it' })
  const card = shown.getByRole('button', { name: new RegExp(item.name) })
  await card.click()
  const price = shown.getByLabel('Price')
  await expect(price).toBeVisible()
  await expect(shown.getByText(`${item.name} needs its Flavour`, { exact: false })).toBeVisible()
  const before = await price.textContent()
  await shown.getByLabel(new RegExp(`^${extra?.name}`)).check()
  await expect(price).not.toHaveText(before ?? '')
  await shown.getByRole('combobox', { name: `Flavour of ${item.name}` }).selectOption({ index: 1 })
  await expect(shown.getByText(`${item.name} needs its Flavour`, { exact: false })).toBeHidden()

  const editor = page.getByRole('region', { name: 'Editor' })
  await editor.getByRole('link', { name: item.name }).click()
  const dialog = page.getByRole('dialog', { name: item.name })
  await dialog.getByRole('button', { name: 'Edit', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Price', exact: true }).fill('777')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(card).toContainText('777.00')
})
