import { storeContract } from '@larder/contract'
import { expect, test } from './journey.ts'

test('a special day gets hours of its own by its switch, and is saved with the week', async ({ signedIn, staff }) => {
  const { call } = await staff()
  const [{ id = '' } = {}] = (await call(storeContract.list, { query: { status: 'live', sort: '-name', limit: 1 } })).rows
  const { version } = await call(storeContract.get, { params: { id } })
  await call(storeContract.update, {
    params: { id },
    body: {
      version,
      openingHours: [{ day: 1, opens: '09:00', closes: '14:00' }],
      specialDays: [{ date: '2099-12-25', closed: true, note: 'Christmas' }],
    },
  })
  const page = await signedIn('admin', `/store/storeProfile/${id}?edit=1`)
  await page.getByLabel('Closed of special day 1').click()
  await page.getByLabel('Opens of window 1 of special day 1').fill('16:00')
  await page.getByRole('button', { name: 'Add window of Tuesday' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Store saved' })).toBeVisible()
  const saved = await call(storeContract.get, { params: { id } })
  expect(saved.specialDays).toEqual([
    { date: '2099-12-25', closed: false, note: 'Christmas', hours: [{ opens: '16:00', closes: '22:00' }] },
  ])
  expect(saved.openingHours).toEqual([
    { day: 1, opens: '09:00', closes: '14:00' },
    { day: 2, opens: '09:00', closes: '22:00' },
  ])
})
