import { expect, type Page, test } from './journey.ts'
import { freePort, startProduct } from './product.ts'
import { demoPassword } from './staff.ts'

/** A device of its own for a page, which asks nobody to touch it. */
async function addDevice(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('a passkey is added in the profile, signs in by itself, proves who one is, and is removed', async ({ visitor }) => {
  // A passkey is bound to a name: of an address that is a number there is none.
  const port = String(await freePort())
  const address = `http://localhost:${port}`
  const product = await startProduct({ orders: 50, environment: { PORT: port, PUBLIC_URL: address } })
  try {
    const page = await visitor({ baseURL: address })
    await addDevice(page)
    await page.goto('/profile')
    await page.getByLabel('E-mail').fill('office-staff@larder.test')
    await page.getByLabel('Password', { exact: true }).fill(demoPassword)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    const card = page.getByRole('region', { name: 'Passkeys' })
    await card.getByRole('button', { name: 'Add passkey' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add passkey' })
    await dialog.getByLabel('Name').fill('My phone')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(card.getByRole('listitem')).toContainText('My phone')
    await expect(card.getByRole('listitem')).toContainText('never used')

    await page.getByRole('button', { name: /Office staff/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
    await page.goto('/profile')
    await expect(card.getByRole('listitem')).toContainText('last used')
    await card.getByRole('button', { name: 'Remove My phone' }).click()
    await expect(card.getByRole('listitem')).toHaveCount(0)
    await page.close()
  } finally {
    await product.stop()
  }
})
