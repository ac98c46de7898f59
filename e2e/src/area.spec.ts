import { areaContract } from '@larder/contract'
import { expect, test } from './journey.ts'

test('a delivery area is drawn on the map, saved, and reshaped by dragging a corner', async ({ signedIn, staff }) => {
  const page = await signedIn('admin', '/settings/area')
  await page.getByRole('button', { name: 'Add area' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add area' })
  await dialog.getByLabel('Name').fill('Vypin north')
  await dialog.getByRole('combobox', { name: 'Branch' }).click()
  await page.getByRole('option').first().click()
  const map = dialog.getByRole('application', { name: 'Delivery area' })
  await map.scrollIntoViewIfNeeded()
  // Without any tiles: what lies around, by name, on a ground with degrees and a scale.
  for (const words of ['Kadavanthra', /^\d+ k?m$/]) await expect(map.getByText(words, { exact: true }).first()).toBeVisible()
  await expect(map.getByText(/^\d+\.\d+° [NE]$/).first()).toBeVisible()
  await expect(map.getByText('Girinagar')).toHaveCount(1)
  expect(await map.locator('.leaflet-dots-pane path').count()).toBeGreaterThan(120)
  for (const position of [
    { x: 150, y: 80 },
    { x: 380, y: 90 },
    { x: 360, y: 280 },
    { x: 160, y: 260 },
  ])
    await map.click({ position })
  await expect(dialog.getByText(/^4 corners, \d/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Add a tier' }).click()
  await dialog.getByRole('textbox', { name: /^fee/ }).fill('25')
  await dialog.getByLabel('Minimum order').fill('99')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Area added' })).toBeVisible()

  const { call } = await staff()
  const [drawn] = (await call(areaContract.list, { query: { q: 'Vypin north' } })).rows
  expect(drawn?.polygon).toHaveLength(4)
  expect(drawn?.feeTiers).toEqual([{ maxKm: 2, fee: { minor: 2500, currency: 'INR' } }])

  await page.goto(`/settings/area?edit=${drawn?.id}`)
  const editing = page.getByRole('dialog', { name: 'Vypin north' })
  const corner = editing.getByRole('button', { name: 'Corner 1' }).or(editing.getByTitle('Corner 1')).first()
  await corner.scrollIntoViewIfNeeded()
  const from = await corner.boundingBox()
  if (!from) throw new Error('the corner is not on the map')
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x - 20, from.y - 15, { steps: 4 })
  await page.mouse.up()
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Area saved' })).toBeVisible()
  const moved = await call(areaContract.get, { params: { id: drawn?.id ?? '' } })
  expect(moved.areaKm2).toBeGreaterThan(drawn?.areaKm2 ?? 0)
})
