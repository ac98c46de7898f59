import { expect, test } from './journey.ts'
import { startEmptyProduct } from './product.ts'

test('an empty installation prints a link, with which one person becomes its administrator and begins to set it up', async ({
  visitor,
}) => {
  const product = await startEmptyProduct()
  try {
    const { firstAdminLink } = product
    const [page, other] = [await visitor(), await visitor()]
    for (const each of [page, other]) {
      await each.goto(firstAdminLink)
      await expect(each.getByRole('heading', { name: 'Welcome to Larder' })).toBeVisible()
      await each.getByLabel('Name').fill('Asha Menon')
      await each.getByLabel('E-mail').fill('asha@larder.test')
      await each.getByLabel('New password', { exact: true }).fill('velvet tram 81 onion')
      await each.getByLabel('Confirm new password').fill('velvet tram 81 onion')
    }
    await page.getByRole('button', { name: 'Save and continue' }).click()
    await expect(page).toHaveURL(/\/settings\/setup$/)
    await expect(page.getByText('Name, currency and time zone')).toBeVisible()

    await other.getByRole('button', { name: 'Save and continue' }).click()
    await expect(other.getByRole('alert')).toHaveText(
      'Somebody became the first administrator already. Sign in, or ask them for an invitation.',
    )
    await other.reload()
    await expect(other.getByRole('heading', { name: 'There is an administrator already' })).toBeVisible()
    await other.getByRole('link', { name: 'Sign in instead' }).click()
    await other.getByLabel('E-mail').fill('asha@larder.test')
    await other.getByLabel('Password', { exact: true }).fill('velvet tram 81 onion')
    await other.getByRole('button', { name: 'Sign in' }).click()
    await expect(other).toHaveURL(/\/dashboard$/)
    for (const each of [page, other]) await each.close()
  } finally {
    await product.stop()
  }
})
