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

  await cards('Pending')
    .getByRole('button', { name: /^Accept · / })
    .click()
  await expect(cards('Accepted')).toHaveCount(1)
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
