import { itemContract, storeContract } from '@larder/contract'
import { closeHeld } from './acts.ts'
import { expect, test } from './journey.ts'
import { keepProved } from './staff.ts'

test('a store is cloned with its terms and its menu; while it is paused the list of temporary states says so', async ({
  signedIn,
  staff,
}) => {
  const admin = await keepProved(await staff())
  const [like] = (await admin.call(storeContract.list, { query: { vertical: 'cakes', status: 'live', limit: 1 } })).rows
  if (!like) throw new Error('no store sells cakes')
  const { rows: items } = await admin.call(itemContract.list, { query: { storeId: like.id, limit: 100, sort: 'name' } })
  const page = await signedIn('admin', `/store/storeProfile/${like.id}`)
  await page.getByRole('button', { name: 'More actions' }).first().click()
  await page.getByRole('menuitem', { name: 'Clone store' }).click()

  const dialog = page.getByRole('dialog', { name: `Clone ${like.name}` })
  const next = dialog.getByRole('button', { name: 'Next' })
  await dialog.getByLabel('Name', { exact: true }).fill('Second Oven')
  await dialog.getByLabel('Phone').fill('0484 234 5678')
  await expect(dialog.getByLabel('Vertical')).toHaveValue('cakes')
  await expect(dialog.getByRole('combobox', { name: 'Begins with the menu of' })).toHaveValue(like.name)
  await next.click()
  for (const [name, degrees] of [
    ['latitude', like.point.lat],
    ['longitude', like.point.lng],
  ] as const) {
    await dialog.getByLabel(new RegExp(name, 'i')).fill(String(degrees))
    await dialog.getByLabel(new RegExp(name, 'i')).press('Tab')
  }
  await dialog.getByLabel('Address').fill('14 Market Road')
  for (const step of ['Hours', 'Documents', 'Bank', 'Terms']) {
    await next.click()
    await expect(dialog.getByRole('heading', { name: step, exact: true })).toBeVisible()
  }
  await expect(dialog.getByLabel('Commission plan')).not.toHaveValue('')
  await next.click()
  await dialog.getByRole('button', { name: 'Add store' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Second Oven' })
  await row.getByRole('link', { name: 'Second Oven' }).click()
  await page.getByRole('tab', { name: 'Menu' }).click()
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await expect(
    page
      .getByRole('table')
      .getByRole('link', { name: items[0]?.name ?? '', exact: true })
      .first(),
  ).toBeVisible()

  await page.goto(`/store/storeProfile/${like.id}`)
  await page.getByRole('button', { name: 'Paused' }).click()
  await page.getByRole('button', { name: '1 h', exact: true }).click()
  await closeHeld(page, `${like.name} is paused`)
  await page.goto('/store/temporary-states')
  const paused = page.getByRole('row').filter({ hasText: like.name })
  await expect(paused).toContainText('Store paused')
  await expect(paused).toContainText(/in (1 h|60 min|59 min)/)
  await expect(paused).toContainText(admin.me.person.name)
  await paused.getByRole('button', { name: `Actions on ${like.name}` }).click()
  await page.getByRole('menuitem', { name: 'End now' }).click()
  await page.getByRole('dialog', { name: 'End now' }).getByRole('button', { name: 'End now' }).click()
  await expect(page.getByText(`Store paused is over: ${like.name}`)).toBeVisible()
  await expect(paused).toHaveCount(0)
})
