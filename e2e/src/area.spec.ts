import { areaContract } from '@larder/contract'
import type { Locator } from '@playwright/test'
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
  await dialog.getByRole('button', { name: 'Next' }).click()
  await dialog.getByRole('button', { name: 'Add tier' }).click()
  await dialog.getByLabel('Fee of tier 1').fill('25')
  await dialog.getByLabel('Minimum order').fill('99')
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(dialog.getByText('up to 2 km ₹25.00')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add area' }).click()
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

test('a fee tier is changed, moved and saved by keyboard alone', async ({ signedIn, staff }) => {
  const { call } = await staff()
  const [area] = (await call(areaContract.list, { query: { limit: 1 } })).rows
  if (!area) throw new Error('the demo has no area')
  const [nearest, ...others] = area.feeTiers
  const page = await signedIn('admin', `/settings/area?edit=${area.id}`)
  const form = page.getByRole('dialog', { name: area.name })
  await expect(form.getByLabel('Name')).toBeFocused()
  const tabTo = async (target: Locator) => {
    for (let stops = 0; stops < 60 && !(await target.evaluate((each) => each === document.activeElement)); stops++)
      await page.keyboard.press('Tab')
    await expect(target).toBeFocused()
  }
  await tabTo(form.getByLabel('Fee of tier 1'))
  await page.keyboard.press('Control+A')
  await page.keyboard.type('17.50')
  await tabTo(form.getByRole('button', { name: 'Add tier' }))
  await page.keyboard.press('Enter')
  await expect(form.getByLabel(`Distance of tier ${others.length + 2}`)).toBeFocused()
  await page.keyboard.press('Control+A')
  await page.keyboard.type(String((nearest?.maxKm ?? 0) + 0.1))
  await page.keyboard.press('Tab')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('18')
  // It was typed as the last, and belongs behind the first.
  for (let step = 0; step < 2; step++) await page.keyboard.press('Shift+Tab')
  for (let place = others.length + 2; place > 2; place--) {
    await expect(form.getByRole('button', { name: `Move tier ${place}`, exact: true })).toBeFocused()
    await page.keyboard.press('ArrowUp')
  }
  await expect(form.getByText(`Tier moved to place 2 of ${others.length + 2}`)).toBeAttached()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Area saved' })).toBeVisible()
  const saved = await call(areaContract.get, { params: { id: area.id } })
  expect(saved.feeTiers).toEqual([
    { maxKm: nearest?.maxKm, fee: { ...nearest?.fee, minor: 1750 } },
    { maxKm: (nearest?.maxKm ?? 0) + 0.1, fee: { ...nearest?.fee, minor: 1800 } },
    ...others,
  ])
})

test('a new area is left in the middle, gone on with in another browser, and added', async ({ signedIn, staff }) => {
  const { call } = await staff()
  const [place] = (await call(areaContract.list, { query: { limit: 1 } })).rows
  if (!place) throw new Error('the demo has no area')
  const page = await signedIn('admin', '/settings/area?edit=new')
  const dialog = page.getByRole('dialog', { name: 'Add area' })
  await dialog.getByLabel('Name').fill('Fort Kochi west')
  await dialog.getByRole('combobox', { name: 'Branch' }).click()
  await page.getByRole('option', { name: place.branch.name }).click()
  const map = dialog.getByRole('application', { name: 'Delivery area' })
  await map.scrollIntoViewIfNeeded()
  for (const position of [
    { x: 150, y: 80 },
    { x: 380, y: 90 },
    { x: 360, y: 280 },
  ])
    await map.click({ position })
  await dialog.getByRole('button', { name: 'Next' }).click()
  await dialog.getByRole('button', { name: 'Add tier' }).click()
  await dialog.getByLabel('Fee of tier 1').fill('2x')
  await dialog.getByRole('button', { name: 'Finish later' }).click()
  await expect(dialog).toHaveCount(0)

  // Nobody else is told of it.
  const other = await signedIn('office-staff', '/settings/area')
  await expect(other.getByRole('row').nth(1)).toBeVisible()
  await expect(other.getByText('Fort Kochi west')).toHaveCount(0)

  const elsewhere = await signedIn('admin', '/settings/area')
  const draft = elsewhere.getByRole('region', { name: 'Draft Fort Kochi west' })
  // However late it is known, no row moves for it.
  const row = elsewhere.getByRole('row').nth(1)
  const { promise: isMeasured, resolve: measured } = Promise.withResolvers<void>()
  await elsewhere.route('**/api/drafts?*', (route) => isMeasured.then(() => route.continue()))
  const asked = elsewhere.waitForRequest('**/api/drafts?*')
  await elsewhere.reload()
  await asked
  const stood = await row.boundingBox()
  measured()
  await expect(draft).toContainText('step 2 of 3')
  expect(await row.boundingBox()).toEqual(stood)
  // Nor does it lie over the pages of a list that is longer than the window.
  await elsewhere.setViewportSize({ width: 1440, height: 600 })
  const pages = await elsewhere.getByRole('navigation', { name: 'Pages of this list' }).boundingBox()
  expect((pages?.y ?? 0) + (pages?.height ?? 0)).toBeLessThan((await draft.boundingBox())?.y ?? 0)
  await elsewhere.setViewportSize({ width: 1440, height: 900 })
  await elsewhere.unrouteAll()
  await draft.getByRole('button', { name: 'Continue' }).click()
  const resumed = elsewhere.getByRole('dialog', { name: 'Add area' })
  await expect(resumed.getByLabel('Fee of tier 1')).toHaveValue('2x')
  await resumed.getByRole('button', { name: 'Back' }).click()
  await expect(resumed.getByLabel('Name')).toHaveValue('Fort Kochi west')
  await expect(resumed.getByText(/^3 corners, \d/)).toBeVisible()
  await resumed.getByRole('button', { name: 'Next' }).click()
  await resumed.getByRole('button', { name: 'Next' }).click()
  await expect(resumed.getByText('Fee of tier 1 must be an amount')).toBeVisible()
  await resumed.getByLabel('Fee of tier 1').fill('29')
  await resumed.getByLabel('Minimum order').fill('0')
  await resumed.getByRole('button', { name: 'Next' }).click()
  await expect(resumed.getByText('up to 2 km ₹29.00')).toBeVisible()
  await expect(resumed.getByText(place.branch.name)).toBeVisible()
  await resumed.getByRole('button', { name: 'Add area' }).click()
  await expect(elsewhere.getByRole('status').filter({ hasText: 'Area added' })).toBeVisible()
  await expect(elsewhere.getByRole('region', { name: 'Draft Fort Kochi west' })).toHaveCount(0)
  const [added] = (await call(areaContract.list, { query: { q: 'Fort Kochi west' } })).rows
  expect(added?.feeTiers).toEqual([{ maxKm: 2, fee: { minor: 2900, currency: 'INR' } }])
})
