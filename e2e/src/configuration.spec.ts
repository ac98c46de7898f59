import { expect, test } from './journey.ts'

test('a setting is changed, told with its history, and put back; those who keep the taxes change the taxes alone', async ({ signedIn }) => {
  const page = await signedIn('admin', '/settings/configuration')
  const label = 'Time to restore a rejected or cancelled order'
  const title = 'Change time to restore a rejected or cancelled order'
  const setting = page.getByRole('listitem').filter({ hasText: label })
  await expect(setting.getByText('30 minutes', { exact: true })).toBeVisible()
  await setting.getByRole('button', { name: title }).click()
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.getByLabel(label).fill('999')
  await dialog.getByRole('button', { name: 'Change' }).click()
  await expect(dialog.getByRole('alert').first(), 'four hours at most').toBeVisible()
  await dialog.getByLabel(label).fill('45')
  await dialog.getByRole('button', { name: 'Change' }).click()
  await expect(page.getByRole('status').filter({ hasText: `${label} changed` })).toBeVisible()
  await expect(setting.getByText('45 minutes, default 30 minutes')).toBeVisible()

  await setting.getByRole('button', { name: 'History' }).click()
  const history = page.getByRole('dialog', { name: 'History of time to restore' })
  await expect(history.getByText(`Changed ${label} from 30 minutes to 45 minutes`)).toBeVisible()
  await history.getByRole('button', { name: 'Close' }).click()
  await setting.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Reset to 30 minutes' }).click()
  await expect(setting.getByText('30 minutes', { exact: true })).toBeVisible()

  const accountant = await signedIn('accountant-admin', '/settings/configuration')
  await expect(accountant.getByRole('button', { name: 'Change' })).toHaveCount(4)
  for (const tax of ['Tax regime of new orders', 'Tax in prices', 'Tax on delivery', 'Tax on packing']) {
    await expect(accountant.getByRole('listitem').filter({ hasText: tax }).getByRole('button', { name: 'Change' })).toBeVisible()
  }

  const delivery = accountant.getByRole('listitem').filter({ hasText: 'Tax on delivery' })
  await delivery.getByRole('button', { name: 'Change tax on delivery' }).click()
  const rate = accountant.getByRole('dialog', { name: 'Change tax on delivery' })
  await rate.getByLabel('Tax on delivery').fill('5.5')
  await rate.getByRole('button', { name: 'Change' }).click()
  await expect(delivery.getByText('5.5 %, default 0 %')).toBeVisible()
  await delivery.getByRole('button', { name: 'More actions' }).click()
  await accountant.getByRole('menuitem', { name: 'Reset to 0 %' }).click()
  await expect(delivery.getByText('0 %', { exact: true })).toBeVisible()
})
