import { cuisineContract } from '@larder/contract'
import type { Locator } from '@playwright/test'
import { expect, type Page, test } from './journey.ts'

test('a cuisine gets a picture, which the list shows from then on', async ({ signedIn, staff }) => {
  const { call } = await staff()
  const { id, name } = await call(cuisineContract.create, { body: { name: 'Pictured kitchen', sort: 1, active: true } })
  const page = await signedIn('admin', `/settings/cusins?edit=${id}`)
  const dialog = page.getByRole('dialog', { name })
  const field = dialog.getByRole('group', { name: 'Picture' })
  const photo = await page.screenshot()

  await field.getByLabel('Picture file').setInputFiles({ name: 'page.png', mimeType: 'image/png', buffer: Buffer.from('<html></html>') })
  await expect(field.getByRole('alert')).toHaveText('This file is not a valid picture.')
  await expect(field.locator('img')).toHaveCount(0)

  const choosing = page.waitForEvent('filechooser')
  await field.getByRole('button', { name: 'Choose picture' }).press('Enter')
  await (await choosing).setFiles({ name: '../../photo.png', mimeType: 'image/png', buffer: photo })
  await expectShown(field)
  await expect(field.getByRole('alert')).toHaveCount(0)
  await expect(dialog.getByText(/^Picture: none → picture /)).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Cuisine saved' })).toBeVisible()
  expect((await call(cuisineContract.get, { params: { id } })).imageId).not.toBeNull()

  await page.goto('/settings/cusins?q=Pictured')
  const row = page.getByRole('row').filter({ hasText: name })
  await expectShown(row)
  await page.reload()
  await expectShown(row)

  await page.getByRole('link', { name }).click()
  await dialog.getByRole('button', { name: 'Edit', exact: true }).click()
  await expectShown(field)
  await field.getByRole('button', { name: 'Remove picture' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(row.locator('img')).toHaveCount(0)
  expect((await call(cuisineContract.get, { params: { id } })).imageId).toBeNull()
})

test("a person's own picture stands in the account button on every device, and beside their name among the accounts", async ({
  newcomer,
  signedIn,
}) => {
  const open = await newcomer()
  const page = await open('/profile')
  const other = await open('/dashboard')
  await expect(other.locator('[data-connection=connected]')).toBeVisible()
  const button = (of: Page) => of.getByRole('button', { name: /^Devika Rajan/ })
  await expect(button(page)).toContainText('DR')
  const field = page.getByRole('group', { name: 'Your picture' })
  await field.getByLabel('Your picture file').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await page.screenshot() })
  await expectShown(field)
  for (const device of [page, other]) await expectShown(button(device))
  await page.reload()
  await expectShown(button(page))

  const admin = await signedIn('admin', '/accounts/office-staff?q=Devika&sort=-createdAt')
  await expectShown(admin.getByRole('row').nth(1))

  await field.getByRole('button', { name: 'Remove your picture' }).click()
  await expect(button(other)).toContainText('DR')
  await expect(button(page)).toContainText('DR')
})

/** A picture stands there, and the browser could read it. */
async function expectShown(place: Locator): Promise<void> {
  const picture = place.locator('img')
  await expect(picture).toBeVisible()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
}
