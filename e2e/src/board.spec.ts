import { orderContract } from '@larder/contract'
import { expect, test } from './journey.ts'

test('the second press of a double click does not accept the order that slid under the pointer', async ({ signedIn, staff, shopper }) => {
  const placed = [await shopper.place({ vertical: 'fish' }), await shopper.place({ vertical: 'fish' })]
  const page = await signedIn('admin', '/order/fish/pending')
  const { call } = await staff()
  const pending = page.getByRole('list', { name: 'Pending' }).getByRole('listitem')
  const acceptedOfBoth = async () => {
    const orders = await Promise.all(placed.map(({ id }) => call(orderContract.get, { params: { id } })))
    return orders.filter(({ status }) => status === 'accepted').length
  }

  // Whoever else waits is above or below these two: the first of ours is pressed, what follows it slides up.
  const [first] = placed
  const chip = pending.filter({ hasText: first?.number ?? '' }).getByRole('button', { name: /^Accept · / })
  await chip.scrollIntoViewIfNeeded()
  const box = await chip.boundingBox()
  if (!box) throw new Error('the order is not on the board')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.click(x, y)
  await expect(pending.filter({ hasText: first?.number ?? '' })).toHaveCount(0)
  // The second half of a double click: the pointer stays where it is.
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await expect(page.getByRole('status').filter({ hasText: `${first?.number} accepted` })).toBeVisible()
  await expect.poll(acceptedOfBoth).toBe(1)

  // Pressed on purpose, it is accepted.
  const second = pending.filter({ hasText: placed[1]?.number ?? '' }).getByRole('button', { name: /^Accept · / })
  await expect
    .poll(async () => {
      if (await second.isVisible()) await second.click({ timeout: 2000 }).catch(() => {})
      return acceptedOfBoth()
    })
    .toBe(2)
})

test('an order accepted by mistake is brought back within five seconds, and one that is accepted by key survives the closing of the page', async ({
  signedIn,
  staff,
  shopper,
}) => {
  const placed = await shopper.place({ vertical: 'fish' })
  const page = await signedIn('admin', '/order/fish/pending')
  const { call } = await staff()
  const statusOf = async () => (await call(orderContract.get, { params: { id: placed.id } })).status
  const cards = (stage: string) => page.getByRole('list', { name: stage }).getByRole('listitem').filter({ hasText: placed.number })

  // A card that has just moved, as the board's first ones do, is not pressed yet.
  const accept = cards('Pending').getByRole('button', { name: /^Accept · / })
  await expect
    .poll(async () => {
      if (await accept.isVisible()) await accept.click({ timeout: 2000 }).catch(() => {})
      return cards('Accepted').count()
    })
    .toBe(1)
  expect(await statusOf(), 'nothing has left yet').toBe('pending')
  await page.keyboard.press('z')
  await expect(cards('Pending')).toHaveCount(1)
  await expect(page.getByRole('status').filter({ hasText: 'accepted' })).toHaveCount(0)

  await expect
    .poll(async () => {
      await page.keyboard.press('j')
      return cards('Pending').getAttribute('aria-current')
    })
    .toBe('true')
  await page.keyboard.press('a')
  await expect(cards('Accepted')).toHaveCount(1)
  await page.close({ runBeforeUnload: true })
  await expect.poll(statusOf).toBe('accepted')
})

test('an order opens below its board, from its card and by key', async ({ signedIn, shopper }) => {
  const placed = await shopper.place({ vertical: 'fish' })
  const page = await signedIn('admin', '/order/fish/pending')
  const card = page.getByRole('list', { name: 'Pending' }).getByRole('listitem').filter({ hasText: placed.number })
  const below = new RegExp(`/order/fish/fishPendingOrderDetails/${placed.id}$`)
  await card.getByRole('link', { name: placed.number }).click()
  await expect(page).toHaveURL(below)
  const trail = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(trail).toHaveText(`Fish board/${placed.number}`)
  await trail.getByRole('link', { name: 'Fish board' }).click()
  await expect
    .poll(async () => {
      await page.keyboard.press('j')
      return card.getAttribute('aria-current')
    })
    .toBe('true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(below)
})

test('what is long on a card stays within it', async ({ signedIn, staff, shopper }) => {
  const { call } = await staff()
  const note = 'Ring twice, then leave the bag with the watchman at the gate behind the temple; mind the dog.'
  const placed = await shopper.place({ vertical: 'fish', orderType: 'pickup', note })
  const params = { id: placed.id }
  const read = () => call(orderContract.get, { params })
  const version = async () => (await read()).version
  await call(orderContract.accept, { params, body: { version: await version(), prepMinutes: 10 } })
  await call(orderContract.startPreparing, { params, body: { version: await version() } })
  const { lines } = await read()
  const packed = lines.flatMap(({ line, orderedGrams }) => (orderedGrams === null ? [] : [{ line, packedGrams: orderedGrams }]))
  await call(orderContract.packWeights, { params, body: { version: await version(), lines: packed } })
  await call(orderContract.markReady, { params, body: { version: await version() } })
  // Five columns beside one another are narrowest here.
  const page = await signedIn('admin', '/order/fish/pending', { viewport: { width: 1280, height: 900 } })
  const card = page.getByRole('list', { name: 'Ready' }).getByRole('listitem').filter({ hasText: placed.number })
  await expect(card.getByRole('button', { name: 'Collected by customer' })).toBeVisible()
  const beyond = await card.evaluate((box) => {
    const { left, right } = box.getBoundingClientRect()
    const parts = [...box.querySelectorAll('button, a, svg, p')].map((part) => ({ part, place: part.getBoundingClientRect() }))
    return parts.filter(({ place }) => place.left < left || place.right > right).map(({ part }) => part.outerHTML)
  })
  expect(beyond).toEqual([])
  expect((await card.getByText(note).locator('..').locator('svg').boundingBox())?.width, 'the icon beside the note').toBe(16)
})
