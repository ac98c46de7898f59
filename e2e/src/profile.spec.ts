import { roleContract, sessionContract, staffContract } from '@larder/contract'
import { callerOf } from './caller.ts'
import { expect, test } from './journey.ts'

test('somebody new chooses a password before anything else, and later sees and ends sessions of their own', async ({
  visitor,
  staff,
  product,
}) => {
  const { call } = await staff()
  const office = (await call(roleContract.list, { query: { limit: 100 } })).rows.find(({ key }) => key === 'office-staff')
  const email = `devika.${Date.now()}@larder.test`
  const account = {
    email,
    name: 'Devika Rajan',
    phone: null,
    roleId: office?.id ?? '',
    scope: { kind: 'all' as const, ids: [] },
    expiresAt: null,
    firstSignIn: 'password' as const,
  }
  const { temporaryPassword } = await call(staffContract.create, { body: account })
  if (!temporaryPassword) throw new Error('the account has no temporary password')

  const page = await visitor()
  await page.goto('/settings/cusins')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(temporaryPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Choose your password' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0)
  await page.getByLabel('Temporary password', { exact: true }).fill(temporaryPassword)
  await page.getByLabel('New password', { exact: true }).fill('velvet tram 81 onion')
  await page.getByLabel('Confirm new password', { exact: true }).fill('velvet tram 81 union')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(page.getByText('The new passwords do not match')).toBeVisible()
  await page.getByLabel('Confirm new password', { exact: true }).fill('velvet tram 81 onion')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(page).toHaveURL(/\/settings\/cusins$/)

  // Another device comes in; it is seen and sent away.
  const other = await callerOf(product.address)(sessionContract.login, { body: { email, password: 'velvet tram 81 onion' } })
  await page.getByRole('button', { name: /^Devika Rajan/ }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await expect(page).toHaveURL(/\/profile$/)
  const sessions = page.getByRole('region', { name: 'Where you are signed in' })
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await expect(sessions.getByRole('listitem').filter({ hasText: 'this device' })).toContainText('Chrome on Linux')
  // The cards above come in by and by, and nothing that has just moved is pressed: whoever sees nothing happen presses again.
  await expect(async () => {
    await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await expect(sessions.getByRole('listitem')).toHaveCount(1, { timeout: 2000 })
  }).toPass()
  await expect(callerOf(product.address, other.accessToken)(sessionContract.me, {})).rejects.toThrow()

  const form = page.getByRole('form', { name: 'Change password' })
  await form.getByLabel('Current password').fill('velvet tram 81 onion')
  await form.getByLabel('New password', { exact: true }).fill('another nine brass lamps')
  await form.getByLabel('Confirm new password').fill('another nine brass lamps')
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed; you are signed out on your other devices')).toBeVisible()
  await expect(form.getByLabel('Current password')).toHaveValue('')
})
