import { expect, test } from './journey.ts'
import { accept, act, expectStatus, startAct } from './order-page.ts'

test('two people act on one order: one wins, the other sees who and what and keeps the typed text', async ({
  signedIn,
  staff,
  shopper,
}) => {
  const placed = await shopper.place({ vertical: 'grocery' })
  const address = `/order/orderDetails/${placed.id}`
  const winner = await signedIn('office-staff', address)
  const loser = await signedIn('admin', address)
  const { me } = await staff('office-staff')

  await startAct(loser, 'Reject order')
  const dialog = loser.getByRole('dialog', { name: 'Reject order' })
  await dialog.getByRole('radio').first().check()
  await dialog.getByLabel('Note').fill('The store does not answer')
  await accept(winner)
  await expectStatus(winner, 'Accepted')

  await dialog.getByRole('button', { name: 'Reject order' }).click()
  await expect(dialog.getByRole('alert')).toContainText(me.person.name)
  await expect(dialog.getByRole('alert')).toContainText(/accepted/i)
  await expect(dialog.getByLabel('Note')).toHaveValue('The store does not answer')
  await expect(dialog.getByRole('button', { name: 'Reject order' }), 'what is not allowed any more is not offered').toHaveCount(0)
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expectStatus(loser, 'Accepted')
})

test('two people cancel one order: it is cancelled once', async ({ signedIn, staff, shopper }) => {
  const placed = await shopper.place({ vertical: 'grocery' })
  const address = `/order/orderDetails/${placed.id}`
  const [winner, loser] = [await signedIn('admin', address), await signedIn('custumercare-executive', address)]
  const { me } = await staff('admin')
  await accept(winner)
  await expectStatus(loser, 'Accepted')

  for (const page of [winner, loser]) {
    await startAct(page, 'Cancel order')
    const dialog = page.getByRole('dialog', { name: 'Cancel order' })
    await dialog.getByRole('radio').first().check()
    await dialog.getByLabel('Note').fill(page === winner ? 'Customer called' : 'Customer wrote')
  }
  await winner.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
  await expectStatus(winner, 'Cancelled')
  const dialog = loser.getByRole('dialog', { name: 'Cancel order' })
  await dialog.getByRole('button', { name: /Cancel order/ }).click()
  await expect(dialog.getByRole('alert')).toContainText(me.person.name)
  await expect(dialog.getByRole('alert')).toContainText(/cancelled/i)
  await expect(dialog.getByLabel('Note')).toHaveValue('Customer wrote')
  await dialog.getByRole('button', { name: 'Keep order', exact: true }).click()
  await expect(loser.getByText('Customer called').first()).toBeVisible()
  await expect(loser.getByText('Customer wrote')).toHaveCount(0)
})

test('two people delay one order: what the state would allow twice is done once', async ({ signedIn, staff, shopper }) => {
  const placed = await shopper.place({ vertical: 'grocery' })
  const address = `/order/orderDetails/${placed.id}`
  const [winner, loser] = [await signedIn('admin', address), await signedIn('office-staff', address)]
  const { me } = await staff('admin')
  await accept(winner)
  await expectStatus(loser, 'Accepted')

  await startAct(loser, 'Delay')
  const dialog = loser.getByRole('dialog', { name: 'Delay' })
  await dialog.getByRole('button', { name: '20 min' }).click()
  await act(winner, 'Delay', (open) => open.getByRole('button', { name: '10 min' }).click())
  await expect(winner.getByText('delayed once')).toBeVisible()

  await dialog.getByRole('button', { name: /Delay/ }).click()
  await expect(dialog.getByRole('alert')).toContainText(me.person.name)
  await expect(dialog.getByRole('alert')).toContainText(/delayed/i)
  await dialog.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(loser.getByText('delayed once')).toBeVisible()
})
