import { storeContract } from '@larder/contract'
import { expect, type Page, test } from './journey.ts'

const bell = (page: Page) => page.getByRole('button', { name: /^Alerts/ })
const told = 'Stores as CSV: done'

test('what is read on one device is read on the other, and stays so after a reload', async ({ signedIn, staff }) => {
  const [desk, tablet] = [await signedIn('admin', '/dashboard'), await signedIn('admin', '/store/list')]
  for (const page of [desk, tablet]) await bell(page).click()
  const rowsOf = (page: Page) => page.getByRole('dialog', { name: 'Alerts' }).getByRole('listitem').filter({ hasText: told })
  const marksOf = (page: Page) => rowsOf(page).getByRole('button', { name: `Mark as read: ${told}` })

  const { call } = await staff()
  await call(storeContract.export, { body: { format: 'csv', query: {} } })
  for (const page of [desk, tablet]) await expect(marksOf(page)).toHaveCount(1)

  await marksOf(desk).click()
  for (const page of [desk, tablet]) await expect(marksOf(page)).toHaveCount(0)
  await expect(rowsOf(tablet)).not.toContainText('New')

  await call(storeContract.export, { body: { format: 'csv', query: {} } })
  await expect(marksOf(desk)).toHaveCount(1)
  await tablet.reload()
  await bell(tablet).click()
  await expect(rowsOf(tablet)).toHaveCount(2)
  await expect(marksOf(tablet)).toHaveCount(1)
  await tablet.getByRole('button', { name: 'Mark all read' }).click()
  for (const page of [desk, tablet]) await expect(marksOf(page)).toHaveCount(0)
})
