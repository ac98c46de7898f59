import { sessionContract, staffContract } from '@larder/contract'
import { pressAct } from './acts.ts'
import { callerOf } from './caller.ts'
import { expect, type Page, test } from './journey.ts'
import { approve } from './staff.ts'

/** Opens an account in the form of a list; gives what lets its person in, as it is shown this once. */
async function open(page: Page, person: { name: string; email: string }, told: string): Promise<string> {
  await page.getByRole('button', { name: 'Add account' }).click()
  const form = page.getByRole('dialog', { name: 'Add account' })
  await form.getByLabel('Name', { exact: true }).fill(person.name)
  await form.getByLabel('E-mail').fill(person.email)
  await expect(form.getByLabel('Role', { exact: true })).not.toHaveValue('')
  if (told.startsWith('Temporary')) await form.getByLabel('First sign-in').selectOption({ label: 'With a temporary password' })
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: told })
  const secret = (await dialog.locator('code').textContent()) ?? ''
  // It is not lost by accident.
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toHaveCount(0)
  return secret
}

async function choosePassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Confirm new password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Save and continue' }).click()
}

const password = 'velvet tram 81 onion'

test('somebody is invited in one browser and accepts in another; the link works once', async ({ signedIn, visitor, product, staff }) => {
  const person = { name: 'Devika Rajan', email: `devika.${Date.now()}@larder.test` }
  const admin = await signedIn('admin', '/accounts/office-staff')
  await expect(admin.getByRole('heading', { level: 1, name: 'Office staff' })).toBeVisible()
  const link = await open(admin, person, 'Invitation for Devika Rajan')
  expect(new URL(link).origin).toBe(new URL(product.address).origin)
  const row = admin.getByRole('row').filter({ hasText: person.email })
  await expect(row).toContainText('Invited')

  const page = await visitor()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome to Larder' })).toBeVisible()
  await expect(page.getByLabel('E-mail')).toHaveValue(person.email)
  await choosePassword(page, 'devika rajan')
  await expect(page.getByText('New password is too easy to guess')).toBeVisible()
  await choosePassword(page, password)
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('button', { name: /^Devika Rajan/ })).toBeVisible()
  const token = link.split('=').at(-1) ?? '?'
  expect(
    asked.filter((address) => address.includes(token)),
    'addresses that carry the token',
  ).toEqual([])
  await expect(row).toContainText('Active')

  const late = await visitor()
  await late.goto(link)
  await expect(late.getByRole('heading', { level: 1, name: 'This invitation is over' })).toBeVisible()
  await late.getByRole('link', { name: 'Sign in instead' }).click()
  await expect(late.getByRole('heading', { level: 1, name: 'Sign in to Larder' })).toBeVisible()

  // The administrator sees where the person is signed in, and ends it.
  await row.getByRole('link', { name: person.name }).click()
  await expect(admin).toHaveURL(/\/accounts\/office-staff\/[\w-]+$/)
  await admin.getByRole('tab', { name: 'Sessions' }).click()
  await expect(admin.getByRole('listitem').filter({ hasText: 'Chrome on Linux' })).toHaveCount(1)
  await admin.getByRole('button', { name: 'Sign out Chrome on Linux' }).click()
  await expect(admin.getByText(`${person.name} is not signed in anywhere.`)).toBeVisible()
  await expect(page.getByRole('alertdialog', { name: 'Session Expired' })).toBeVisible()
  const { call } = await staff()
  const { rows } = await call(staffContract.list, { query: { q: person.email } })
  expect(rows[0]?.status).toBe('active')
})

test('an account is suspended with a reason, let in again, given another role, and closed for good; its history tells all of it', async ({
  newcomer,
  product,
  staff,
}) => {
  const person = { name: 'Arya Menon', email: `arya.${Date.now()}@larder.test` }
  const page = await (await newcomer('admin'))('/accounts/custumercare-executive')
  await expect(page.getByRole('heading', { level: 1, name: 'Customer care executives' })).toBeVisible()
  const temporary = await open(page, person, 'Temporary password for Arya Menon')
  const signIn = () => callerOf(product.address)(sessionContract.login, { body: { email: person.email, password: temporary } })
  expect((await signIn()).mustChangePassword).toBe(true)

  await page.getByRole('row').filter({ hasText: person.email }).getByRole('link', { name: person.name }).click()
  await expect(page.getByRole('region', { name: 'Role and limits' })).toContainText('Create refunds: up to ₹500')
  const act = (name: string) => pressAct(page, page.getByRole('main'), name)
  await act('Suspend')
  const dialog = page.getByRole('dialog', { name: 'Suspend' })
  await expect(dialog.getByText('Handles no order now.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('On leave until June')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(page.getByText('Suspended', { exact: true }).first()).toBeVisible()
  await expect(signIn()).rejects.toThrow('suspended')

  await act('Reactivate')
  const back = page.getByRole('dialog', { name: 'Reactivate' })
  await back.getByLabel('Reason').fill('Back from leave')
  await back.getByRole('button', { name: 'Reactivate' }).click()
  await expect(page.getByText('Active', { exact: true }).first()).toBeVisible()

  await act('Change role or scope')
  const role = page.getByRole('dialog', { name: 'Change role or scope' })
  await role.getByLabel('Role', { exact: true }).selectOption({ label: 'Marketing executive' })
  await role.getByRole('button', { name: 'Change role or scope' }).click()
  // Whoever has more by it has it by two people.
  await expect(role.getByText(/^Give Arya Menon more access/)).toBeVisible()
  await role.getByLabel('Reason').fill('Joins marketing')
  await role.getByRole('button', { name: 'Send for approval' }).click()
  await expect(role).toBeHidden()
  const { rows } = await (await staff()).call(staffContract.list, { query: { q: person.email } })
  await approve(product, rows[0]?.id ?? '')
  await expect(page.getByRole('region', { name: 'Role and limits' })).toContainText('Marketing executive')

  await act('Deactivate')
  const closing = page.getByRole('dialog', { name: 'Deactivate' })
  await closing.getByLabel('Reason').fill('Left the company')
  await closing.getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByText('Deactivated', { exact: true }).first()).toBeVisible()
  await expect(signIn()).rejects.toThrow('incorrect')

  await page.getByRole('tab', { name: 'History' }).click()
  for (const deed of ['Deactivated the account', 'Changed role or scope', 'Reactivated the account', 'Suspended the account'])
    await expect(page.getByText(deed)).toBeVisible()
  await expect(page.getByText('On leave until June')).toBeVisible()
})

test('a lead sees the pages of the own team alone, and is told what they may not do', async ({ signedIn }) => {
  const page = await signedIn('custumercare-admin', '/accounts/custumercare-admin')
  const menu = page.getByRole('navigation', { name: 'Pages' })
  await expect(menu.getByRole('link', { name: 'Customer care executives' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Store officers' })).toHaveCount(0)
  await page.goto('/accounts/store-officer')
  await expect(page.getByText('You see the accounts of your own team or scope.')).toBeVisible()
  await page.goto('/accounts/custumercare-admin')
  const own = page.getByRole('row').filter({ hasText: 'custumercare-admin@larder.test' })
  await own.getByRole('link').first().click()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: /Why not/ }).click()
  await expect(page.getByText('You cannot change your own access. Ask another administrator.').first()).toBeVisible()
})

test('an invitation that was written without a mail server is read under outgoing mail, without its link', async ({ signedIn }) => {
  const page = await signedIn('admin', '/settings/mail')
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  const mail = page.getByRole('dialog')
  await expect(mail.getByText('[the link, which only the recipient gets]')).toBeVisible()
  await expect(mail.getByText('Kept here').first()).toBeVisible()
})
