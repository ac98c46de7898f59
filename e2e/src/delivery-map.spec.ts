import { addSeconds, channelContract, currentInstant, orderContract } from '@larder/contract'
import { callerOf } from './caller.ts'
import { expect, test } from './journey.ts'
import { lifeOf } from './staff.ts'

test('an order is followed to its customer, and its way played back', async ({ signedIn, staff, shopper, product }) => {
  const { call } = await staff()
  const { id, number } = await shopper.place({ vertical: 'grocery' })
  const rider = await (await lifeOf(await staff(), id)).pickUp()
  const { storePoint, address, areaName } = await call(orderContract.get, { params: { id } })
  const ask = callerOf(product.address, product.channelKey)
  const begun = currentInstant()
  /** A share of the way, so many seconds after they set off. */
  const ride = async (share: number, seconds: number) => {
    const { lat, lng } = address?.point ?? storePoint
    const point = { lat: storePoint.lat + (lat - storePoint.lat) * share, lng: storePoint.lng + (lng - storePoint.lng) * share }
    await ask(channelContract.positions, { params: { id: rider.id }, body: { point, at: addSeconds(begun, seconds), shiftState: 'busy' } })
  }
  await ride(0, 1)
  await ride(0.3, 12)

  const page = await signedIn('admin', `/order/orderDetails/${id}`)
  await page.getByRole('link', { name: 'Map' }).click()
  await expect(page).toHaveURL(`/order/deliverymap/${id}/grocery`)
  await expect(page.getByRole('heading', { level: 1, name: `Map of ${number}` })).toBeVisible()
  await expect(page.getByText('Estimated arrival')).toBeVisible()
  await expect(page.locator('.map-area-name').filter({ hasText: areaName }).first()).toBeInViewport()
  await page.getByText('Show as table').click()
  const places = page.getByRole('table', { name: `Map of ${number}` })
  await expect(places.getByRole('row', { name: new RegExp(`${rider.name} Rider`) })).toBeVisible()
  const before = await places.getByRole('row', { name: new RegExp(`${rider.name} Rider`) }).textContent()
  // The page hears of it by itself, once it is connected.
  await expect(page.locator('[data-connection=connected]')).toBeVisible()
  await ride(0.6, 24)
  await expect(places.getByRole('row', { name: new RegExp(`${rider.name} Rider`) })).not.toHaveText(before ?? '')

  const replay = page.getByRole('slider', { name: 'Replay' })
  await replay.focus()
  await page.keyboard.press('Home')
  await expect(replay).toHaveValue('0')
  await page.getByRole('button', { name: 'Now' }).click()
  await expect(page.getByRole('button', { name: 'Now' })).toBeDisabled()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: number }).click()
  await expect(page).toHaveURL(`/order/orderDetails/${id}`)
})
