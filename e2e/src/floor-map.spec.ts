import {
  addSeconds,
  channelContract,
  currentInstant,
  type FloorRider,
  floorContract,
  type Order,
  orderContract,
  type Point,
} from '@larder/contract'
import type { Locator } from '@playwright/test'
import { callerOf } from './caller.ts'
import { expect, test } from './journey.ts'
import type { Product } from './product.ts'
import type { Staff } from './staff.ts'

async function accept(call: Staff['call'], id: Order['id']): Promise<void> {
  const { version } = await call(orderContract.get, { params: { id } })
  await call(orderContract.accept, { params: { id }, body: { version, prepMinutes: 15 } })
}

test('an open order is found on the map of all, given a rider there, and followed; who goes silent is marked', async ({
  signedIn,
  staff,
  shopper,
  product,
}) => {
  const { call } = await staff()
  const { id, number } = await shopper.place({ vertical: 'grocery' })
  await accept(call, id)

  const page = await signedIn('admin', '/order/map')
  const orders = page.getByRole('table', { name: 'Orders on the map' })
  await orders.getByRole('button', { name: number }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`[?&]order=${id}`))
  const card = page.getByRole('region', { name: number })
  await expect(card.getByRole('link', { name: 'Open order' })).toBeVisible()
  await expect(card, 'beside the row that was chosen').toBeInViewport()
  await page.keyboard.press('Tab')
  await expect(card.locator(':focus')).toHaveCount(1)

  await card.getByRole('button', { name: 'Assign rider' }).click()
  const dialog = page.getByRole('dialog', { name: 'Assign rider' })
  const choice = dialog.getByRole('radio', { disabled: false }).first()
  await expect(dialog.getByText(/min to the store/).first(), 'how soon each could be there').toBeVisible()
  await choice.check()
  await dialog.getByRole('button', { name: 'Assign rider' }).click()
  await expect(dialog).toBeHidden()
  const rider = (await call(orderContract.get, { params: { id } })).riderDetail
  await expect(orders.getByRole('row').filter({ hasText: number }), 'the map hears of it').toContainText(rider?.name ?? '-')

  const ask = callerOf(product.address, product.channelKey)
  const ride = (at: string) =>
    ask(channelContract.positions, { params: { id: rider?.id ?? '' }, body: { point: { lat: 9.97, lng: 76.28 }, at, shiftState: 'busy' } })
  const silent = page
    .getByRole('table', { name: 'Riders on the map' })
    .getByRole('row')
    .filter({ hasText: rider?.name ?? '-' })
  await ride(currentInstant())
  await expect(silent).not.toContainText('may be elsewhere')
  await page.clock.install({ time: addSeconds(currentInstant(), 90) })
  await page.reload()
  await expect(silent, 'a minute and a half later').toContainText('may be elsewhere')

  await silent.getByRole('button', { name: rider?.name ?? '-' }).click()
  await expect(page.getByRole('region', { name: rider?.name ?? '-' }).getByRole('button', { name: number })).toBeVisible()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('combobox', { name: 'Vertical' }).selectOption('fish')
  await expect(page).toHaveURL(/[?&]vertical=fish/)
  await expect(orders.getByText(number)).toHaveCount(0)
})

test('on a phone, what is chosen in the tables comes into sight with what can be done about it', async ({ signedIn, shopper }) => {
  const { number } = await shopper.place({ vertical: 'grocery' })
  const page = await signedIn('admin', '/order/map', { viewport: { width: 390, height: 844 } })
  await page.getByRole('table', { name: 'Orders on the map' }).getByRole('button', { name: number }).click()
  const card = page.getByRole('region', { name: number })
  await expect(card.getByRole('link', { name: 'Open order' })).toBeInViewport()
  await expect(card.getByRole('button', { name: 'Assign rider' })).toBeInViewport()
})

test('riders of one place are one circle with their number, which opens by key; who is chosen beside the map is in its middle', async ({
  signedIn,
  staff,
  product,
}) => {
  const { call } = await staff()
  const floor = await call(floorContract.map, { query: {} })
  const isAlone = ({ name }: FloorRider) => floor.riders.filter((other) => other.name === name).length === 1
  const riders = floor.riders.filter(isAlone).slice(0, 3)
  expect(riders).toHaveLength(3)
  await standAt(product, call, riders, { lat: 9.7, lng: 76.62 })

  const page = await signedIn('admin', '/order/map')
  const map = page.getByRole('application', { name: 'Live map' })
  const [first] = riders
  const circle = map.getByRole('button', { name: new RegExp(`^3 here: .*${first?.name}`) })
  await expect(circle).toHaveText('3')
  const marked = riders.map(({ name }) => map.getByTitle(name, { exact: true }))
  for (const rider of marked) await expect(rider).toHaveCount(0)
  await circle.press('Enter')
  for (const rider of marked) await expect(rider).toBeInViewport()
  await expect(circle, 'it keeps the keyboard').toBeFocused()

  await page
    .getByRole('table', { name: 'Riders on the map' })
    .getByRole('button', { name: first?.name ?? '-', exact: true })
    .press('Enter')
  await expect(async () => {
    const [chosen, whole] = [await middleOf(map.locator('.map-chosen')), await middleOf(map)]
    expect(Math.hypot(chosen.x - whole.x, chosen.y - whole.y)).toBeLessThan(3)
  }).toPass()
})

test('an order is given to a rider by dragging it into a circle, which opens under it; let go over nothing it is given to nobody', async ({
  signedIn,
  staff,
  shopper,
  product,
}) => {
  const { call } = await staff()
  const { id, number } = await shopper.place({ vertical: 'grocery', method: 'online' })
  const order = () => call(orderContract.get, { params: { id } })
  await accept(call, id)
  const able = (await call(orderContract.riders, { params: { id } })).filter(({ because }) => because === null)
  const [one, meant, other] = able.filter(({ name }) => able.filter((each) => each.name === name).length === 1)
  if (!one || !meant || !other) throw new Error('fewer than three riders can take it')
  await standAt(product, call, [one, meant, other], { lat: 10.2, lng: 76.62 })

  const page = await signedIn('admin', `/order/map?order=${id}`)
  const map = page.getByRole('application', { name: 'Live map' })
  const marker = map.getByTitle(new RegExp(`^${number}`))
  const circle = map.getByRole('button', { name: new RegExp(`^3 here: .*${meant.name}`) })
  const take = async () => {
    const { x, y } = await middleOf(marker)
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 8, y + 8, { steps: 2 })
    await expect(page.getByText(`Let go over the rider who is to carry ${number}.`)).toBeVisible()
  }
  const moveTo = async (part: Locator) => {
    const { x, y } = await middleOf(part)
    await page.mouse.move(x, y, { steps: 10 })
  }
  await expect(circle).toBeVisible()
  const before = await middleOf(marker)
  await take()
  const { x, y } = (await map.boundingBox()) ?? { x: 0, y: 0 }
  await page.mouse.move(x + 50, y + 50, { steps: 10 })
  await page.mouse.up()
  await expect(page.getByText(/nothing is assigned/)).toBeVisible()
  expect(await middleOf(marker), 'it is where it was').toEqual(before)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect((await order()).riderDetail).toBeNull()

  await take()
  await expect(circle, 'it stands out').toHaveClass(/map-taker/)
  await moveTo(circle)
  const rider = map.getByTitle(meant.name, { exact: true })
  await expect(rider).toBeVisible()
  await moveTo(rider)
  await expect(page.getByText(`Let go to assign ${meant.name} to ${number}.`)).toBeVisible()
  await page.mouse.up()
  const dialog = page.getByRole('dialog', { name: 'Assign rider' })
  await expect(dialog.getByRole('radio', { name: meant.name })).toBeChecked()
  expect((await order()).riderDetail, 'it is asked before').toBeNull()
  await dialog.getByRole('button', { name: 'Assign rider' }).click()
  await expect(dialog).toBeHidden()
  expect((await order()).riderDetail?.id).toBe(meant.id)
  await expect(page.getByRole('table', { name: 'Orders on the map' }).getByRole('row').filter({ hasText: number })).toContainText(
    meant.name,
  )
})

/** Riders tell where they are; a map that is opened then shows it: what is told while one opens may be in neither what it reads nor what it hears. */
async function standAt(product: Product, call: Staff['call'], riders: readonly Pick<FloorRider, 'id'>[], point: Point): Promise<void> {
  const ask = callerOf(product.address, product.channelKey)
  for (const { id } of riders)
    expect(await ask(channelContract.positions, { params: { id }, body: { point, at: currentInstant() } })).toMatchObject({ taken: true })
  const ids = new Set<string>(riders.map(({ id }) => id))
  const there = async () =>
    (await call(floorContract.map, { query: {} })).riders.filter(({ id, point: at }) => ids.has(id) && at?.lat === point.lat)
  await expect.poll(async () => (await there()).length).toBe(ids.size)
}

async function middleOf(part: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return { x: x + width / 2, y: y + height / 2 }
}

test('on a tablet an order is given to a rider by dragging it there with a finger', async ({ signedIn, staff, shopper, product }) => {
  const { call } = await staff()
  const { id, number } = await shopper.place({ vertical: 'grocery', method: 'online' })
  const order = () => call(orderContract.get, { params: { id } })
  await accept(call, id)
  const able = (await call(orderContract.riders, { params: { id } })).filter(({ because }) => because === null)
  const [meant, far] = able.filter(({ name }) => able.filter((each) => each.name === name).length === 1)
  if (!meant || !far) throw new Error('fewer than two riders can take it')
  const ask = callerOf(product.address, product.channelKey)
  // At its edge a map pans under what is dragged there: another one is further out.
  for (const [rider, point] of [
    [meant, { lat: 10.1, lng: 76.47 }],
    [far, { lat: 10.2, lng: 76.62 }],
  ] as const) {
    const body = { point, at: currentInstant() }
    expect(await ask(channelContract.positions, { params: { id: rider.id }, body })).toMatchObject({ taken: true })
  }

  const page = await signedIn('admin', `/order/map?order=${id}`, { viewport: { width: 1024, height: 1100 }, hasTouch: true })
  const fingers = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
    fingers.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
  const map = page.getByRole('application', { name: 'Live map' })
  const marker = map.getByTitle(new RegExp(`^${number}`))
  const rider = map.getByTitle(meant.name, { exact: true })
  await expect(rider).toBeInViewport()
  const [from, to] = [await middleOf(marker), await middleOf(rider)]
  await touch('touchStart', from)
  for (let step = 1; step <= 12; step++)
    await touch('touchMove', { x: from.x + ((to.x - from.x) * step) / 12, y: from.y + ((to.y - from.y) * step) / 12 })
  await expect(page.getByText(`Let go to assign ${meant.name} to ${number}.`)).toBeVisible()
  expect(await middleOf(rider), 'neither the map nor the page moved under the finger').toEqual(to)
  await touch('touchEnd')
  const dialog = page.getByRole('dialog', { name: 'Assign rider' })
  await expect(dialog.getByRole('radio', { name: meant.name })).toBeChecked()
  await dialog.getByRole('button', { name: 'Assign rider' }).tap()
  await expect(dialog).toBeHidden()
  expect((await order()).riderDetail?.id).toBe(meant.id)
})

test('several orders are given to one rider at once, beside the map, by keys', async ({ signedIn, staff, shopper }) => {
  const { call } = await staff()
  const placed = [await shopper.place({ vertical: 'grocery' }), await shopper.place({ vertical: 'grocery' })]
  for (const { id } of placed) await accept(call, id)
  const page = await signedIn('admin', '/order/map?vertical=grocery')
  const orders = page.getByRole('table', { name: 'Orders on the map' })
  for (const { number } of placed) await orders.getByRole('checkbox', { name: `Select ${number}` }).press('Space')
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await expect(bar).toContainText('2 selected')
  await page.keyboard.press('s')
  await expect(bar.getByRole('button', { name: 'Assign rider' }), 'past all rows that are left').toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Assign a rider to 2 orders' })
  for (const { number } of placed) await expect(dialog).toContainText(number)
  await dialog.getByRole('radio', { disabled: false }).first().check()
  await dialog.getByRole('button', { name: 'Assign a rider to 2 orders' }).click()
  await expect(page.getByText('2 assigned')).toBeVisible()
  const riders = await Promise.all(placed.map(async ({ id }) => (await call(orderContract.get, { params: { id } })).riderDetail?.id))
  expect(riders[0]).toBeTruthy()
  expect(riders[1]).toBe(riders[0])
  for (const { number } of placed) await expect(orders.getByRole('row').filter({ hasText: number })).not.toContainText('None yet')
})
