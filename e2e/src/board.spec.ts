import { orderContract } from '@larder/contract'
import type { Locator } from '@playwright/test'
import { closeHeld, walkTo } from './acts.ts'
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
  const [first, second] = placed.map(({ number }) => pending.filter({ hasText: number })) as [Locator, Locator]
  const chip = first.getByRole('button', { name: /^Accept · / })
  await chip.scrollIntoViewIfNeeded()
  await expect(async () => {
    // A card that has just moved, as the board's first ones do, is not pressed yet.
    const box = await chip.boundingBox({ timeout: 500 }).catch(() => null)
    if (box) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await expect(first).toHaveCount(0, { timeout: 500 })
  }).toPass()
  // The second half of a double click: the pointer stays where it is.
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await closeHeld(page, `${placed[0]?.number} accepted`)
  await expect.poll(acceptedOfBoth).toBe(1)
  await expect(second, 'what slid under the pointer waits as before').toHaveCount(1)

  // Pressed on purpose, it is accepted.
  await pressWhenStill(second.getByRole('button', { name: /^Accept · / }), second)
  await closeHeld(page, `${placed[1]?.number} accepted`)
  await expect.poll(acceptedOfBoth).toBe(2)
})

/** Presses what is on a card until the card has gone: one that has just moved, as the board's first ones do, is not pressed yet. */
async function pressWhenStill(button: Locator, card: Locator): Promise<void> {
  await expect(button).toBeVisible()
  await expect(async () => {
    if (await button.isVisible()) await button.click({ timeout: 2000 })
    await expect(card).toHaveCount(0, { timeout: 500 })
  }).toPass()
}

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

  await pressWhenStill(cards('Pending').getByRole('button', { name: /^Accept · / }), cards('Pending'))
  await expect(cards('Accepted')).toHaveCount(1)
  expect(await statusOf(), 'nothing has left yet').toBe('pending')
  await page.keyboard.press('z')
  await expect(cards('Pending')).toHaveCount(1)
  await expect(page.getByRole('status').filter({ hasText: 'accepted' })).toHaveCount(0)

  await walkTo(page, cards('Pending'))
  await page.keyboard.press('a')
  await expect(cards('Accepted')).toHaveCount(1)
  await page.close({ runBeforeUnload: true })
  await expect.poll(statusOf).toBe('accepted')
})

test('where the code of messages does not come the page stays, and what was done by mistake is taken back by key', async ({
  signedIn,
  shopper,
}) => {
  const placed = await shopper.place({ vertical: 'fish' })
  const first = await signedIn('admin')
  const context = first.context()
  await first.close()
  await context.route(/toast-host/, (route) => route.abort())
  const page = await context.newPage()
  await page.goto('/order/fish/pending')
  const cards = (stage: string) => page.getByRole('list', { name: stage }).getByRole('listitem').filter({ hasText: placed.number })
  await pressWhenStill(cards('Pending').getByRole('button', { name: /^Accept · / }), cards('Pending'))
  await expect(cards('Accepted')).toHaveCount(1)
  await page.keyboard.press('z')
  await expect(cards('Pending')).toHaveCount(1)
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
  await walkTo(page, card)
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
