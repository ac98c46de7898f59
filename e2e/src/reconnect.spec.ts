import { recordAnnouncements } from './announcements.ts'
import { expect, forgetAbsence, test } from './journey.ts'

test('orders before, during and after a restart of the server: none is missed, none announced twice', async ({
  product,
  signedIn,
  shopper,
  complaints,
}) => {
  const page = await signedIn('admin', '/settings/crates')
  const announcements = await recordAnnouncements(page)
  await page.goto('/order/grocery/pending')
  const connection = page.locator('[data-connection]')
  await expect(connection).toHaveAttribute('data-connection', 'connected')
  // An order that a journey before this one left for later may come due meanwhile.
  const own = new Set<string>()
  const announced = async () =>
    (await announcements()).flatMap(({ text }) => text.match(/New order (\S+)/)?.[1] ?? []).filter((number) => own.has(number))
  const place = async () => {
    const order = await shopper.place({ vertical: 'grocery' })
    own.add(order.number)
    return order
  }
  const pending = page.getByRole('list', { name: 'Pending' })

  const before = await place()
  await expect.poll(announced).toEqual([before.number])

  // The page is kept away until the server has taken an order that it can't hear of.
  await page.context().setOffline(true)
  await product.restart()
  await expect(connection).not.toHaveAttribute('data-connection', 'connected')
  const missed = await place()
  await page.context().setOffline(false)
  await expect(connection).toHaveAttribute('data-connection', 'connected')
  await expect(connection).toContainText(/Live · caught up on [1-9]\d* changes?/)
  await expect.poll(announced).toEqual([before.number, missed.number])

  const after = await place()
  await expect.poll(announced).toEqual([before.number, missed.number, after.number])
  for (const order of [before, missed, after]) await expect(pending.getByText(order.number)).toHaveCount(1)

  forgetAbsence(complaints)
})

test('what could not be read while the server was away is there once it is back, without a press', async ({
  product,
  signedIn,
  complaints,
}) => {
  const page = await signedIn('admin', '/order/view?view=all')
  await expect(page.locator('[data-connection=connected]')).toBeVisible()
  await product.restart(async () => {
    await page.getByRole('tab', { name: 'Failed' }).click()
    await expect(page.getByText(/^This may be out of date/)).toBeVisible()
  })
  await expect(page.locator('[data-row]').first()).toContainText('Failed')
  await expect(page.getByText(/^This may be out of date/)).toHaveCount(0)
  forgetAbsence(complaints)
})

test('an attempt to connect that hangs is begun anew once the browser is online again', async ({ signedIn }) => {
  const page = await signedIn('admin', '/profile')
  const connection = page.locator('[data-connection]')
  await expect(connection).toHaveAttribute('data-connection', 'connected')
  let attempts = 0
  let isDeaf = true
  await page.routeWebSocket(/\/socket\.io\//, (line) => {
    attempts++
    if (!isDeaf) line.connectToServer()
  })
  await page.reload()
  await expect.poll(() => attempts).toBe(1)
  isDeaf = false
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(connection).toHaveAttribute('data-connection', 'connected')
  expect(attempts).toBe(2)
})
