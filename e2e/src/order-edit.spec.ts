import { orderContract } from '@larder/contract'
import { expect, test } from './journey.ts'
import { accept, startAct } from './order-page.ts'

test('an order that was paid is edited twice and weighed: each price is told before, the rest is due, and a scale takes off what is due first', async ({
  signedIn,
  staff,
  shopper,
}) => {
  const placed = await shopper.place({ vertical: 'fish', method: 'online' })
  const { call } = await staff()
  const read = () => call(orderContract.get, { params: { id: placed.id } })
  const bought = await read()
  const [first, second] = bought.lines
  if (!first || !second) throw new Error('the order has fewer lines than two')
  const page = await signedIn('custumercare-admin', `/order/orderDetails/${placed.id}`)
  await accept(page)

  await startAct(page, 'Edit order')
  const dialog = page.getByRole('dialog', { name: 'Edit order' })
  await expect(dialog.getByText('Nothing is changed yet.')).toBeVisible()
  const name = (line: typeof first) => `line ${line.line}, ${line.name}`
  await dialog.getByLabel(`Grams of ${name(first)}`).fill('1500')
  await expect(dialog.getByText(`${first.name}: 2 kg → 3 kg`)).toBeVisible()
  await expect(dialog.getByText('Due at hand-over')).toBeVisible()
  await dialog.getByRole('button', { name: 'Edit order', exact: true }).click()
  await expect(dialog.getByRole('alert').first(), 'it asks for a reason').toBeVisible()
  await dialog.getByRole('radio', { name: 'The customer asks for it' }).check()
  await dialog.getByRole('button', { name: 'Edit order', exact: true }).click()
  await expect(dialog).toBeHidden()
  const payment = page.getByRole('region', { name: 'Payment' })
  await expect(payment.getByText('Due at hand-over')).toBeVisible()
  const once = await read()
  expect(once.due.minor, 'what is due is the difference').toBe(once.total.minor - bought.total.minor)

  await startAct(page, 'Edit order')
  await dialog.getByRole('button', { name: `Remove ${name(second)}` }).click()
  await dialog.getByRole('button', { name: 'Add an item' }).click()
  await expect(dialog.getByText('Without what is not complete above: 1 item')).toBeVisible()
  await dialog.getByLabel('Item, added item 2').fill(first.name)
  await page.getByRole('listbox').getByRole('option').first().click()
  await dialog.getByLabel('Grams, added item 2').fill('250')
  await expect(dialog.getByText(`250 g ${first.name} added`)).toBeVisible()
  await dialog.getByRole('radio', { name: 'An item is sold out' }).check()
  await dialog.getByRole('button', { name: 'Edit order', exact: true }).click()
  await expect(dialog).toBeHidden()
  const twice = await read()
  expect(twice.lines.map(({ line }) => line)).toEqual(
    bought.lines.map(({ line }) => (line === second.line ? bought.lines.length + 1 : line)).toSorted((a, b) => a - b),
  )
  const timeline = page.getByRole('listitem').filter({ hasText: 'Edited' })
  await expect(timeline).toHaveCount(2)
  await expect(timeline.filter({ hasText: `${second.name} removed` })).toBeVisible()

  const weights = page.getByRole('form', { name: 'Packed weights' })
  const scale = weights.getByLabel(`${first.name}, ordered ${twice.lines[0]?.orderedGrams} g`)
  await scale.fill('3')
  await weights.getByRole('button', { name: 'Save weights' }).click()
  await expect(scale, 'kilograms written as grams').toHaveAccessibleDescription(
    /^Packed weight must be at least \d+ g, half of what was ordered/,
  )
  await expect(scale).toHaveValue('3')
  for (const { name: item, orderedGrams } of twice.lines)
    await weights.getByLabel(`${item}, ordered ${orderedGrams} g`).fill(String(Math.round((orderedGrams ?? 0) * 0.95)))
  await weights.getByRole('button', { name: 'Save weights' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Weights packed' })).toBeVisible()
  const weighed = await read()
  const goesBack = weighed.refunds.filter(({ state }) => state === 'approved').reduce((sum, { amount }) => sum + amount.minor, 0)
  expect(weighed.total.minor, 'what was paid, what is due and what goes back is the total').toBe(
    bought.total.minor + weighed.due.minor - goesBack,
  )
  expect(weighed.events.filter(({ type }) => type === 'edit')).toHaveLength(2)
})

test('what edits added and took off is counted: beyond the limit the preview says so before it is sent, and so does the refund', async ({
  signedIn,
  shopper,
}) => {
  const placed = await shopper.place({ vertical: 'restaurant', method: 'online' })
  const page = await signedIn('custumercare-executive', `/order/orderDetails/${placed.id}`)
  const dialog = page.getByRole('dialog', { name: 'Edit order' })
  const tip = async (amount: string) => {
    await startAct(page, 'Edit order')
    await dialog.getByLabel('Tip').fill(amount)
    await dialog.getByRole('radio', { name: 'The customer asks for it' }).check()
  }
  const send = () => dialog.getByRole('button', { name: 'Edit order', exact: true }).click()

  await tip('300')
  await expect(dialog.getByText('Due at hand-over')).toBeVisible()
  await send()
  await expect(dialog).toBeHidden()
  await tip('600')
  const beyond = /This would add ₹300\.00\. With ₹300\.00 that edits have added .* that is ₹600\.00: more than your limit of ₹500\.00/
  await expect(dialog.getByText(beyond)).toBeVisible()
  await send()
  await expect(dialog.getByRole('alert').filter({ hasText: beyond })).toBeVisible()
  await dialog.getByLabel('Tip').fill('0')
  await expect(dialog.getByText(beyond), 'of the try before').toHaveCount(1)
  await send()
  await expect(dialog).toBeHidden()

  await startAct(page, 'Refund')
  const refund = page.getByRole('dialog', { name: 'Refund' })
  await expect(refund.getByText(/Beyond ₹200\.00 another person has to approve it: ₹300\.00 was taken off or given without/)).toBeVisible()
})
