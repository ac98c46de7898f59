import { itemContract, menuCategoryContract, taxProfileContract } from '@larder/contract'
import { findings } from './axe.ts'
import { expect, forgetAbsence, test } from './journey.ts'
import { cell, grid, ownItems, paste, refusal } from './menu-grid.ts'

test('a value goes into every selected cell, and down the selection; what is refused is gone to, and a price of 0 is meant at a press', async ({
  signedIn,
  staff,
}) => {
  const { call } = await staff()
  const { rows, read, path } = await ownItems({ call }, 'Zander')
  const page = await signedIn('admin', path)
  await cell(page, 0, 'Stock').click()
  await cell(page, 3, 'Stock').click({ modifiers: ['Shift'] })
  await page.keyboard.type('41')
  await page.keyboard.press('Control+Enter')
  const stocks = async () => Promise.all([0, 1, 2, 3].map(async (at) => (await read(at)).stock))
  await expect.poll(stocks).toEqual([41, 41, 41, 41])
  await cell(page, 0, 'Stock').click()
  await page.keyboard.type('7')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowUp')
  for (let step = 0; step < 2; step++) await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Control+d')
  await expect.poll(stocks).toEqual([7, 7, 7, 41])
  // Of a single cell it is the one above, as it is seen.
  await expect(cell(page, 2, 'Stock')).toHaveText('7')
  await cell(page, 3, 'Stock').click()
  await page.keyboard.press('Control+d')
  await expect.poll(stocks).toEqual([7, 7, 7, 7])

  const { price: before } = await read(4)
  await cell(page, 3, 'Price').click()
  await paste(page, 'dear\n0\n\n')
  await expect(page.getByText('1 that were empty are left as they are')).toBeVisible()
  const next = page.getByRole('button', { name: '2 refused' })
  await expect(next).toBeVisible()
  await cell(page, 0, 'Name').click()
  await page.keyboard.press('F8')
  await expect(refusal(page)).toContainText(`Price of ${rows[3]?.name}`)
  // What no word of anybody makes right is offered none.
  await expect(page.getByRole('button', { name: 'Save mine' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Drop mine' }).click()
  await page.getByRole('button', { name: '1 refused' }).click()
  await expect(refusal(page)).toContainText(`Price of ${rows[4]?.name} is 0: customers have it for nothing.`)
  expect((await read(4)).price).toEqual(before)
  await page.getByRole('button', { name: 'Make it free' }).click()
  await expect.poll(async () => (await read(4)).free).toBe(true)
  await expect(page.getByRole('button', { name: /refused/ })).toHaveCount(0)
  // The key does it to every selected cell.
  await cell(page, 0, 'Price').click()
  await paste(page, '0\n0\n')
  await expect(page.getByRole('button', { name: '2 refused' })).toBeVisible()
  await page.keyboard.press('Control+s')
  await expect.poll(async () => Promise.all([0, 1].map(async (at) => (await read(at)).free))).toEqual([true, true])
})

test('what is chosen is found by typing, or pasted by its name; what there is none of is refused with what is near', async ({
  signedIn,
  staff,
}) => {
  const { call } = await staff()
  const { store, rows, read, path } = await ownItems({ call }, 'Halibut')
  const { rows: categories } = await call(menuCategoryContract.list, { query: { storeId: store.id, limit: 100 } })
  const { rows: profiles } = await call(taxProfileContract.list, { query: { limit: 100 } })
  const other = categories.find(({ id }) => id !== rows[0]?.categoryId)
  const profile = profiles.find(({ id }) => id !== rows[1]?.taxProfileId)
  if (!other || !profile) throw new Error('there is nothing else to choose')
  const page = await signedIn('admin', path)
  await cell(page, 0, 'Category').click()
  await page.keyboard.type(other.name.slice(0, 4).toLowerCase())
  await expect(page.getByRole('option', { name: other.name, selected: true })).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await read(0)).categoryId).toBe(other.id)
  await expect(cell(page, 0, 'Category')).toHaveText(other.name)
  await cell(page, 1, 'Tax profile').click()
  await paste(page, `${profile.name}\n${profile.name}x\n`)
  await expect.poll(async () => (await read(1)).taxProfileId).toBe(profile.id)
  await page.keyboard.press('F8')
  await expect(refusal(page)).toContainText(
    `Tax profile of ${rows[2]?.name} is none of what there is to choose from. There is ${profile.name}`,
  )
})

test('rows are snoozed from the grid; what left the list meanwhile is undone all the same, and says so', async ({ signedIn, staff }) => {
  const { call } = await staff()
  const { rows, read, path } = await ownItems({ call }, 'Turbot')
  const page = await signedIn('admin', `${path}&state=available`)
  const [first] = rows
  await cell(page, 0, 'Name').click()
  await cell(page, 1, 'Name').click({ modifiers: ['Shift'] })
  await page.getByRole('button', { name: 'Snooze 2 items' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '4 h' }).click()
  await dialog.getByRole('button', { name: 'Snooze 2 items' }).click()
  const snoozed = async () => Promise.all([0, 1].map(async (at) => (await read(at)).state))
  await expect.poll(snoozed).toEqual(['snoozed', 'snoozed'])
  // Neither is in a list of what is available.
  await expect(grid(page)).not.toContainText(first?.name ?? '')
  await grid(page).focus()
  await page.keyboard.press('Control+z')
  await expect(page.getByText('Undid snoozed until of 2 items')).toBeVisible()
  await expect.poll(snoozed).toEqual(['available', 'available'])
  await expect(grid(page)).toContainText(first?.name ?? '')
  // A record opens beside the grid by a key, and the grid has the keyboard again then.
  await cell(page, 0, 'Name').click()
  await page.keyboard.press('Alt+Enter')
  await expect(page.getByRole('dialog', { name: first?.name ?? '' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(grid(page)).toBeFocused()
})

test('offline, what is typed waits and is saved by itself; of a record that is gone by then it is told', async ({
  signedIn,
  staff,
  complaints,
}) => {
  const { call } = await staff()
  const { rows, read, path } = await ownItems({ call }, 'Pollock')
  const page = await signedIn('admin', path)
  await expect(cell(page, 0, 'Name')).toBeVisible()
  // What opens at a press is fetched ahead, and is no part of this.
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await cell(page, 0, 'Cost').click()
  for (const text of ['61', '62']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  expect((await read(0)).cost?.minor).not.toBe(6100)
  const gone = await read(2)
  await page.keyboard.type('63')
  await page.keyboard.press('Enter')
  await call(itemContract.remove, { params: { id: gone.id }, body: { version: gone.version } })
  await page.context().setOffline(false)
  await expect.poll(async () => [(await read(0)).cost?.minor, (await read(1)).cost?.minor]).toEqual([6100, 6200])
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await expect(refusal(page)).toContainText(`Cost of ${gone.name}: It is not there any more. You typed “63”.`)
  await page.getByRole('button', { name: 'Drop mine' }).click()

  // One that goes while its cell is typed into takes what was begun with it: no other gets it.
  await expect(cell(page, 2, 'Name')).toHaveText(rows[3]?.name ?? '')
  const [last, after] = [await read(3), await read(4)]
  await cell(page, 2, 'Cost').click()
  await page.keyboard.type('64')
  await expect(page.getByRole('textbox', { name: `Cost of ${last.name}` })).toBeVisible()
  await call(itemContract.remove, { params: { id: last.id }, body: { version: last.version } })
  await expect(cell(page, 2, 'Name')).toHaveText(after.name)
  await expect(page.getByRole('textbox', { name: /^Cost of/ })).toHaveCount(0)
  expect((await read(4)).cost).toEqual(after.cost)
  forgetAbsence(complaints)
})
