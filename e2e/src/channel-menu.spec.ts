import { channelContract, storeContract } from '@larder/contract'
import { callerOf } from './caller.ts'
import { expect, test } from './journey.ts'

test('a till syncs: what it adds and changes shows in the open menu at once, and what is snoozed there it is told', async ({
  product,
  signedIn,
  staff,
}) => {
  const { call } = await staff()
  const [store] = (await call(storeContract.list, { query: { vertical: 'grocery', status: 'live', limit: 1 } })).rows
  if (!store) throw new Error('no store sells groceries')

  const page = await signedIn('admin', '/settings/channels')
  await page.getByRole('button', { name: 'Add channel key' }).click()
  const form = page.getByRole('dialog', { name: 'Add channel key' })
  await form.getByRole('radio', { name: /^Till/ }).check()
  await form.getByLabel('Name').fill('Till that syncs')
  await form.getByRole('combobox', { name: 'Stores' }).fill(store.name)
  await page.getByRole('option', { name: store.name }).first().click()
  await form.getByRole('button', { name: 'Add' }).click()
  const shown = page.getByRole('dialog', { name: 'Key of Till that syncs' })
  const secret = (await shown.getByText(/^[\w-]{43}$/).innerText()).trim()
  await shown.getByRole('button', { name: 'Done' }).click()

  const till = callerOf(product.address, secret)
  const params = { id: store.id }
  const { currency = '' } = (await till(channelContract.stores, {}))[0] ?? {}
  const price = (minor: number) => ({ minor, currency })
  const { cursor } = await till(channelContract.menuChanges, { params, query: {} })

  await page.goto(`/store/storeProfile/menu/${store.id}`)
  await page.getByRole('searchbox', { name: 'Name, SKU or barcode' }).fill('Banana chips')
  const row = page.getByRole('row', { name: /Banana chips of the till/ })
  await expect(row).toHaveCount(0)
  const chips = { outsideId: 'TILL-1', name: 'Banana chips of the till', price: price(8500), category: { name: 'From the till' } }
  const { items } = await till(channelContract.syncMenu, { params, body: { items: [chips] } })
  expect(items).toMatchObject([{ outcome: 'created' }])
  await expect(row).toContainText('85.00')
  await till(channelContract.syncMenu, { params, body: { items: [{ outsideId: 'TILL-1', price: price(9250) }] } })
  await expect(row).toContainText('92.50')
  const synced = await till(channelContract.menuChanges, { params, query: { after: cursor } })
  expect(synced.changed).toMatchObject([{ name: chips.name, available: true, price: price(9250) }])

  await row.getByRole('link', { name: chips.name }).click()
  const item = page.getByRole('dialog', { name: chips.name })
  await item.getByRole('button', { name: 'Snooze' }).click()
  const question = page.getByRole('dialog', { name: 'Snooze' })
  await question.getByRole('button', { name: '4 h' }).click()
  await question.getByRole('button', { name: 'Snooze' }).click()
  await expect(item.getByText('Snoozed', { exact: true }).first()).toBeVisible()
  const told = await till(channelContract.menuChanges, { params, query: { after: synced.cursor } })
  expect(told.changed).toMatchObject([{ name: chips.name, available: false }])

  await item.getByRole('tab', { name: 'History' }).click()
  await expect(item.getByText('Till that syncs').first()).toBeVisible()
  await till(channelContract.setOpenMode, { params, body: { mode: 'busy', until: null } })
  await page.goto(`/store/storeProfile/${store.id}`)
  await expect(page.getByRole('button', { name: 'Busy', pressed: true })).toBeVisible()
  await till(channelContract.setOpenMode, { params, body: { mode: 'open' } })
  await expect(page.getByRole('button', { name: 'Open', pressed: true })).toBeVisible()
})
