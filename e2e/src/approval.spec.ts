import { expect, test } from './journey.ts'

test('one person asks for another tax regime, a second approves it, and the history of the setting has both names', async ({
  signedIn,
  staff,
}) => {
  const [asks, approves] = [(await staff('accountant-admin')).me.person.name, (await staff('admin')).me.person.name]
  const maker = await signedIn('accountant-admin', '/settings/configuration')
  const checker = await signedIn('admin', '/dashboard')
  const regime = maker.getByRole('listitem').filter({ hasText: 'Tax regime of new orders' })
  await regime.getByRole('button', { name: 'Change tax regime of new orders' }).click()
  const dialog = maker.getByRole('dialog', { name: 'Change tax regime of new orders' })
  await expect(dialog.getByText('Needs the approval of Administrator')).toBeVisible()
  await dialog.getByLabel('Tax regime of new orders').selectOption({ label: 'By rate' })
  await dialog.getByRole('button', { name: 'Send for approval' }).click()
  await expect(dialog.getByRole('alert').last(), 'a reason is needed').toBeVisible()
  await dialog.getByLabel('Reason').fill('From the new year we sell by rate')
  await dialog.getByRole('button', { name: 'Send for approval' }).click()
  await expect(maker.getByRole('status').filter({ hasText: 'Sent for approval to Administrator' })).toBeVisible()
  await expect(regime.getByText(`${asks} asked for By rate: waiting for approval`)).toBeVisible()
  await expect(regime.getByText('India GST', { exact: true })).toBeVisible()
  await expect(regime.getByRole('button', { name: 'Withdraw the request' })).toBeVisible()

  await checker.getByRole('button', { name: /^Alerts: \d+\+? unread/ }).click()
  await checker.getByRole('link', { name: 'Change tax regime of new orders' }).click()
  const request = checker.getByRole('dialog', { name: 'Change tax regime of new orders' })
  await expect(request.getByText('Tax regime of new orders: India GST → By rate')).toBeVisible()
  await expect(request.getByText('From the new year we sell by rate')).toBeVisible()
  await request.getByRole('button', { name: 'Approve' }).click()
  const question = checker.getByRole('dialog', { name: 'Approve' })
  await question.getByRole('button', { name: 'Approve' }).click()
  await expect(request.getByText('Approved', { exact: true })).toBeVisible()

  await expect(regime.getByText('By rate, default India GST')).toBeVisible()
  await regime.getByRole('button', { name: 'History' }).click()
  const history = maker.getByRole('dialog', { name: 'History of tax regime' })
  await expect(history.getByText('Changed Tax regime of new orders from India GST to By rate')).toBeVisible()
  await expect(history.getByText(asks)).toBeVisible()
  await expect(history.getByText(`Approved by ${approves}`)).toBeVisible()
  await history.getByRole('button', { name: 'Close' }).click()

  // Back to what the others expect, asked for by the other and approved by this one, from the list.
  await checker.goto('/settings/configuration')
  const ours = checker.getByRole('listitem').filter({ hasText: 'Tax regime of new orders' })
  await ours.getByRole('button', { name: 'More actions' }).click()
  await checker.getByRole('menuitem', { name: 'Reset to India GST' }).click()
  const back = checker.getByRole('dialog', { name: 'Reset to India GST: tax regime of new orders' })
  await back.getByLabel('Reason').fill('It was a trial')
  await back.getByRole('button', { name: 'Send for approval' }).click()
  await expect(ours.getByText(`${approves} asked for India GST: waiting for approval`)).toBeVisible()
  const menu = maker.getByRole('navigation', { name: 'Pages' })
  await menu.getByRole('button', { name: 'Live', exact: true }).click()
  await menu.getByRole('link', { name: 'Approvals' }).click()
  await maker.getByRole('row').filter({ hasText: 'It was a trial' }).click()
  const second = maker.getByRole('dialog', { name: 'Change tax regime of new orders' })
  await second.getByRole('button', { name: 'Approve' }).click()
  await maker.getByRole('dialog', { name: 'Approve' }).getByRole('button', { name: 'Approve' }).click()
  await expect(second.getByText('Approved', { exact: true })).toBeVisible()
})
