import { bankAccountContract, storeContract } from '@larder/contract'
import { pressAct } from './acts.ts'
import { expect, test } from './journey.ts'

test('another account of a store that sells is entered by one person, approved by another, and not paid to before its time', async ({
  signedIn,
  staff,
}) => {
  const { call } = await staff()
  const kept = (await call(bankAccountContract.list, { query: { status: 'waiting', limit: 100 } })).rows.map(({ storeId }) => storeId)
  const [store] = (await call(storeContract.list, { query: { status: 'live', limit: 100 } })).rows.filter(({ id }) => !kept.includes(id))
  if (!store) throw new Error('no store sells')

  const maker = await signedIn('accounts-executive', `/store/storeProfile/${store.id}?tab=bank-accounts`)
  await maker.getByRole('button', { name: 'Add bank account' }).click()
  const form = maker.getByRole('dialog', { name: 'Add bank account' })
  await form.getByLabel('Account holder').fill('Pearl Spices LLP')
  await form.getByLabel('Account number', { exact: true }).fill('50100412347777')
  await form.getByLabel('Account number again').fill('50100412347777')
  await form.getByLabel('Bank code').fill('HDFC0001234')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  const entered = maker.getByRole('row').filter({ hasText: '•••• 7777' })
  await expect(entered).toContainText('Waiting for approval')
  await expect(entered).toContainText('Accountant admin')
  await expect(maker.getByRole('row').filter({ hasText: 'In use' })).toHaveCount(1)

  const checker = await signedIn('accountant-admin', '/bankdetails/view')
  await checker.getByRole('tab', { name: 'To approve' }).click()
  await checker.getByRole('row').filter({ hasText: '•••• 7777' }).getByRole('link', { name: 'Pearl Spices LLP' }).click()
  const record = checker.getByRole('dialog', { name: /7777/ })
  await expect(record).toContainText('Waits for')
  await pressAct(checker, record, 'Approve')
  await checker.getByRole('dialog', { name: 'Approve' }).getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(record).toContainText('Approved')
  await expect(entered).toContainText('Approved')
  await expect(maker.getByRole('row').filter({ hasText: 'In use' })).not.toContainText('7777')
  await pressAct(checker, record, 'Refuse')
  const refusing = checker.getByRole('dialog', { name: 'Refuse' })
  await refusing.getByLabel('Reason').fill('The store did not ask for this')
  await refusing.getByRole('button', { name: 'Refuse', exact: true }).click()
  await expect(entered).toContainText('Refused')
})
