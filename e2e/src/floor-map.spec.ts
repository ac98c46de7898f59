import { addSeconds, channelContract, currentInstant, type FloorRider, floorContract, orderContract } from '@larder/contract'
import { callerOf } from './caller.ts'
import { expect, test } from './journey.ts'

test('an open order is found on the map of all, given a rider there, and followed; who goes silent is marked', async ({
  signedIn,
  staff,
  shopper,
  product,
}) => {
  const { call } = await staff()
  const { id, number } = await shopper.place({ vertical: 'grocery' })
  const { version } = await call(orderContract.get, { params: { id } })
  await call(orderContract.accept, { params: { id }, body: { version, prepMinutes: 15 } })

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
  const ask = callerOf(product.address, product.channelKey)
  for (const { id } of riders) {
    const body = { point: { lat: 9.7, lng: 76.62 }, at: currentInstant() }
    expect(await ask(channelContract.positions, { params: { id }, body })).toMatchObject({ taken: true })
  }

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
  const middleOf = async (part: typeof map) => {
    const { x, y, width, height } = (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    return { x: x + width / 2, y: y + height / 2 }
  }
  await expect(async () => {
    const [chosen, whole] = [await middleOf(map.locator('.map-chosen')), await middleOf(map)]
    expect(Math.hypot(chosen.x - whole.x, chosen.y - whole.y)).toBeLessThan(3)
  }).toPass()
})
