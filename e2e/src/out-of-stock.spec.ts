import { orderContract, orderEditContract, soldOutReason } from '@larder/contract'
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
  await expect(dialog.getByRole('radio').first(), 'what is asked first').toBeFocused()
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
  await dialog.getByRole('radio', { name: 'Stays on the menu' }).check()
  await dialog.getByRole('button', { name: 'Out of stock', exact: true }).click()
  await expect(dialog).toBeHidden()
  const { lines } = await read()
  expect(lines.map(({ line }) => line)).not.toContain(first.line)
  expect(lines.find(({ line }) => line === second.line)?.substitution?.replaces).toBe(second.name)

  // What somebody else has sent instead meanwhile was chosen by nobody here.
  const sent = lines.find(({ line }) => line === second.line)
  await startAct(page, 'Out of stock')
  await dialog.getByRole('radio', { name: sent?.name ?? '-' }).check()
  await expect(dialog.getByText('After the edit').locator('..')).toHaveText(/\d/)
  const { version } = await read()
  const instead = (await call(orderEditContract.menu, { params: { id: placed.id } })).find(
    ({ id, available, unit, groups }) => available && unit === 'pc' && groups.length === 0 && id !== sent?.itemId && id !== second.itemId,
  )
  const change = { type: 'substitute', line: second.line, itemId: instead?.id ?? '', quantity: 1 } as const
  const edit = { lines: [change], reason: soldOutReason } as const
  const { total } = await call(orderEditContract.previewEdit, { params: { id: placed.id }, body: edit as never })
  await call(orderEditContract.edit, { params: { id: placed.id }, body: { ...edit, version, expectedTotal: total } as never })
  await expect(dialog.getByRole('radio', { name: instead?.name ?? '-' })).toBeVisible()
  await expect(dialog.getByRole('radio', { name: instead?.name ?? '-' })).not.toBeChecked()
  await expect(dialog.getByText('Choose what is out of stock.')).toBeVisible()
})
