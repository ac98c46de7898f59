import { itemContract, storeContract } from '@larder/contract'
import { pressAct } from './acts.ts'
import { expect, type Page, test } from './journey.ts'
import type { Staff } from './staff.ts'

async function grocer({ call }: Staff) {
  const [store] = (await call(storeContract.list, { query: { vertical: 'grocery', status: 'live', sort: 'name', limit: 1 } })).rows
  if (!store) throw new Error('no grocer is live')
  const { rows } = await call(itemContract.list, { query: { storeId: store.id, sort: 'name', limit: 3 } })
  const read = async (id: (typeof rows)[number]['id']) => call(itemContract.get, { params: { id } })
  return { store, rows, read }
}

const edit = async (page: Page, name: string) => {
  await page.getByRole('searchbox', { name: 'Name, SKU or barcode' }).fill(name)
  await page.getByRole('row').getByRole('link', { name, exact: true }).click()
  const dialog = page.getByRole('dialog', { name })
  await dialog.getByRole('button', { name: 'Edit', exact: true }).click()
  return dialog
}

test('two people edit one price: the second is told what the first made of it, keeps what was typed, and decides', async ({
  signedIn,
  staff,
}) => {
  const desk = await staff()
  const { store, rows, read } = await grocer(desk)
  const [item] = rows
  if (!item) throw new Error('it sells nothing')
  const address = `/store/storeProfile/menu/${store.id}`
  const [first, second] = [await signedIn('admin', address), await signedIn('office-staff', address)]
  const [mine, theirs] = [await edit(first, item.name), await edit(second, item.name)]
  await theirs.getByRole('textbox', { name: 'Price', exact: true }).fill('42.50')
  await theirs.getByLabel('At most per order').fill('7')
  await mine.getByRole('textbox', { name: 'Price', exact: true }).fill('41')
  await mine.getByRole('button', { name: 'Save' }).click()
  await expect(mine).toBeHidden()

  await expect(theirs.getByRole('alert')).toContainText('Someone changed this while you were typing.')
  await expect(theirs.getByRole('alert')).toContainText('41.00')
  await expect(theirs.getByRole('textbox', { name: 'Price', exact: true })).toHaveValue('42.50')
  expect((await read(item.id)).price.minor).toBe(4100)
  await theirs.getByRole('button', { name: 'Save' }).click()
  await expect(theirs).toBeHidden()
  expect(await read(item.id)).toMatchObject({ price: { minor: 4250 }, maxPerOrder: 7 })
})

test('a set meets a menu that was changed meanwhile: what was edited is left out and says so, or is overwritten by choice', async ({
  signedIn,
  staff,
}) => {
  const desk = await staff()
  const { store, rows, read } = await grocer(desk)
  const [, moved, still] = rows
  if (!moved || !still) throw new Error('it sells no three items')
  const page = await signedIn('admin', '/store/bulkupdate')
  const make = async (title: string, percent: string) => {
    await page.goto('/store/bulkupdate')
    await page.getByLabel('Title').fill(title)
    await page.getByRole('combobox', { name: 'In stores' }).fill(store.name)
    await page.getByRole('option', { name: store.name }).first().click()
    await page.getByRole('combobox', { name: 'Price changes' }).selectOption({ label: 'By percent' })
    await page.getByLabel('Percent').fill(percent)
    await expect(page.getByText(/items of 1 store/)).toBeVisible()
    await page.getByRole('button', { name: 'Save as change set' }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await stands('Validated')
    return new URL(page.url()).pathname
  }
  const stands = (words: string) =>
    expect(page.getByRole('heading', { level: 1 }).locator('..').getByText(words, { exact: true })).toBeVisible({ timeout: 30_000 })
  const publish = async (meanwhile?: string) => {
    await pressAct(page, page.getByRole('main'), 'Publish')
    const dialog = page.getByRole('dialog', { name: 'Publish' })
    if (meanwhile) await dialog.getByRole('radio', { name: meanwhile }).check()
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
    await stands('Published')
  }
  const before = still.price.minor
  const [rise, other] = [await make('Rise by three', '3'), await make('Rise by four', '4')]

  const colleague = await signedIn('office-staff', `/store/storeProfile/menu/${store.id}`)
  const form = await edit(colleague, moved.name)
  await form.getByRole('textbox', { name: 'Price', exact: true }).fill('51')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()

  await page.goto(rise)
  await publish()
  expect([(await read(moved.id)).price.minor, (await read(still.id)).price.minor]).toEqual([5100, Math.round(before * 1.03)])
  await page.getByRole('tab', { name: 'Rows' }).click()
  await page.getByPlaceholder('Name', { exact: true }).fill(moved.name)
  const row = page.getByRole('row').filter({ hasText: moved.name }).first()
  await expect(row).toContainText('Left out')
  await expect(row).toContainText('51.00 by now')

  await page.goto(other)
  await publish('Overwrite them')
  expect([(await read(moved.id)).price.minor, (await read(still.id)).price.minor]).toEqual([
    Math.round(moved.price.minor * 1.04),
    Math.round(before * 1.04),
  ])
})
