import { orderClaimContract, orderContract } from '@larder/contract'
import { expect, test } from './journey.ts'

test('a shift is handed over with a note on an order, signed by the next person, and its order changes hands', async ({
  signedIn,
  staff,
  shopper,
}) => {
  const placed = await shopper.place({ vertical: 'grocery' })
  const [{ me: clerk, call }, { me: admin, call: read }] = [await staff('office-staff'), await staff('admin')]
  const { version } = await call(orderContract.get, { params: { id: placed.id } })
  await call(orderClaimContract.claim, { params: { id: placed.id }, body: { version } })

  const office = await signedIn('office-staff', '/order/grocery/pending')
  await office.getByRole('link', { name: 'Hand over shift' }).click()
  await expect(office.getByRole('heading', { level: 1, name: 'Hand over shift' })).toBeVisible()
  const row = office.getByRole('row').filter({ hasText: placed.number })
  await expect(row).toContainText(clerk.person.name)
  await row.getByRole('textbox', { name: `Note on ${placed.number}` }).fill('The customer rings at eight')
  await office.getByLabel('Note on the shift').fill('A quiet evening')
  await office.reload()
  await expect(office.getByLabel('Note on the shift'), 'what was typed outlasts the page').toHaveValue('A quiet evening')
  const wide = office.viewportSize() ?? { width: 1440, height: 900 }
  await office.setViewportSize({ width: 390, height: 844 })
  const card = office.getByRole('listitem').filter({ hasText: placed.number })
  await expect(card.getByRole('definition').filter({ hasText: /in \d|late|no promise/ }), 'the promise is read on a phone').toBeInViewport({
    ratio: 1,
  })
  await expect(card.getByRole('textbox')).toHaveValue('The customer rings at eight')
  await office.setViewportSize(wide)
  await office.getByRole('button', { name: 'Hand over', exact: true }).click()
  await expect(office).toHaveURL(/\/order\/hand-overs\/[0-9a-f-]{36}$/)
  await expect(office.getByRole('row').filter({ hasText: placed.number })).toContainText('The customer rings at eight')
  await expect(office.getByRole('button', { name: 'Sign', exact: true }), 'nobody signs their own').toHaveCount(0)

  const next = await signedIn('admin', '/order/hand-overs')
  await next.getByRole('row').filter({ hasText: clerk.person.name }).first().getByRole('link').first().click()
  await next.getByRole('button', { name: 'Sign', exact: true }).click()
  const dialog = next.getByRole('dialog', { name: 'Sign' })
  await expect(
    dialog.getByRole('checkbox', { name: new RegExp(placed.number) }),
    'its claims are taken unless one chooses otherwise',
  ).toBeChecked()
  await dialog.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(next.getByRole('row').filter({ hasText: placed.number })).toContainText(admin.person.name)
  expect((await read(orderContract.get, { params: { id: placed.id } })).claimedBy?.name).toBe(admin.person.name)
  await expect(office.getByText('Signed', { exact: true }).first(), 'whoever left sees it').toBeVisible()
})
