import { channelContract, channelKeyContract } from '@larder/contract'
import { callerOf } from './caller.ts'
import { expect, test } from './journey.ts'

test("a store's till is paired by its code, is online with its first heartbeat, and fetches a test message", async ({
  product,
  shopper,
  staff,
  signedIn,
}) => {
  const { call } = await staff()
  const { storeId, storeName } = await shopper.place({ vertical: 'grocery' })
  const { secret } = await call(channelKeyContract.create, {
    body: { name: 'Till app', kind: 'till', reach: 'store', placeIds: [storeId], scopes: ['channel:machines'], perMinute: null },
  })
  const till = callerOf(product.address, secret)
  const page = await signedIn('admin', '/settings/machine')
  await page.getByRole('button', { name: 'Add machine' }).click()
  const form = page.getByRole('dialog', { name: 'Add machine' })
  await form.getByLabel('Name').fill('Aaa till at the door')
  await form.getByRole('combobox', { name: 'Store' }).fill(storeName)
  await page.getByRole('option', { name: storeName }).first().click()
  await form.getByRole('button', { name: 'Add' }).click()
  const shown = page.getByRole('dialog', { name: 'Pair Aaa till at the door' })
  const code = (await shown.getByText(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/).innerText()).trim()
  await shown.getByRole('button', { name: 'Done' }).click()
  const row = page.getByRole('row', { name: /Aaa till at the door/ })
  await expect(row).toContainText('Waiting for its code')

  const { id } = await till(channelContract.pair, { body: { code, serial: 'T-1', appVersion: '5.1' } })
  await expect(row).toContainText('Offline')
  await till(channelContract.heartbeat, { params: { id }, body: {} })
  await expect(row).toContainText('Online')
  await expect(till(channelContract.pair, { body: { code } })).rejects.toThrow('422')

  await page.getByRole('link', { name: 'Aaa till at the door' }).first().click()
  const record = page.getByRole('dialog', { name: 'Aaa till at the door' })
  await record.getByRole('button', { name: 'Send a test message' }).click()
  await page.getByRole('dialog', { name: 'Send a test message' }).getByRole('button', { name: 'Send a test message' }).click()
  await expect(record.getByText(/^Test message \(waiting/)).toBeVisible()
  const { messages } = await till(channelContract.heartbeat, { params: { id }, body: {} })
  expect(messages).toMatchObject([{ text: 'Test message' }])
  await expect(record.getByText(/^Test message \(fetched/)).toBeVisible()
})
