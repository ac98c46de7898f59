import { randomInt } from 'node:crypto'
import { areaContract, cuisineContract, orderContract, storeContract } from '@larder/contract'
import type { Page } from 'playwright-core'
import type { Shopper } from '../../e2e/src/shopper.ts'
import type { Staff } from '../../e2e/src/staff.ts'
import type { Effort, Hand } from './hand.ts'

/** What a job is done on: records that were there before it began. */
export interface Desk {
  staff: Staff
  shopper: Shopper
}

/** How a job is done in one way, on what was laid out for it. */
export type Way<T> = (hand: Hand, given: T) => Promise<void>

export interface Job<T> {
  name: string
  /** What it cost in the product as it was first landed, counted in the same way; absent where nobody counted. */
  before: { mouse?: Effort; keyboard?: Effort }
  layOut: (desk: Desk) => Promise<T>
  /** Where it begins; on the dashboard by default. */
  openAt?: (given: T) => string
  mouse: Way<T>
  keyboard: Way<T>
  /** Whether it came to pass, asked of the API. */
  isDone: (desk: Desk, given: T) => Promise<boolean>
}

/** The compiler can't follow each job's own T through the list. */
const job = <T>(one: Job<T>) => one as unknown as Job<unknown>

const clicks = (count: number, keys = 0): Effort => ({ clicks: count, keys })
const keys = (count: number): Effort => ({ clicks: 0, keys: count })

const orderStatus = async ({ staff: { call } }: Desk, id: string) => (await call(orderContract.get, { params: { id } })).status
const palette = (page: Page) => page.getByRole('combobox', { name: 'Search and go anywhere' })
const dialog = (page: Page) => page.getByRole('dialog').last()
const feeOf = (page: Page) => page.getByRole('textbox', { name: /^fee/i }).first()
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

const cardOf = (page: Page, number: string) => page.getByRole('listitem').filter({ hasText: number })
/** The grocery board, by its keys, on the card of an order. */
async function standOn(hand: Hand, number: string): Promise<void> {
  await hand.press('g', 'g')
  const card = cardOf(hand.page, number)
  await hand.see(card)
  while ((await card.getAttribute('aria-current')) !== 'true') await hand.press('j')
}

/** A page of the menu; its group is opened first where it is folded. */
async function choose(hand: Hand, group: string, name: string): Promise<void> {
  const menu = hand.page.getByRole('navigation', { name: 'Pages' })
  const page = menu.getByRole('link', { name, exact: true })
  const fold = menu.getByRole('button', { name: group, exact: true })
  await hand.see(fold)
  if ((await fold.getAttribute('aria-expanded')) === 'false') await hand.click(fold)
  await hand.click(page)
}

/** The palette, filled; what is typed is found before Enter is pressed. */
async function goTo(hand: Hand, typed: string, found: string | RegExp): Promise<void> {
  await hand.press('Control+k')
  await hand.see(palette(hand.page))
  await hand.type(typed)
  await hand.see(hand.page.getByRole('option', { name: found, selected: true }))
  await hand.press('Enter')
}

/** What staff do all day. */
export const jobs: readonly Job<unknown>[] = [
  job({
    name: 'accept a grocery order',
    before: { mouse: clicks(3), keyboard: keys(8) },
    layOut: ({ shopper }) => shopper.place({ vertical: 'grocery' }),
    mouse: async (hand, { number }) => {
      await choose(hand, 'Live', 'Grocery board')
      await hand.click(cardOf(hand.page, number).getByRole('button', { name: /^Accept · / }))
    },
    keyboard: async (hand, { number }) => {
      await standOn(hand, number)
      await hand.press('a')
    },
    isDone: async (desk, { id }) => (await orderStatus(desk, id)) === 'accepted',
  }),
  job({
    name: 'reject an order, with a reason',
    before: { mouse: clicks(5), keyboard: keys(18) },
    layOut: ({ shopper }) => shopper.place({ vertical: 'grocery' }),
    mouse: async (hand, { number }) => {
      await choose(hand, 'Live', 'Grocery board')
      await hand.click(cardOf(hand.page, number).getByRole('button', { name: /^Reject/ }))
      await hand.click(dialog(hand.page).getByRole('radio').first())
      await hand.click(dialog(hand.page).getByRole('button', { name: /^Reject/ }))
    },
    keyboard: async (hand, { number }) => {
      await standOn(hand, number)
      await hand.press('r')
      await hand.see(dialog(hand.page).getByRole('radio').first())
      await hand.press('ArrowDown', 'Enter')
    },
    isDone: async (desk, { id }) => (await orderStatus(desk, id)) === 'rejected',
  }),
  job({
    name: 'find an order by the phone of its customer',
    before: { keyboard: keys(12) },
    layOut: ({ shopper }) => shopper.place({ vertical: 'fish' }),
    mouse: async (hand, { number }) => {
      await hand.click(hand.page.getByRole('button', { name: /Search orders/ }))
      await hand.see(palette(hand.page))
      await hand.type('12345')
      await hand.click(hand.page.getByRole('option', { name: number }))
      await hand.see(heading(hand.page, number))
    },
    keyboard: async (hand, { number }) => {
      await goTo(hand, '12345', number)
      await hand.see(heading(hand.page, number))
    },
    isDone: async () => true,
  }),
  job({
    name: 'pause a store for an hour',
    before: { mouse: clicks(6, 7), keyboard: keys(27) },
    layOut: async ({ staff: { call } }) => {
      const { rows } = await call(storeContract.list, { query: { status: 'live', openMode: 'open', limit: 1, sort: 'name' } })
      return only(rows)
    },
    mouse: async (hand, { name }) => {
      await hand.click(hand.page.getByRole('button', { name: /Search orders/ }))
      await hand.see(palette(hand.page))
      await hand.type(name.slice(0, 7).toLowerCase())
      await hand.click(hand.page.getByRole('option', { name }))
      await hand.click(hand.page.getByRole('button', { name: 'Paused' }))
      await hand.click(hand.page.getByRole('button', { name: '1 h' }))
    },
    keyboard: async (hand, { name }) => {
      await goTo(hand, name.slice(0, 7).toLowerCase(), name)
      await hand.see(heading(hand.page, name))
      await goTo(hand, 'paus 1', 'Paused for 1 h')
    },
    isDone: async ({ staff: { call } }, { id }) => (await call(storeContract.get, { params: { id } })).openMode === 'paused',
  }),
  job({
    name: 'change the fee of a tier',
    before: { mouse: clicks(5, 2) },
    layOut: async ({ staff: { call } }) => only((await call(areaContract.list, { query: { limit: 1, sort: 'name' } })).rows),
    mouse: async (hand, { name }) => {
      await choose(hand, 'Settings', 'Areas')
      await hand.click(hand.page.getByRole('link', { name, exact: true }))
      await hand.click(hand.page.getByRole('button', { name: 'Edit Fees' }))
      await hand.tabTo(feeOf(hand.page))
      await hand.type('33')
      await hand.press('Enter')
    },
    keyboard: async (hand) => {
      await hand.press('g', 'a')
      await hand.see(hand.page.locator('[data-row]').first())
      await hand.press('j', 'Enter')
      await hand.see(hand.page.getByRole('button', { name: 'Edit Fees' }))
      await hand.tabTo(hand.page.getByRole('button', { name: 'Edit Fees' }))
      await hand.press('Enter')
      await hand.tabTo(feeOf(hand.page))
      await hand.type('33')
      await hand.press('Enter')
    },
    isDone: async ({ staff: { call } }, { id }) => (await call(areaContract.get, { params: { id } })).feeTiers[0]?.fee.minor === 3300,
  }),
  job({
    name: 'add a cuisine with its picture',
    before: { mouse: clicks(5, 7) },
    layOut: async () => ({ name: `Cuis${randomInt(100, 1000)}` }),
    mouse: async (hand, { name }) => {
      await choose(hand, 'Catalogue', 'Cuisines')
      await hand.click(hand.page.getByRole('button', { name: 'Add cuisine' }))
      await hand.see(dialog(hand.page).getByLabel('Name'))
      await hand.type(name)
      const choosing = hand.page.waitForEvent('filechooser')
      await hand.click(dialog(hand.page).getByRole('button', { name: 'Choose picture' }))
      await (await choosing).setFiles({ name: 'kitchen.png', mimeType: 'image/png', buffer: await hand.page.screenshot() })
      await hand.see(dialog(hand.page).locator('img'))
      await dialog(hand.page).getByRole('progressbar').waitFor({ state: 'detached' })
      await hand.press('Control+Enter')
    },
    keyboard: async (hand, { name }) => {
      await hand.press('g', 'u')
      await hand.see(hand.page.getByRole('button', { name: 'Add cuisine' }))
      await hand.press('n')
      await hand.see(dialog(hand.page).getByLabel('Name'))
      await hand.type(name)
      const choosing = hand.page.waitForEvent('filechooser')
      await hand.tabTo(dialog(hand.page).getByRole('button', { name: 'Choose picture' }))
      await hand.press('Enter')
      await (await choosing).setFiles({ name: 'kitchen.png', mimeType: 'image/png', buffer: await hand.page.screenshot() })
      await hand.see(dialog(hand.page).locator('img'))
      await dialog(hand.page).getByRole('progressbar').waitFor({ state: 'detached' })
      await hand.press('Control+Enter')
    },
    isDone: async ({ staff: { call } }, { name }) =>
      (await call(cuisineContract.list, { query: { q: name } })).rows.some(({ imageId }) => imageId !== null),
  }),
  job({
    name: 'assign a rider',
    before: { mouse: clicks(5) },
    layOut: async ({ shopper }) => {
      const order = await shopper.place({ vertical: 'restaurant' })
      await shopper.act(order.id, { type: 'accept', as: 'store', prepMinutes: 20 })
      return order
    },
    mouse: async (hand, { number }) => {
      await hand.click(hand.page.getByRole('link', { name: /Without a rider/ }))
      await hand.click(hand.page.getByRole('link', { name: number }))
      await hand.click(hand.page.getByRole('button', { name: 'Assign rider' }))
      await hand.see(dialog(hand.page).getByRole('radio', { checked: true }))
      await hand.click(dialog(hand.page).getByRole('button', { name: 'Assign rider' }))
    },
    keyboard: async (hand, { number }) => {
      await goTo(hand, number.slice(-5), number)
      await hand.see(heading(hand.page, number))
      await goTo(hand, 'assi', 'Assign rider')
      await hand.see(dialog(hand.page).getByRole('radio', { checked: true }))
      await hand.press('Enter')
    },
    isDone: async ({ staff: { call } }, { id }) => (await call(orderContract.get, { params: { id } })).rider !== null,
  }),
  job({
    name: 'see who changed a store, its page being open',
    before: { mouse: clicks(1), keyboard: keys(2) },
    layOut: async ({ staff: { call } }) => only((await call(storeContract.list, { query: { status: 'live', limit: 1 } })).rows),
    openAt: ({ id }) => `/store/storeProfile/${id}`,
    mouse: (hand) => hand.see(hand.page.getByText(/^Last changed by /)),
    keyboard: (hand) => hand.see(hand.page.getByText(/^Last changed by /)),
    isDone: async () => true,
  }),
  job({
    name: 'dark, another font, square corners',
    before: { mouse: clicks(4), keyboard: keys(28) },
    layOut: async () => null,
    mouse: async (hand) => {
      await hand.click(hand.page.getByRole('button', { name: 'Theme' }))
      await hand.click(dialog(hand.page).getByRole('button', { name: 'Dark' }))
      await hand.click(dialog(hand.page).getByRole('button', { name: 'Verdana' }))
      await hand.click(dialog(hand.page).locator('.MuiSlider-root'), { position: { x: 1, y: 12 } })
    },
    keyboard: async (hand) => {
      await goTo(hand, 'dark', 'Dark theme')
      await goTo(hand, 'verd', 'Font Verdana')
      await goTo(hand, 'squ', 'Square corners')
    },
    isDone: async () => true,
  }),
]

function only<T>(rows: readonly T[]): T {
  const [first] = rows
  if (!first) throw new Error('the demo has none')
  return first
}
