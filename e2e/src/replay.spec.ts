import { addMinutes, currentInstant, Instant } from '@larder/contract'
import { expect, test } from './journey.ts'
import { accept, act, because, expectStatus } from './order-page.ts'

test('a shift is scrubbed: an order stands where it stood, its cancellation is a mark, and a link leads to an instant', async ({
  signedIn,
  shopper,
}) => {
  const before = currentInstant()
  const placed = await shopper.place({ vertical: 'grocery' })
  const order = await signedIn('admin', `/order/orderDetails/${placed.id}`)
  await accept(order)
  await expectStatus(order, 'Accepted')
  await act(order, 'Cancel order', because('The customer changed their mind'))
  await expectStatus(order, 'Cancelled')

  const query = new URLSearchParams({ from: addMinutes(before, -60), to: addMinutes(before, 60), at: before })
  const page = await signedIn('admin', `/order/replay?${query}`)
  const board = page.getByRole('region', { name: 'Board' })
  await expect(board.getByRole('heading', { name: 'Pending' })).toBeVisible()
  await expect(board.getByText(placed.number), 'it had not come yet').toHaveCount(0)

  await page.getByText(/^\d+ marks?$/).click()
  await page.getByRole('button', { name: new RegExp(`${placed.number}, Cancelled`) }).click()
  await expect(board.getByText(placed.number), 'it was gone at that instant').toHaveCount(0)
  const time = page.getByRole('slider', { name: 'Time' })
  await time.press('ArrowLeft')
  await time.press('ArrowRight')
  await expect(page).toHaveURL(/[?&]at=/)
  const link = page.url()
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Pause', exact: true }), 'a key plays wherever one is on the page').toBeVisible()
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  const rested = atOf(page.url())
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => atOf(page.url()), 'another goes a minute back').toBe(addMinutes(rested, -1))
  await expect(page.getByRole('combobox', { name: 'From' }), 'what the hours are is said beside them').toBeVisible()
  await page.getByLabel('For', { exact: true }).selectOption('1 hour')
  await expect(page).toHaveURL(/[?&]to=/)
  await page.goto(link)
  await expect(page.getByRole('slider', { name: 'Time' })).toBeVisible()
  await expect(page.getByText('Show as table').first(), 'the map has a table beside it').toBeVisible()
})

test('the hours until now stay those of its opening while it plays and orders come in, and are in the link to an instant', async ({
  signedIn,
  shopper,
}) => {
  await shopper.place({ vertical: 'grocery' })
  const page = await signedIn('admin', '/order/replay')
  await page.getByRole('button', { name: '30×' }).click()
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  const pause = page.getByRole('button', { name: 'Pause', exact: true })
  await expect(pause).toBeFocused()
  const again = page.waitForResponse((answer) => answer.url().includes('/replay'))
  await shopper.place({ vertical: 'grocery' })
  await (await again).finished()
  await expect(page.getByRole('button', { name: '30×' })).toHaveAttribute('aria-pressed', 'true')
  await pause.click()
  await expect(page).toHaveURL(/[?&]at=/)
  const { searchParams } = new URL(page.url())
  expect([Instant.safeParse(searchParams.get('from')).success, Instant.safeParse(searchParams.get('to')).success]).toEqual([true, true])
  await expect(page.getByRole('button', { name: '30×' })).toHaveAttribute('aria-pressed', 'true')
})

const atOf = (url: string) => Instant.parse(new URL(url).searchParams.get('at'))
