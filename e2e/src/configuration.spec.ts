import { expect, test } from './journey.ts'

test('another way to write days is followed by every open page, of whoever may not see the settings too', async ({ signedIn }) => {
  const page = await signedIn('admin', '/settings/configuration')
  const other = await signedIn('custumercare-executive', '/dashboard')
  const day = other.locator('.chart-label').first()
  await expect(day).toHaveText(/^[A-Z][a-z]{2} \d+$/)
  const setting = page.getByRole('listitem').filter({ hasText: 'Date format' })
  const change = async (format: string) => {
    await setting.getByRole('button', { name: 'Change date format' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change date format' })
    await dialog.getByRole('combobox').selectOption(format)
    await dialog.getByRole('button', { name: 'Change' }).click()
    await expect(dialog).toHaveCount(0)
  }
  await change('en-GB')
  await expect(day).toHaveText(/^\d+ [A-Z][a-z]{2}$/)
  await change('en-US')
  await expect(day).toHaveText(/^[A-Z][a-z]{2} \d+$/)
})

test('a setting is changed, told with its history, and put back; those who keep the taxes change the taxes alone', async ({ signedIn }) => {
  const page = await signedIn('admin', '/settings/configuration')
  const label = 'Time to restore a rejected or cancelled order'
  const title = 'Change time to restore a rejected or cancelled order'
  await page.getByPlaceholder('Setting').fill('restore rejected')
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
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
  await rate.getByLabel('Tax on delivery').selectOption({ label: 'Household and drinks' })
  await rate.getByLabel('Reason').fill('A new notification')
  await rate.getByRole('button', { name: 'Send for approval' }).click()
  await expect(delivery.getByText('asked for Household and drinks')).toBeVisible()
  await delivery.getByRole('button', { name: 'Withdraw' }).click()
  await expect(delivery.getByText('asked for')).toHaveCount(0)
  await expect(delivery.getByText('Not taxed', { exact: true })).toBeVisible()
})

test('a change is planned for a date and time, seen by others as it is moved and cancelled, and told by the history', async ({
  signedIn,
}) => {
  const page = await signedIn('admin', '/settings/configuration')
  const other = await signedIn('admin', '/settings/configuration')
  const label = 'Travel time in promises'
  const name = 'travel time in promises'
  await page.getByRole('button', { name: `Change ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: `Change ${name}` })
  await dialog.getByLabel(label).fill('35')
  await dialog.getByRole('radio', { name: 'On a date and time' }).check()
  await dialog.getByLabel('Date', { exact: true }).fill('')
  await dialog.getByLabel(label).fill('999')
  await dialog.getByRole('button', { name: 'Change' }).click()
  await expect(dialog.getByText('Takes effect needs a date and a time')).toBeVisible()
  await expect(dialog.getByText(`${label} must be at most 240`)).toBeVisible()
  await dialog.getByLabel(label).fill('35')
  await dialog.getByLabel('Date', { exact: true }).fill('2020-01-01')
  await dialog.getByLabel('Time', { exact: true }).fill('09:30')
  await dialog.getByRole('button', { name: 'Change' }).click()
  await expect(dialog.getByText('Takes effect must be later than now')).toBeVisible()
  const year = new Date().getUTCFullYear() + 1
  await dialog.getByLabel('Date', { exact: true }).fill(`${year}-03-01`)
  await dialog.getByRole('button', { name: 'Change' }).click()
  await expect(page.getByRole('status').filter({ hasText: `${label}: change planned` })).toBeVisible()

  const planned = other.getByRole('list', { name: 'Planned changes' }).getByRole('listitem').filter({ hasText: label })
  await expect(planned.getByText(`${label}: 20 minutes → 35 minutes`)).toBeVisible()
  await expect(planned.getByText(`Mar 1, ${year}, 9:30 AM`)).toBeVisible()
  await planned.getByRole('button', { name: `Move planned change: ${name}` }).click()
  const moving = other.getByRole('dialog', { name: `Move planned change: ${name}` })
  await expect(moving.getByLabel('Time', { exact: true })).toHaveValue('9:30 AM')
  await moving.getByLabel('Time', { exact: true }).fill('18:00')
  await moving.getByRole('button', { name: 'Move' }).click()

  const own = page.getByRole('list', { name: 'Planned changes' }).getByRole('listitem').filter({ hasText: label })
  await expect(own.getByText(`Mar 1, ${year}, 6:00 PM`)).toBeVisible()
  await page.getByRole('button', { name: `History of ${name}` }).click()
  const history = page.getByRole('dialog', { name: `History of ${name}` })
  await expect(history.getByText(`Planned for Mar 1, ${year}, 9:30 AM`)).toBeVisible()
  await expect(history.getByText(`${label}: 20 minutes → 35 minutes`)).toBeVisible()
  await expect(history.getByText(`Planned change moved to Mar 1, ${year}, 6:00 PM`)).toBeVisible()
  await history.getByRole('button', { name: 'Close' }).click()
  await own.getByRole('button', { name: `Cancel planned change: ${name}` }).click()
  const cancelling = page.getByRole('dialog', { name: `Cancel planned change: ${name}` })
  await cancelling.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(planned).toHaveCount(0)
})
