import { orderContract } from '@larder/contract'
import { expect, test } from './journey.ts'
import { startAct } from './order-page.ts'

test('what a store has not got is taken off and not sold to others, then something else is sent: each total is told before', async ({
  signedIn,
  staff,
  shopper,
}) => {
  const placed = await shopper.place({ vertical: 'grocery', name: 'Anjali Stock' })
  const { call } = await staff()
  const read = () => call(orderContract.get, { params: { id: placed.id } })
  const [first, second] = (await read()).lines
  if (!first || !second) throw new Error('the order has fewer lines than two')
  const page = await signedIn('custumercare-admin', `/order/orderDetails/${placed.id}`)

  await startAct(page, 'Out of stock')
  const dialog = page.getByRole('dialog', { name: 'Out of stock' })
  await expect(dialog.getByText('Choose what is out of stock.')).toBeVisible()
  await dialog.getByRole('radio', { name: first.name }).check()
  await expect(dialog.getByText('After the edit').locator('..')).toHaveText(/\d/)
  await dialog.getByRole('button', { name: 'Out of stock', exact: true }).click()
  await expect(dialog).toBeHidden()
  const told = page.getByRole('listitem').filter({ hasText: `${first.name} removed` })
  await expect(told).toContainText(`${first.name} is not sold until`)

  await startAct(page, 'Out of stock')
  await dialog.getByRole('radio', { name: second.name }).check()
  await dialog.getByRole('radio', { name: 'Send something else' }).check()
  await dialog.getByLabel(`Item, instead of ${second.name}`).click()
  await expect(page.getByRole('listbox').getByRole('option', { name: first.name }), 'what is not sold is not sent').toBeDisabled()
  await page.getByRole('listbox').getByRole('option').first().click()
  await expect(dialog.getByText('After the edit').locator('..')).toHaveText(/\d/)
  await dialog.getByRole('radio', { name: 'It stays on the menu' }).check()
  await dialog.getByRole('button', { name: 'Out of stock', exact: true }).click()
  await expect(dialog).toBeHidden()
  const { lines } = await read()
  expect(lines.map(({ line }) => line)).not.toContain(first.line)
  expect(lines.find(({ line }) => line === second.line)?.substitution?.replaces).toBe(second.name)
})
