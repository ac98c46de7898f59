import { roleContract, sessionContract, staffContract } from '@larder/contract'
import { Secret, TOTP } from 'otpauth'
import { callerOf } from './caller.ts'
import { expect, type Page, test } from './journey.ts'
import type { Product } from './product.ts'
import type { Staff } from './staff.ts'

const password = 'velvet tram 81 onion'

/** Somebody new of a role, who has chosen a password. */
async function newPerson({ call }: Staff, product: Product, role: string, name: string) {
  const { rows } = await call(roleContract.list, { query: { limit: 100 } })
  const email = `${role}.${Date.now()}@larder.test`
  const roleId = rows.find(({ key }) => key === role)?.id ?? ''
  const draft = { name, email, phone: null, roleId, scope: { kind: 'all' as const, ids: [] }, expiresAt: null }
  const { inviteToken } = await call(staffContract.create, { body: { ...draft, firstSignIn: 'invitation' } })
  const me = await callerOf(product.address)(sessionContract.acceptInvite, { body: { token: inviteToken ?? '', password } })
  return { id: me.person.id, email, name }
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/**
 * What the app on the phone shows now, or one step of half a minute later, as on a phone whose clock is ahead. Of both the product takes, though
 * the next step may begin before it hears of them; of each once.
 */
const codeOf = (key: string, step: 0 | 1) =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + step * 30_000 })

test('somebody turns on two-step sign-in, signs in with a code and with a recovery code, and an administrator takes it away', async ({
  product,
  staff,
  visitor,
  signedIn,
}) => {
  const person = await newPerson(await staff(), product, 'office-staff', 'Devika Rajan')
  const page = await visitor()
  await page.goto('/profile')
  await signIn(page, person.email)
  const card = page.getByRole('region', { name: 'Two-step sign-in' })
  await card.getByRole('button', { name: 'Turn on' }).click()
  const dialog = page.getByRole('dialog', { name: 'Turn on two-step sign-in' })
  await expect(dialog.getByRole('img', { name: 'QR code of the key' })).toBeVisible()
  const key = (await dialog.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()).replaceAll(' ', '')
  await dialog.getByRole('textbox', { name: 'Code' }).fill('000000')
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog.getByText(/is not the one that the app shows now/)).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Code' }).fill(codeOf(key, 0))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  const told = page.getByRole('dialog', { name: 'Two-step sign-in is on' })
  const codes = told.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await page.keyboard.press('Escape')
  const recoveryCode = await codes.first().innerText()
  await told.getByRole('button', { name: 'Done' }).click()
  await expect(card).toContainText('10 recovery codes are left.')

  const other = await visitor()
  await other.goto('/login')
  await signIn(other, person.email)
  await other.getByLabel('Code').fill('000000')
  await other.getByRole('button', { name: 'Sign in' }).click()
  await expect(other.getByRole('alert')).toHaveText('The e-mail address, password or code is incorrect.')
  await other.getByLabel('Code').fill(codeOf(key, 1))
  await other.getByRole('button', { name: 'Sign in' }).click()
  await expect(other).toHaveURL(/\/dashboard$/)

  const lost = await visitor()
  await lost.goto('/login')
  await signIn(lost, person.email)
  await lost.getByLabel('Code').fill(recoveryCode)
  await lost.getByRole('button', { name: 'Sign in' }).click()
  await expect(lost).toHaveURL(/\/dashboard$/)

  const admin = await signedIn('admin', `/accounts/office-staff/${person.id}`)
  const record = admin.getByRole('region', { name: 'Person' })
  await expect(record).toContainText('Two-step sign-inOn')
  await admin.getByRole('button', { name: 'More actions' }).click()
  await admin.getByRole('menuitem', { name: 'Remove two-step sign-in' }).click()
  const question = admin.getByRole('dialog', { name: 'Remove two-step sign-in' })
  await question.getByLabel('Reason').fill('Lost the phone')
  await question.getByRole('button', { name: 'Remove two-step sign-in' }).click()
  await expect(record).toContainText('Two-step sign-inOff')
  await callerOf(product.address)(sessionContract.login, { body: { email: person.email, password } })
})

test('what changes accounts asks again who one is after ten minutes, and then goes on with what was typed', async ({
  product,
  staff,
  visitor,
}) => {
  const person = await newPerson(await staff(), product, 'admin', 'Nila Salim')
  const page = await visitor()
  await page.goto('/accounts/office-staff')
  await signIn(page, person.email)
  await page.getByRole('button', { name: /^Add account/ }).click()
  const form = page.getByRole('dialog', { name: 'Add account' })
  const email = `meera.${Date.now()}@larder.test`
  await form.getByLabel('Name', { exact: true }).fill('Meera Thomas')
  await form.getByLabel('E-mail').fill(email)
  await expect(form.getByLabel('Role', { exact: true })).not.toHaveValue('')
  await product.ageSessions(person.id)
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await proof.getByLabel('Password').fill('not my password')
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await expect(proof.getByText(/is wrong/)).toBeVisible()
  await proof.getByLabel('Password').fill(password)
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('dialog', { name: 'Invitation for Meera Thomas' })).toBeVisible()
  const { call } = await staff()
  const { rows } = await call(staffContract.list, { query: { q: email } })
  expect(rows).toMatchObject([{ name: 'Meera Thomas', status: 'invited' }])
})
