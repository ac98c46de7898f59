import { recordAnnouncements } from './announcements.ts'
import { expect, test } from './journey.ts'

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
  const announced = async () => (await announcements()).flatMap(({ text }) => text.match(/New order (\S+)/)?.[1] ?? [])
  const pending = page.getByRole('list', { name: 'Pending' })

  const before = await shopper.place({ vertical: 'grocery' })
  await expect.poll(announced).toEqual([before.number])

  // The page is kept away until the server has taken an order that it can't hear of.
  await page.context().setOffline(true)
  await product.restart()
  await expect(connection).not.toHaveAttribute('data-connection', 'connected')
  const missed = await shopper.place({ vertical: 'grocery' })
  await page.context().setOffline(false)
  await expect(connection).toHaveAttribute('data-connection', 'connected')
  await expect(connection).toContainText(/Live · caught up on [1-9]\d* changes?/)
  await expect.poll(announced).toEqual([before.number, missed.number])

  const after = await shopper.place({ vertical: 'grocery' })
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

/**
 * While the server is away the page writes that into its log (specification, section 8): of calls, of the live connection and of scripts that
 * it wanted to have in time. Nothing else.
 */
function forgetAbsence(complaints: string[]): void {
  const isMeant =
    /No response from the API|WebSocket connection|loaded ahead|order sound could not be loaded|net::ERR_(CONNECTION|EMPTY_RESPONSE|SOCKET)/
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !isMeant.test(text)))
}
