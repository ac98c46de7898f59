import { readFile } from 'node:fs/promises'
import { brandContract, choiceGroupContract, itemContract, orderContract, storeContract } from '@larder/contract'
import type { Locator } from '@playwright/test'
import { findings } from './axe.ts'
import { expect, type Page, test } from './journey.ts'
import { accept, startAct } from './order-page.ts'
import type { Staff } from './staff.ts'

const option = (name: string) => ({ name, priceDelta: null, available: true })

/** A live store with two items, and two groups of options of which one item comes with both. */
async function twoGroups({ call }: Staff, [one, other] = ['Heat', 'Spice'] as [string, string]) {
  const [store] = (await call(storeContract.list, { query: { vertical: 'restaurant', status: 'live', limit: 1 } })).rows
  if (!store) throw new Error('no restaurant is live')
  const { rows: items } = await call(itemContract.list, { query: { storeId: store.id, limit: 2, sort: 'name' } })
  const [first, second] = items.map(({ id }) => id)
  if (!first || !second) throw new Error('it has no two items')
  const group = (name: string, itemIds: (typeof first)[]) =>
    call(choiceGroupContract.create, {
      body: {
        ...{ storeId: store.id, kind: 'option', name, minChoices: 0, maxChoices: 1, itemIds },
        choices: ['Mild', 'Medium', 'Hot', ...(name === 'Heat' ? ['Searing'] : [])].map(option),
      },
    })
  return { store, heat: await group(one, [first, second]), spice: await group(other, [second]) }
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })

test('two groups of options are merged: what moves is told before, and both tell it afterwards', async ({ signedIn, staff }) => {
  const { store, heat, spice } = await twoGroups(await staff())
  const page = await signedIn('admin', `/store/storeProfile/options/${store.id}`)
  await rowOf(page, heat.name)
    .getByRole('button', { name: `Actions on ${heat.name}` })
    .click()
  await page.getByRole('menuitem', { name: 'Merge', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge choice groups' })
  await expect(dialog).toContainText('The 2 items with Heat will come with the group that you choose')
  await dialog.getByRole('combobox', { name: 'Into' }).fill('Spice')
  await page.getByRole('option', { name: 'Spice', exact: true }).click()
  await expect(dialog.getByRole('status')).toContainText('It comes with 1 item now, and 2 then. 1 item with both has it once.')
  await expect(dialog.getByRole('status')).toContainText('The 2 items with Heat lose Searing')
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(dialog).toBeHidden()
  const record = page.getByRole('dialog', { name: spice.name })
  await expect(record, 'the one that goes on').toContainText('2')
  await record.getByRole('tab', { name: 'History' }).click()
  await expect(record).toContainText('Merged Heat into it')
})

test('a brand is copied to another store, and put where it is dragged or moved by key', async ({ signedIn, staff }) => {
  const { call } = await staff()
  const [store, other] = (await call(storeContract.list, { query: { vertical: 'grocery', status: 'live', limit: 2 } })).rows
  if (!store || !other) throw new Error('fewer than two grocers are live')
  const names = ['Anamika Oils', 'Backwater Rice', 'Cardamom Hills']
  for (const [sort, name] of names.entries()) await call(brandContract.create, { body: { storeId: store.id, name, sort, active: true } })
  const page = await signedIn('admin', `/store/storeProfile/brands/${store.id}`)
  const [first, second, third] = names.map((name) => rowOf(page, name)) as [Locator, Locator, Locator]
  const order = () =>
    page
      .getByRole('table')
      .getByRole('link')
      .allTextContents()
      .then((found) => found.filter((name) => names.includes(name)))
  const isSaved = async (wanted: string[]) => {
    await expect.poll(order).toEqual(wanted)
    const rows = async () => (await call(brandContract.list, { query: { storeId: store.id, sort: 'sort', limit: 100 } })).rows
    await expect.poll(async () => (await rows()).map(({ name }) => name).filter((name) => names.includes(name))).toEqual(wanted)
  }
  const grip = (name: string) => page.getByRole('button', { name: `Move ${name}` })
  const hold = async (row: Locator) => {
    const box = await row.boundingBox()
    if (!box) throw new Error('there is no such row')
    await page.mouse.move(box.x + 40, box.y + box.height / 2, { steps: 4 })
  }
  await grip('Cardamom Hills').hover()
  await page.mouse.down()
  await hold(first)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await isSaved(names)

  await grip('Cardamom Hills').hover()
  await page.mouse.down()
  await hold(second)
  await page.mouse.up()
  await isSaved(['Anamika Oils', 'Cardamom Hills', 'Backwater Rice'])
  await expect(page.getByRole('status').filter({ hasText: 'Cardamom Hills moved to place' })).toHaveCount(1)
  await grip('Cardamom Hills').press('ArrowUp')
  await isSaved(['Cardamom Hills', 'Anamika Oils', 'Backwater Rice'])
  await expect(grip('Cardamom Hills')).toBeFocused()

  await third.getByRole('button', { name: 'Actions on Cardamom Hills' }).click()
  await page.getByRole('menuitem', { name: 'Copy to store' }).click()
  const dialog = page.getByRole('dialog', { name: 'Copy to store' })
  await dialog.getByRole('combobox', { name: 'To store' }).fill(store.name)
  await expect(page.getByText('Nothing found')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'To store' }).fill(other.name)
  await page.getByRole('option', { name: other.name }).click()
  await dialog.getByLabel('Name in that store').fill('Cardamom Hills Estate')
  await dialog.getByRole('button', { name: 'Copy to store' }).click()
  await expect(dialog).toBeHidden()
  await page.goto(`/store/storeProfile/brands/${other.id}`)
  await expect(rowOf(page, 'Cardamom Hills Estate')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/store/storeProfile/brands/${store.id}`)
  await expect(grip('Cardamom Hills')).toBeVisible()
})

test('add-ons are given to an item in its own form, and several of them at once to a line of an order that runs', async ({
  signedIn,
  staff,
  shopper,
}) => {
  const { call } = await staff()
  const placed = await shopper.place({ vertical: 'restaurant' })
  const read = () => call(orderContract.get, { params: { id: placed.id } })
  const [line] = (await read()).lines
  if (!line) throw new Error('nothing was ordered')
  const group = await call(choiceGroupContract.create, {
    body: {
      ...{ storeId: placed.storeId as never, kind: 'addon', name: 'Table sides', minChoices: 0, maxChoices: 3 },
      choices: [
        { name: 'Raita', priceDelta: { minor: 2500, currency: 'INR' }, available: true },
        { name: 'Papad', priceDelta: { minor: 1000, currency: 'INR' }, available: true },
        { name: 'Pickle', priceDelta: null, available: true },
      ],
    },
  })
  const page = await signedIn('admin', `/store/storeProfile/menu/${placed.storeId}`)
  await page.getByRole('searchbox', { name: 'Name, SKU or barcode' }).fill(line.sku ?? '')
  await page.getByRole('row').getByRole('link', { name: line.name, exact: true }).click()
  const item = page.getByRole('dialog', { name: line.name })
  await item.getByRole('button', { name: 'Edit', exact: true }).click()
  await item.getByRole('combobox', { name: 'Choice groups' }).fill('Table sides')
  await page.getByRole('option', { name: 'Table sides' }).click()
  await item.getByRole('button', { name: 'Save' }).click()
  await expect(item).toBeHidden()
  const given = await call(choiceGroupContract.get, { params: { id: group.id } })
  expect(given.itemIds).toEqual([line.itemId])

  await page.goto(`/order/orderDetails/${placed.id}`)
  await accept(page)
  await startAct(page, 'Edit order')
  const dialog = page.getByRole('dialog', { name: 'Edit order' })
  const sides = dialog.getByRole('group', { name: `Table sides of ${line.name}` })
  await sides.getByLabel(/^Raita/).check()
  await sides.getByLabel(/^Papad/).check()
  await expect(dialog.getByText('Table sides Raita, Papad')).toBeVisible()
  await sides.getByLabel(/^Papad/).uncheck()
  await sides.getByLabel(/^Pickle/).check()
  await expect(dialog.getByText('Table sides Raita, Pickle')).toBeVisible()
  await dialog.getByRole('radio', { name: 'The customer asks for it' }).check()
  await dialog.getByRole('button', { name: 'Edit order', exact: true }).click()
  await expect(dialog).toBeHidden()
  const chosen = (await read()).lines[0]?.options.filter((option) => option.group === 'Table sides')
  expect(chosen?.map(({ choice, priceDelta }) => [choice, priceDelta.minor])).toEqual([
    ['Raita', 2500],
    ['Pickle', 0],
  ])
})

test('options go to a file, are changed and added there, and come back: looked at first, taken back by the file of before', async ({
  signedIn,
  staff,
}) => {
  const desk = await staff()
  const { call } = desk
  const { store, heat } = await twoGroups(desk, ['Fire', 'Smoke'])
  const page = await signedIn('admin', `/store/storeProfile/options/${store.id}`)
  await expect(rowOf(page, heat.name).first()).toBeVisible()
  await page.getByRole('button', { name: 'Export choice groups' }).click()
  await page.getByRole('menuitem', { name: 'Export as CSV' }).click()
  await page.getByRole('button', { name: /^Tasks: 0 running, [1-9]/ }).click()
  const [exported] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('region', { name: 'Choice groups as CSV' })
      .first()
      .getByRole('button', { name: /^Download/ })
      .click(),
  ])
  await page.keyboard.press('Escape')
  const before = await readFile(await exported.path(), 'utf8')
  const line = before.split('\r\n').find((each) => each.includes(heat.id)) ?? ''
  expect(line).toContain('Mild; Medium; Hot')

  const head = before.split('\r\n')[0]
  const changed = line.replace('Mild; Medium; Hot', 'Mild; Hot: 15; Fiery: much')
  await page.getByRole('button', { name: 'Import choice groups' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import choice groups' })
  await expect(dialog).toContainText('SKUs of items of its store, parted by semicolons')
  const choose = (name: string, lines: string[]) =>
    dialog.getByLabel('File to import').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from([head, ...lines].join('\r\n')) })
  await choose('options.csv', [changed])
  await expect(dialog.getByRole('region', { name: 'Refused rows' })).toContainText('choice 3 has no amount behind its colon')
  await choose('mended.csv', [changed.replace('much', '25')])
  await expect(dialog.getByRole('region', { name: 'Changed rows' })).toContainText('Mild; Hot: 15; Fiery: 25')
  expect(await findings(page, '[role=dialog]')).toEqual([])
  await dialog.getByRole('button', { name: 'Import 1 row' }).click()
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, heat.name).first()).toContainText('Fiery')
  const read = async () => (await call(choiceGroupContract.get, { params: { id: heat.id } })).choices
  expect((await read()).map(({ name, priceDelta }) => [name, priceDelta?.minor ?? null])).toEqual([
    ['Mild', null],
    ['Hot', 1500],
    ['Fiery', 2500],
  ])

  await page.getByRole('button', { name: 'Import choice groups' }).click()
  await choose('before.csv', [line])
  await dialog.getByRole('button', { name: 'Import 1 row' }).click()
  await expect(rowOf(page, heat.name).first()).toContainText('Medium')
  expect((await read()).map(({ name }) => name)).toEqual(['Mild', 'Medium', 'Hot'])
})
