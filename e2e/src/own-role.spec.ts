import { roleContract, sessionContract, staffContract } from '@larder/contract'
import { callerOf } from './caller.ts'
import { expect, test } from './journey.ts'
import { approve } from './staff.ts'

const password = 'velvet tram 81 onion'

test('a copied role is changed by keyboard, says what it gains and loses, and holds on open pages within a second', async ({
  newcomer,
  staff,
  visitor,
  shopper,
  product,
}) => {
  const page = await (await newcomer('admin'))('/settings/role')
  await page.getByRole('table', { name: 'Roles' }).getByRole('link', { name: 'Office staff' }).click()
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveAttribute('aria-description', /is built in: copy it/)
  await page.getByRole('link', { name: 'Copy' }).click()
  await page.getByLabel('Name').fill('Night desk')
  await page.getByRole('checkbox', { name: 'View orders' }).focus()
  // View, create, edit, export, operate: the space bar takes what the copy has, and grants what it lacks.
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Space']) await page.keyboard.press(key)
  await expect(page.getByRole('checkbox', { name: 'Operate orders, removed' })).toBeFocused()
  await page.keyboard.press('Control+Enter')
  const review = page.getByRole('dialog', { name: 'Add Night desk' })
  await expect(review.getByText('Permissions: 1 lost')).toBeVisible()
  await expect(review.getByText('POST /orders/:id/accept')).toBeVisible()
  await review.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Night desk' })).toBeVisible()

  const { call } = await staff()
  const role = (await call(roleContract.list, { query: { q: 'Night desk' } })).rows.find(({ name }) => name === 'Night desk')
  /** The session of somebody new, who has chosen a password of their own. */
  const enter = async (name: string, email: string, roleId: string) => {
    const body = { name, phone: null, expiresAt: null, email, firstSignIn: 'password', roleId, scope: { kind: 'all', ids: [] } } as const
    const { temporaryPassword } = await call(staffContract.create, { body: { ...body, scope: { kind: 'all', ids: [] } } })
    const first = await callerOf(product.address)(sessionContract.login, { body: { email, password: temporaryPassword ?? '' } })
    await callerOf(product.address, first.accessToken)(sessionContract.changePassword, {
      body: { current: temporaryPassword ?? '', next: password },
    })
    return first
  }
  const first = await enter('Night Desk', 'night.desk@larder.test', role?.id ?? '')
  const placed = await shopper.place({ vertical: 'grocery' })
  const localStorage = [{ name: 'accessToken', value: first.accessToken }]
  const theirs = await visitor({ storageState: { cookies: [], origins: [{ origin: product.address, localStorage }] } })
  await theirs.goto(`/order/orderDetails/${placed.id}`)
  await expect(theirs.getByRole('heading', { level: 1, name: placed.number })).toBeVisible()
  await expect(theirs.locator('[data-connection=connected]')).toBeVisible()
  await expect(theirs.getByRole('button', { name: /^Accept/ })).toHaveCount(0)

  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('checkbox', { name: 'View orders' }).focus()
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Space']) await page.keyboard.press(key)
  await page.keyboard.press('Control+Enter')
  const again = page.getByRole('dialog', { name: 'Save Night desk' })
  await expect(again.getByText('1 person has this role: it holds for them at once.')).toBeVisible()
  await expect(again.getByText('Permissions: 1 gained')).toBeVisible()
  await again.getByRole('button', { name: 'Save', exact: true }).click()
  // Whoever widens a role that somebody has asks another administrator.
  const ask = page.getByRole('dialog', { name: 'Ask for approval: Night desk' })
  await ask.getByLabel('Reason').fill('The night desk accepts orders too')
  await ask.getByRole('button', { name: 'Send for approval' }).click()
  await expect(ask).toBeHidden()
  await approve(product, role?.id ?? '')
  await expect(theirs.getByRole('button', { name: /^Accept/ }), 'an open page has it within a second').toBeVisible({ timeout: 1000 })

  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByText('Changed Permissions: added Operate orders')).toBeVisible()
})

test('the product is seen as a role: its menu with ghosts, its refusal to write, and the way back', async ({ signedIn }) => {
  const page = await signedIn('admin', '/settings/role')
  await page.getByRole('table', { name: 'Roles' }).getByRole('link', { name: 'Marketing executive' }).click()
  await page.getByRole('button', { name: 'View as Marketing executive' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'View as' }).click()
  const banner = page.getByRole('alert').filter({ hasText: 'Viewing as Marketing executive' })
  await expect(banner).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Pages' })
  await menu.getByRole('searchbox').or(menu.getByRole('textbox')).first().fill('Riders')
  await expect(menu.getByText('Riders')).toHaveAttribute('class', /menu-word/)
  await expect(menu.getByRole('link', { name: 'Riders' })).toHaveCount(0)
  await page.goto('/settings/configuration')
  await expect(page.getByText('Marketing executive does not include this page')).toBeVisible()
  await banner.getByRole('button', { name: 'End view' }).click()
  await expect(banner).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Configuration' })).toBeVisible()
})
