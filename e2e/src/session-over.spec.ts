import { cuisineContract, sessionContract } from '@larder/contract'
import { callerOf } from './caller.ts'
import { expect, test } from './journey.ts'
import { demoPassword, staffOf } from './staff.ts'

test('a session that was ended elsewhere says so in the words of the specification', async ({ visitor, product }) => {
  const page = await visitor()
  await page.goto('/login')
  await page.getByLabel('E-mail').fill('accounts-manager@larder.test')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.locator('[data-connection=connected]')).toBeVisible()

  const { call } = await staffOf(product, 'accounts-manager')
  for (const session of await call(sessionContract.sessions, {}))
    if (!session.isCurrent) await call(sessionContract.revoke, { params: { id: session.id } })
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  await expect(callerOf(product.address, token ?? '')(sessionContract.me, {})).rejects.toThrow('403')

  const dialog = page.getByRole('alertdialog', { name: 'Session Expired', exact: true })
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('heading')).toHaveText('Session Expired')
  await expect(dialog.getByRole('paragraph')).toHaveText('Your session has expired! Please login to continue.')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()

  // Nothing is asked with a token that opens nothing, whatever would have been read again.
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/api/') && asked.push(request.url()))
  await page.evaluate(() => {
    for (const type of ['offline', 'online', 'focus']) dispatchEvent(new Event(type))
  })
  await expect(page.locator('[data-connection=connected]')).toHaveCount(0)
  await expect(page.getByText('Connection lost')).toHaveCount(0)
  expect(asked).toEqual([])
  await dialog.getByRole('button', { name: 'OK', exact: true }).click()
  await expect(page).toHaveURL(/\/login/)
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
})

test('what was typed is there again after the session ended and one signed in anew', async ({ visitor, staff, product }) => {
  const { call } = await staff()
  const { id, name } = await call(cuisineContract.create, { body: { name: 'Typed kitchen', sort: 1, active: true } })
  const page = await visitor()
  const signIn = async () => {
    await page.getByLabel('E-mail').fill('admin@larder.test')
    await page.getByLabel('Password', { exact: true }).fill(demoPassword)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }
  await page.goto(`/settings/cusins?edit=${id}`)
  await signIn()
  const form = page.getByRole('dialog', { name })
  await form.getByLabel('Name').fill('Typed but not saved')
  await expect(form.getByText(`Name: ${name} → Typed but not saved`)).toBeVisible()

  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  await callerOf(product.address, token ?? '')(sessionContract.logout, {})
  await page.getByRole('alertdialog', { name: 'Session Expired' }).getByRole('button', { name: 'OK', exact: true }).click()
  await signIn()
  await expect(page).toHaveURL(new RegExp(`/settings/cusins\\?edit=${id}`))
  await expect(form.getByLabel('Name')).toHaveValue('Typed but not saved')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Cuisine saved' })).toBeVisible()
  expect((await call(cuisineContract.get, { params: { id } })).name).toBe('Typed but not saved')
})
