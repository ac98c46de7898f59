import { orderContract, sessionContract } from '@larder/contract'
import { closeHeld, walkTo } from './acts.ts'
import { findings } from './axe.ts'
import { expect, type Page, test } from './journey.ts'

const cardOf = (page: Page, stage: string, number: string) =>
  page.getByRole('list', { name: stage }).getByRole('listitem').filter({ hasText: number })

test('every list has a board, by the address; by keys alone an order is accepted with more minutes, and who else looks is seen', async ({
  signedIn,
  staff,
  shopper,
}) => {
  const placed = await shopper.place({ vertical: 'restaurant', orderType: 'pickup' })
  const { call } = await staff()
  const page = await signedIn('admin', '/order/view?status=All')
  await expect(page.locator('[data-row]').first()).toBeVisible()
  await page.keyboard.press('b')
  await page.waitForURL('**/order/view?show=board')
  await expect(cardOf(page, 'Pending', placed.number)).toBeVisible()
  await expect(page.getByRole('table', { name: 'To be ready from' })).toContainText('All stores')

  await walkTo(page, cardOf(page, 'Pending', placed.number))
  const accept = cardOf(page, 'Pending', placed.number).getByRole('button', { name: /^Accept · / })
  const usual = Number(/(\d+) min/.exec(await accept.innerText())?.[1])
  await page.keyboard.press('+')
  const more = (Math.floor(usual / 5) + 1) * 5
  await expect(accept).toHaveText(new RegExp(`${more} min`))

  const other = await signedIn('office-staff', '/order/view?show=board')
  await expect(page.getByRole('img', { name: /is looking at this too/ })).toBeVisible()
  await expect(other.getByRole('img', { name: /is looking at this too/ })).toBeVisible()
  await other.close()
  await expect(page.getByRole('img', { name: /is looking at this too/ })).toHaveCount(0)

  await page.keyboard.press('a')
  await expect(cardOf(page, 'Accepted', placed.number)).toBeVisible()
  await closeHeld(page, `${placed.number} accepted`)
  const seen = () => call(orderContract.get, { params: { id: placed.id } })
  await expect.poll(async () => (await seen()).status).toBe('accepted')
  expect((await seen()).prepMinutes).toBe(more)
  await page.getByRole('main').getByRole('link', { name: 'All orders' }).click()
  await page.waitForURL((url) => url.pathname === '/order/view' && !url.searchParams.has('show'))
  await page.goto('/order/cakes/view?show=board')
  await expect(page.getByRole('heading', { name: 'Cake board' })).toBeVisible()
})

test('new orders take over the screen of whoever wants that, and nothing is pressed that has just come under the pointer', async ({
  newcomer,
  staff,
  shopper,
}) => {
  const { call } = await staff()
  const open = await newcomer('office-staff')
  const page = await open('/profile')
  const saved = page.waitForResponse((answer) => answer.url().endsWith(sessionContract.changePreferences.path) && answer.ok())
  await page.getByRole('button', { name: 'Over the whole screen' }).click()
  await saved
  const panel = page.getByRole('dialog', { name: /new orders?$/ })
  const placed = await shopper.place({ vertical: 'fruits', orderType: 'pickup' })
  await expect(panel.getByRole('listitem').filter({ hasText: placed.number })).toBeVisible()
  const card = panel.getByRole('listitem').filter({ hasText: placed.number })
  await expect(card.getByText(/min left|^left$/).first()).toBeVisible()
  expect(await findings(page, '[role=dialog]')).toEqual([])
  const accept = card.getByRole('button', { name: /^Accept · / })
  await expect(async () => {
    if (await accept.isVisible()) await accept.click({ timeout: 1000 })
    await expect(card).toHaveCount(0, { timeout: 500 })
  }).toPass()
  await closeHeld(page, `${placed.number} accepted`)
  await expect.poll(async () => (await call(orderContract.get, { params: { id: placed.id } })).status).toBe('accepted')

  const later = await shopper.place({ vertical: 'fruits', orderType: 'pickup' })
  await expect(panel.getByText(later.number)).toBeVisible()
  await panel.getByRole('button', { name: 'Later' }).click()
  await expect(panel).toHaveCount(0)

  // By keys alone: what has just come up hears none, so it is asked again.
  const byKey = await shopper.place({ vertical: 'fruits', orderType: 'pickup' })
  const last = panel.getByRole('listitem').filter({ hasText: byKey.number })
  await expect(last).toBeVisible()
  await expect(async () => {
    if (await last.isVisible()) await page.keyboard.press('a')
    await expect(last).toHaveCount(0, { timeout: 500 })
  }).toPass()
  await closeHeld(page, `${byKey.number} accepted`)
  await expect.poll(async () => (await call(orderContract.get, { params: { id: byKey.id } })).status).toBe('accepted')
})
