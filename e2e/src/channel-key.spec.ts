import { channelContract } from '@larder/contract'
import { callerOf } from './caller.ts'
import { expect, test } from './journey.ts'

test("a till's key is made in the browser, works its store's orders, and is rotated and revoked", async ({
  product,
  shopper,
  signedIn,
}) => {
  const order = await shopper.place({ vertical: 'grocery' })
  const elsewhere = await shopper.place({ vertical: 'fish' })
  const page = await signedIn('admin', '/settings/channels')
  await page.getByRole('button', { name: 'Add channel key' }).click()
  const form = page.getByRole('dialog', { name: 'Add channel key' })
  await form.getByRole('radio', { name: /^Till/ }).check()
  await form.getByLabel('Name').fill('Till at the door')
  await form.getByRole('combobox', { name: 'Stores' }).fill(order.storeName)
  await page.getByRole('option', { name: order.storeName }).first().click()
  await form.getByRole('button', { name: 'Add' }).click()
  const shown = page.getByRole('dialog', { name: 'Key of Till at the door' })
  const secretIn = async () => (await shown.getByText(/^[\w-]{43}$/).innerText()).trim()
  const first = await secretIn()
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(first)).toHaveCount(0)
  await expect(page.getByRole('row', { name: /Till at the door/ })).toContainText('Open')

  const till = (secret: string) => callerOf(product.address, secret)
  const accept = { type: 'accept', as: 'store', prepMinutes: 10 } as const
  expect(await till(first)(channelContract.orderEvent, { params: { id: order.id }, body: accept })).toMatchObject({ status: 'accepted' })
  await expect(till(first)(channelContract.getOrder, { params: { id: elsewhere.id } })).rejects.toThrow('404')

  await page.getByRole('link', { name: 'Till at the door' }).first().click()
  const record = page.getByRole('dialog', { name: 'Till at the door' })
  await record.getByRole('button', { name: 'Rotate the secret' }).click()
  await page.getByRole('dialog', { name: 'Rotate the secret' }).getByRole('button', { name: 'Rotate' }).click()
  const second = await secretIn()
  expect(second).not.toBe(first)
  await shown.getByRole('button', { name: 'Done' }).click()
  for (const secret of [first, second])
    expect(await till(secret)(channelContract.getOrder, { params: { id: order.id } })).toMatchObject({ id: order.id })

  await record.getByRole('button', { name: 'Revoke' }).click()
  const question = page.getByRole('dialog', { name: 'Revoke' })
  await question.getByLabel('Reason').fill('The till was sold')
  await question.getByRole('button', { name: 'Revoke' }).click()
  await expect(record.getByText('Revoked', { exact: true }).first()).toBeVisible()
  for (const secret of [first, second]) await expect(till(secret)(channelContract.stores, {})).rejects.toThrow('401')
  await record.getByRole('tab', { name: 'History' }).click()
  await expect(record.getByText('Revoked the key')).toBeVisible()
  await expect(record.getByText(/^Gave it another secret; the one before opens until/)).toBeVisible()
})
