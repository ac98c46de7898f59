import { addDays, addMinutes, currentInstant, instantAt, localDateAt } from '@larder/contract'
import { expect, test } from './journey.ts'

const zone = 'Asia/Kolkata'

test('an order for tomorrow is found by its hour, moved to another slot and sent to its store', async ({ signedIn, shopper }) => {
  const tomorrow = addDays(localDateAt(currentInstant(), zone), 1)
  const from = instantAt(tomorrow, '18:00', zone)
  const { number } = await shopper.place({ vertical: 'grocery', slot: { from, to: addMinutes(from, 60) } })
  const page = await signedIn('admin', '/order/scheduled-grocery')
  const week = page.getByRole('table', { name: 'Scheduled orders by hour' })
  await week.locator(`a[href*="from=${tomorrow}&to=${tomorrow}&hour=18"]`).click()
  await expect(page).toHaveURL(new RegExp(`from=${tomorrow}&to=${tomorrow}&hour=18$`))
  const row = page.getByRole('row').filter({ hasText: number })
  await expect(row).toContainText('6:00 PM to 7:00 PM')

  await row.getByRole('button', { name: `Actions on ${number}` }).click()
  await page.getByRole('menuitem', { name: 'Move slot' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move slot' })
  await dialog.getByRole('textbox', { name: 'From' }).fill('8:00 PM')
  await dialog.getByRole('textbox', { name: 'Until' }).fill('9:30 PM')
  await expect(dialog.getByText(/^Slot: .*6:00 PM.*8:00 PM/)).toBeVisible()
  await dialog.getByRole('radio', { name: 'The customer asks for it' }).check()
  await dialog.getByRole('button', { name: 'Move slot' }).click()
  await expect(page.getByText(`${number} moved to another slot`)).toBeVisible()
  // It begins in another hour now.
  await expect(row).toHaveCount(0)

  await page.goto(`/order/scheduled?q=${number}`)
  await expect(row).toContainText('8:00 PM to 9:30 PM')
  await row.getByRole('button', { name: `Actions on ${number}` }).click()
  await page.getByRole('menuitem', { name: 'Release now' }).click()
  await page.getByRole('dialog', { name: 'Release now' }).getByRole('button', { name: 'Release now' }).click()
  await expect(row).toHaveCount(0)
  await row.getByRole('link', { name: number }).waitFor({ state: 'detached' })
  await page.goto(`/order/view?q=${number}`)
  await expect(row).toContainText('Pending')
})
