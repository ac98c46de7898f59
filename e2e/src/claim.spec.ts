import { expect, test } from './journey.ts'
import { startAct } from './order-page.ts'

test('an order that one person claims is theirs in every list and on every board, taken over with a reason, handed on and released', async ({
  signedIn,
  staff,
  shopper,
}) => {
  const placed = await shopper.place({ vertical: 'grocery' })
  const address = `/order/orderDetails/${placed.id}`
  const [office, board] = [await signedIn('office-staff', address), await signedIn('admin', '/order/grocery/pending')]
  const [{ me: clerk }, { me: admin }] = [await staff('office-staff'), await staff('admin')]
  const card = board.getByRole('listitem').filter({ hasText: placed.number })
  await expect(card).toBeVisible()

  await office.getByRole('button', { name: 'Claim', exact: true }).click()
  await expect(office.getByText(`handled by ${clerk.person.name}`)).toBeVisible()
  await expect(card.getByRole('img', { name: `Claimed by ${clerk.person.name}` }), 'the board knows at once').toBeVisible()
  await board.goto('/order/grocery/pending?claim=unclaimed')
  await expect(board.getByRole('heading', { name: 'Pending' })).toBeVisible()
  await expect(card).toHaveCount(0)

  const page = await signedIn('admin', address)
  await startAct(page, 'Accept order')
  const warned = page.getByRole('dialog', { name: 'Accept order' })
  await expect(warned, 'whoever acts on it is told whose it is').toContainText(`${clerk.person.name} is handling this order.`)
  await warned.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: 'Take over' }).click()
  const taking = page.getByRole('dialog', { name: 'Take over' })
  await taking.getByLabel('Reason').fill('On the phone with the store')
  await taking.getByRole('button', { name: 'Take over' }).click()
  await expect(office.getByText(`handled by ${admin.person.name}`), 'whoever had it sees it go').toBeVisible()
  await expect(page.getByText('On the phone with the store')).toBeVisible()

  await page.getByRole('button', { name: 'Hand over' }).click()
  const handing = page.getByRole('dialog', { name: 'Hand over' })
  await handing.getByRole('radio', { name: clerk.person.name }).check()
  await handing.getByRole('button', { name: 'Hand over' }).click()
  await expect(page.getByText(`handled by ${clerk.person.name}`)).toBeVisible()

  await office.goto('/order/view?claim=mine')
  await office.getByRole('row').filter({ hasText: placed.number }).click()
  await office.getByRole('button', { name: 'Release claim' }).click()
  await expect(page.getByRole('button', { name: 'Claim', exact: true }), 'it is anybody’s again').toBeVisible()
})
