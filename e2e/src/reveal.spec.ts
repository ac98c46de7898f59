import { orderContract } from '@larder/contract'
import { expect, test } from './journey.ts'

test("customer care reveals a customer's phone for a reason; it is gone on leaving, and the history says who looked", async ({
  signedIn,
  staff,
}) => {
  const [order] = (await (await staff()).call(orderContract.list, { query: { limit: 1 } })).rows
  const page = await signedIn('custumercare-executive', `/order/orderDetails/${order?.id}`)
  const customer = page.getByRole('region', { name: 'Customer' })
  const masked = customer.getByText(/^\+91 \d\d••• ••\d{3}$/)
  await expect(masked).toBeVisible()
  await page.getByRole('button', { name: "Reveal the customer's phone" }).click()
  const dialog = page.getByRole('dialog', { name: "Reveal the customer's phone" })
  await dialog.getByRole('button', { name: 'Reveal' }).click()
  await expect(dialog.getByRole('alert').first(), 'a reason is needed').toBeVisible()
  await dialog.getByLabel('Reason').fill('The rider cannot find the house')
  await dialog.getByRole('button', { name: 'Reveal' }).click()
  await expect(dialog).toBeHidden()
  const phone = customer.getByRole('link', { name: /^\+91 \d{5} \d{5}$/ })
  await expect(phone).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy +91' })).toBeVisible()

  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByText('Revealed customer phone')).toBeVisible()
  await expect(page.getByText('The rider cannot find the house')).toBeVisible()
  await page.getByRole('tab', { name: 'Order', exact: true }).click()
  await expect(masked).toBeVisible()
  await expect(phone).toHaveCount(0)
})
