import { formatOf, orderContract } from '@larder/contract'
import { recordAnnouncements } from './announcements.ts'
import { expect, type Page, test } from './journey.ts'
import { accept, act, because, expectStatus, identity } from './order-page.ts'

const indian = formatOf({ numbers: 'en-IN', dates: 'en-US', clock: '12-hour' })

test('an order comes in and staff take it to delivered, and a second browser sees each step', async ({ signedIn, staff, shopper }) => {
  const page = await signedIn('admin')
  const announcements = await recordAnnouncements(page)
  await page.goto('/order/grocery/pending')
  await expect(page.locator('[data-connection=connected]')).toBeVisible()
  const { me, call } = await staff()
  const onBehalf = (await call(orderContract.reasons, {})).find(({ kind }) => kind === 'on-behalf')?.label ?? ''

  const placed = await shopper.place({ vertical: 'grocery', name: 'Anila Varghese' })
  const content = `New order ${placed.number} · ${placed.storeName} · ${indian.money(placed.total)}`
  await expect(page.getByRole('status').filter({ hasText: content })).toBeVisible()
  // What waits may be taken from the staff by its time meanwhile.
  await expect(async () => {
    const { count } = await call(orderContract.unhandled, {})
    expect(await page.title()).toMatch(new RegExp(`^\\(${count}\\) Grocery board · `))
  }).toPass()
  const card = page.getByRole('list', { name: 'Pending' }).getByRole('listitem').filter({ hasText: placed.number })
  await expect(card).toContainText('Anila Varghese')
  await expect(card).toContainText('Cash, due')
  await expect.poll(async () => (await announcements()).find(({ text }) => text === content)?.stood ?? 0).toBeGreaterThanOrEqual(4000)
  expect((await announcements()).find(({ text }) => text === content)?.stood).toBeLessThan(6000)

  await card.getByRole('link', { name: placed.number }).click()
  await expect(identity(page)).toContainText(placed.number)
  const second = await signedIn('office-staff', new URL(page.url()).pathname)
  await expectStatus(second, 'Pending')
  const lags: number[] = []
  const bothShow = async (status: string) => {
    const [here, there] = await Promise.all([momentOf(page, status), momentOf(second, status)])
    lags.push(there - here)
  }

  await page.getByRole('button', { name: 'More time to prepare' }).click()
  await accept(page)
  await bothShow('Accepted')
  await act(page, 'Start preparing')
  await bothShow('Preparing')
  await act(page, 'Mark ready')
  await bothShow('Ready')
  await act(page, 'Assign rider', async (dialog) => {
    await dialog.locator('input[type=radio]:enabled').first().check()
  })
  await expect(second.getByText('On the way to the store')).toBeVisible()
  await act(page, 'Picked up', because(onBehalf))
  await bothShow('On its way')
  await act(page, 'Delivered', async (dialog) => {
    await because(onBehalf)(dialog)
    await expect(dialog.getByLabel('Cash collected')).toHaveValue((placed.total.minor / 100).toFixed(2))
  })
  await bothShow('Delivered')
  await expect(page.getByText('Collected', { exact: true })).toBeVisible()

  // Within a second each time; a machine under load may be late once.
  lags.sort((a, b) => a - b)
  expect(lags[Math.floor(lags.length / 2)], `the second browser's lags: ${lags.join(', ')} ms`).toBeLessThan(1000)
  expect(lags.at(-1), `the second browser's lags: ${lags.join(', ')} ms`).toBeLessThan(3000)

  const steps = page.getByRole('listitem').filter({ hasText: `${me.person.name}, staff` })
  for (const step of ['Accepted: Pending → Accepted', 'Preparation started', 'Ready', 'Rider assigned', 'Picked up', 'Delivered'])
    await expect(steps.filter({ hasText: step }).first()).toBeVisible()
  await expect(steps.filter({ hasText: onBehalf }), 'why staff spoke for the rider').toHaveCount(2)
  await expect(page.getByRole('listitem').filter({ hasText: 'Order placed' })).toContainText('Anila Varghese, customer')

  await page.getByRole('tab', { name: 'History' }).click()
  const entries = page.getByRole('listitem').filter({ hasText: me.person.name })
  await expect(entries.filter({ hasText: 'delivered' }).first()).toContainText('Admin')
  await expect(entries.filter({ hasText: onBehalf })).toHaveCount(2)
})

/** The moment at which a page shows the order in a status, by the one clock of the machine. */
async function momentOf(page: Page, status: string): Promise<number> {
  const chip = identity(page).getByText(status, { exact: true })
  const moment = await chip.elementHandle().then((handle) => handle?.evaluate(() => Date.now()))
  return moment ?? Date.now()
}
