import { cuisineContract, draftContract } from '@larder/contract'
import { expect, test } from './journey.ts'

test('a lookup is added, changed, saved over by two people, and deleted unless it is in use', async ({ signedIn, staff, missing }) => {
  const page = await signedIn('admin', '/settings/cusins')
  await page.getByRole('button', { name: 'Add cuisine' }).click()
  const adding = page.getByRole('dialog', { name: 'Add cuisine' })
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(adding.getByRole('alert').first(), 'a cuisine needs its name').toBeVisible()
  await adding.getByLabel('Name').fill('Konkani coast')
  await adding.getByLabel('Position').fill('7')
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Cuisine added' })).toBeVisible()

  const search = page.getByPlaceholder('Name')
  await expect(adding).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add cuisine' }), 'where the dialog was opened').toBeFocused()
  await page.keyboard.press('/')
  await expect(search, 'the menu has an input too').toBeFocused()
  await page.keyboard.type('Konkani')
  await page.getByRole('link', { name: 'Konkani coast' }).click()
  const editing = page.getByRole('dialog', { name: 'Konkani coast' })
  await editing.getByRole('button', { name: 'Edit', exact: true }).click()
  await editing.getByRole('textbox', { name: 'Name' }).fill('Konkani kitchen')

  const { call, me } = await staff()
  const id = new URL(page.url()).searchParams.get('edit') ?? ''
  const row = await call(cuisineContract.get, { params: { id } })
  await call(cuisineContract.update, { params: { id }, body: { version: row.version, sort: 9 } })
  await expect(editing.getByText('while you were typing').or(editing.getByText(me.person.name)).first()).toBeVisible()
  await expect(editing.getByLabel('Name')).toHaveValue('Konkani kitchen')
  await expect(editing.getByLabel('Position')).toHaveValue('9')
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Cuisine saved' })).toBeVisible()
  expect(await call(cuisineContract.get, { params: { id } })).toMatchObject({ name: 'Konkani kitchen', sort: 9 })

  await page.getByRole('link', { name: 'Konkani kitchen' }).click()
  const saved = page.getByRole('dialog', { name: 'Konkani kitchen' })
  await saved.getByRole('tab', { name: 'History' }).click()
  await expect(saved.getByRole('listitem').filter({ hasText: me.person.name })).toHaveCount(3)
  await expect(saved.getByText('Changed Name from Konkani coast to Konkani kitchen')).toBeVisible()
  // The form and its history ask for it once more, and the form closes.
  missing.push(new RegExp(`/api/(cuisines|history/cuisine)/${id}`))
  await saved.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Cuisine Konkani kitchen deleted' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Konkani kitchen' })).toHaveCount(0)
})

test('a lookup that stores use stays, and says so', async ({ signedIn, staff }) => {
  const { call } = await staff()
  const used = (await call(cuisineContract.list, { query: { limit: 100 } })).rows.find(({ stores }) => stores > 0)
  const { id = '', name = '', version = 0 } = used ?? {}
  const page = await signedIn('admin', `/settings/cusins?edit=${id}`)
  const dialog = page.getByRole('dialog', { name })
  await dialog.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Why not?' }).click()
  await expect(page.getByRole('dialog', { name: 'What cannot be done now' })).toContainText(/It is used by \d+ stores\./)
  await expect(call(cuisineContract.remove, { params: { id }, body: { version } })).rejects.toThrow('409')
})

test('what is told at the foot of a short window lies over nothing for good', async ({ signedIn, staff }) => {
  const { call } = await staff()
  const { id, version } = await call(cuisineContract.create, { body: { name: 'Aluva street', sort: 1, active: true } })
  const page = await signedIn('admin', '/settings/cusins', { viewport: { width: 1280, height: 480 } })
  const row = page.locator('[data-row]').filter({ hasText: 'Aluva street' })
  await row.getByRole('button', { name: /^Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  const overlap = await page.evaluate(() => {
    scrollTo(0, document.documentElement.scrollHeight)
    // Rows scroll inside the list.
    const below = [...document.querySelectorAll('main .surface')].map((each) => each.getBoundingClientRect().bottom)
    return Math.max(...below) - (document.querySelector('.toasts')?.getBoundingClientRect().top ?? 0)
  })
  expect(overlap).toBeLessThanOrEqual(0)
  await page.keyboard.press('z')
  await expect(row).toBeVisible()
  await call(cuisineContract.remove, { params: { id }, body: { version } })
})

test('what is told lies over no button of an open dialog, on a desk or on a phone', async ({ signedIn, staff }) => {
  const { call } = await staff()
  await call(cuisineContract.create, { body: { name: 'Beypore grill', sort: 1, active: true } })
  const page = await signedIn('admin', '/settings/cusins', { viewport: { width: 1440, height: 900 } })
  const row = page.locator('[data-row]').filter({ hasText: 'Beypore grill' })
  await row.getByRole('button', { name: /^Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'Add cuisine' })
  await expect(dialog).toBeVisible()
  const covered = () =>
    page.evaluate(() => {
      const told = document.querySelector('.snack')?.getBoundingClientRect()
      const buttons = [...document.querySelectorAll('[role="dialog"] button')].map((each) => each.getBoundingClientRect())
      const isUnder = (one: DOMRect) =>
        told && one.left < told.right && one.right > told.left && one.top < told.bottom && one.bottom > told.top
      return told ? buttons.filter(isUnder).length : 'nothing is told'
    })
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport)
    await expect.poll(covered, `at ${viewport.width}`).toBe(0)
  }
  await page.keyboard.press('Escape')
  await expect(row, 'nobody took it back').toHaveCount(0)
})

test('of many kept drafts one after another is discarded on a phone: what is told lies over none of them', async ({ signedIn, staff }) => {
  const { call } = await staff()
  const names = ['Aby', 'Biju', 'Cyril', 'Dany', 'Eby', 'Febin']
  const body = { resource: 'rider', step: 1, typed: '{}' }
  for (const name of names) await call(draftContract.create, { body: { ...body, name } })
  const page = await signedIn('admin', '/deliveryBoy/list', { viewport: { width: 390, height: 844 } })
  const drafts = page.getByRole('region', { name: /^Draft / })
  const told = page.getByRole('status').filter({ hasText: 'discarded' })
  const covered = () =>
    page.evaluate(() => {
      const kept = document.querySelector('.kept-drafts')?.getBoundingClientRect()
      const told = [...document.querySelectorAll('.snack')].map((each) => each.getBoundingClientRect())
      return kept ? told.filter(({ top, bottom }) => top < kept.bottom && bottom > kept.top).length : 'no draft is kept'
    })
  await expect(drafts).toHaveCount(6)
  await expect(drafts.last()).toContainText('Draft 6 of 6: ')
  const place = page.locator('.kept-drafts')
  await expect(place).toHaveCSS('position', 'sticky')
  await page.setViewportSize({ width: 720, height: 450 })
  await expect(place, 'in a low window they leave the room to rows').toHaveCSS('position', 'static')
  await page.setViewportSize({ width: 390, height: 844 })
  for (const count of [1, 2]) {
    await drafts.first().getByRole('button', { name: 'Discard' }).click()
    await expect(told).toHaveCount(count)
    await expect(drafts).toHaveCount(6 - count)
    expect(await covered(), `after ${count}`).toBe(0)
  }
  const { rows } = await call(draftContract.list, { query: { resource: 'rider' } })
  for (const { id, version } of rows.filter(({ name }) => names.slice(0, 4).includes(name)))
    await call(draftContract.remove, { params: { id }, body: { version } })
})

test('news of an order is whole on the screen, and lies over nothing that a page or a list is pressed by', async ({
  signedIn,
  shopper,
}) => {
  const open = await shopper.place({ vertical: 'grocery' })
  const page = await signedIn('admin', '/order/view', { viewport: { width: 1440, height: 900 } })
  await expect(page.locator('[data-row]').first()).toBeVisible()
  const desk = { width: 1440, height: 900 }
  const phone = { width: 390, height: 844 }
  for (const [path, viewport, acts] of [
    ['/order/view', desk, '.list-foot button'],
    [`/order/orderDetails/${open.id}`, desk, '.page-acts :is(button, a)'],
    [`/order/orderDetails/${open.id}`, phone, '.page-acts :is(button, a)'],
    ['/deliveryBoy/list', phone, '.page-head :is(button, a)'],
  ] as const) {
    await page.setViewportSize(viewport)
    await page.goto(path)
    await expect(page.locator('[data-connection=connected]')).toBeVisible()
    const { number, storeName } = await shopper.place({ vertical: 'grocery' })
    const news = page.getByRole('status').filter({ hasText: `New order ${number} · ${storeName}` })
    await expect(news.getByRole('link', { name: 'View' })).toBeInViewport({ ratio: 1 })
    await expect(news.getByText(/\d$/), 'what it comes to').toBeInViewport({ ratio: 1 })
    await news.hover()
    const covered = await page.evaluate((selector) => {
      const told = document.querySelector('.news > .snack')?.getBoundingClientRect()
      const acts = [...document.querySelectorAll(selector)]
      const isUnder = (one: DOMRect) =>
        told && one.left < told.right && one.right > told.left && one.top < told.bottom && one.bottom > told.top
      return { acts: acts.length > 0, under: acts.filter((each) => isUnder(each.getBoundingClientRect())).map((each) => each.textContent) }
    }, acts)
    expect(covered, `${path} at ${viewport.width}`).toEqual({ acts: true, under: [] })
    await news.getByRole('button', { name: 'Close' }).click()
  }
})
