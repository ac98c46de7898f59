import { itemContract } from '@larder/contract'
import { findings } from './axe.ts'
import { expect, test } from './journey.ts'
import { cell, fishmonger, paste } from './menu-grid.ts'

test('a menu is typed into as a spreadsheet, by keyboard alone: prices down a column, a pasted column, a switch, and all of it undone', async ({
  signedIn,
  staff,
}) => {
  const { store, rows, read } = await fishmonger(await staff())
  const page = await signedIn('admin', `/store/storeProfile/menu/${store.id}`)
  await page.getByRole('button', { name: 'Grid', exact: true }).click()
  await expect(page).toHaveURL(/grid=1/)
  await cell(page, 0, 'Price').click()
  await page.keyboard.type('123.50')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('dear')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await read(0)).price.minor).toBe(12_350)
  // What is no amount stays as it was typed, with the reason, and is put right in its cell.
  await page.keyboard.press('ArrowUp')
  await expect(cell(page, 1, 'Price')).toHaveText('dear')
  await expect(page.getByRole('status').filter({ hasText: 'you typed “dear”' })).toContainText(`Price of ${rows[1]?.name}`)
  await page.keyboard.press('F2')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('99')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await read(1)).price.minor).toBe(9_900)

  await cell(page, 2, 'Stock').click()
  await paste(page, '11\n12\n13\n')
  await expect.poll(async () => [(await read(2)).stock, (await read(3)).stock, (await read(4)).stock]).toEqual([11, 12, 13])
  await cell(page, 5, 'Available').click()
  await page.keyboard.press('Space')
  await expect.poll(async () => (await read(5)).available).toBe(!rows[5]?.available)
  await expect(page.getByText('Saving…')).toHaveCount(0)
  for (let step = 0; step < 4; step++) await page.keyboard.press('Control+z')
  await expect
    .poll(async () =>
      Promise.all(rows.map(async (_, at) => read(at).then(({ price, stock, available }) => [price.minor, stock, available]))),
    )
    .toEqual(rows.map(({ price, stock, available }) => [price.minor, stock, available]))

  expect(await findings(page)).toEqual([])
})

test('what somebody else changed meanwhile is told in its cell, and decided there', async ({ signedIn, staff }) => {
  const desk = await staff()
  const { store, rows, read } = await fishmonger(desk)
  const page = await signedIn('admin', `/store/storeProfile/menu/${store.id}?grid=1`)
  await cell(page, 0, 'Price').dblclick()
  const input = page.getByRole('textbox', { name: `Price of ${rows[0]?.name}` })
  await input.fill('250')
  const other = await signedIn('office-staff', `/store/storeProfile/menu/${store.id}?grid=1`)
  await cell(other, 0, 'Price').click()
  await other.keyboard.type('260')
  await other.keyboard.press('Enter')
  await expect.poll(async () => (await read(0)).price.minor).toBe(26_000)
  await input.press('Enter')
  await expect(cell(page, 0, 'Price')).toHaveText('250')
  // Nobody leaves with a cell that is not saved, unasked: not by a filter either.
  await page.getByRole('button', { name: 'List', exact: true }).click()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Cancel' }).click()
  await cell(page, 0, 'Price').click()
  const said = page.getByRole('status').filter({ hasText: 'Somebody else changed it meanwhile.' })
  await expect(said).toContainText('It is 260.00; you typed “250”.')
  expect((await read(0)).price.minor).toBe(26_000)
  await said.getByRole('button', { name: 'Save mine' }).click()
  await expect.poll(async () => (await read(0)).price.minor).toBe(25_000)
  await expect(cell(page, 0, 'Price')).toHaveText('250.00')
})

test('what is typed stays with its item, wherever that stands by then', async ({ signedIn, staff }) => {
  const { call } = await staff()
  const { store, rows } = await fishmonger({ call })
  const page = await signedIn('admin', `/store/storeProfile/menu/${store.id}?grid=1&sort=name`)
  const { rows: byName } = await call(itemContract.list, { query: { storeId: store.id, sort: 'name', limit: 2 } })
  const second = byName[1]
  if (!second || !rows[0]) throw new Error('it sells no two items')
  await cell(page, 1, 'Cost').click()
  await page.keyboard.type('12')
  const { category } = rows[0]
  await call(itemContract.create, {
    body: {
      unit: 'pc',
      price: { minor: 900, currency: 'INR' },
      storeId: store.id,
      categoryId: category.id as never,
      sku: 'FIRST-1',
      name: 'Aaa first',
    } as never,
  })
  await expect(cell(page, 0, 'Name')).toHaveText('Aaa first')
  await page.keyboard.type('3')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await call(itemContract.get, { params: { id: second.id } })).cost?.minor).toBe(12_300)
})
