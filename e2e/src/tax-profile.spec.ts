import { expect, test } from './journey.ts'

test('a tax profile is added with a rate to come, changed line by line, told by its history and deleted; one that items use stays', async ({
  signedIn,
  missing,
}) => {
  const page = await signedIn('accountant-admin', '/settings/tax-profiles')
  const name = 'Ice cream'
  await page.getByRole('button', { name: 'Add tax profile' }).click()
  const form = page.getByRole('dialog', { name: 'Add tax profile' })
  await form.getByLabel('Name', { exact: true }).fill(name)
  await form.getByLabel('Rate of rate 1', { exact: true }).fill('18')
  await form.getByRole('button', { name: 'Add rate' }).click()
  await form.getByLabel('From of rate 2', { exact: true }).fill('2000-01-01')
  await form.getByLabel('Rate of rate 2', { exact: true }).fill('12')
  await form.getByRole('button', { name: 'Add rate' }).click()
  await form.getByLabel('From of rate 3', { exact: true }).fill('1999-01-01')
  await form.getByLabel('Rate of rate 3', { exact: true }).fill('5')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(form.getByText('From of rate 3 must be later than that of the rate before')).toBeVisible()
  await form.getByLabel('From of rate 3', { exact: true }).fill('2099-04-01')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(form).toHaveCount(0)

  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row.getByText('12 %', { exact: true })).toBeVisible()
  await expect(row.getByText('5 % from Apr 1, 2099')).toBeVisible()
  await row.getByText(name).click()
  const record = page.getByRole('dialog', { name })
  await expect(record.getByText('18 %, 12 % from Jan 1, 2000, 5 % from Apr 1, 2099')).toBeVisible()
  // The record and its history ask for it once more, and the dialog closes.
  missing.push(/\/api\/(tax-profiles|history\/tax-profile)\//)
  await record.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('status').filter({ hasText: `Tax profile ${name} deleted` })).toBeVisible()
  await expect(record).toHaveCount(0)
  await expect(row).toHaveCount(0)

  await page.getByRole('row').filter({ hasText: 'Restaurant food' }).getByText('Restaurant food').click()
  const used = page.getByRole('dialog', { name: 'Restaurant food' })
  await used.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Why not?' }).click()
  await expect(page.getByRole('dialog', { name: 'What cannot be done now' })).toContainText(/It is used by [\d,]+ items\./)
})
