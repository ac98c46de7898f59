import {
  addMinutes,
  currentInstant,
  formatOf,
  type Instant,
  type Order,
  orderContract,
  phoneOrderContract,
  type Store,
  storeContract,
} from '@larder/contract'
import type { Locator } from '@playwright/test'
import { expect, test } from './journey.ts'
import { expectStatus } from './order-page.ts'

const indian = formatOf({ numbers: 'en-IN', dates: 'en-US', clock: '12-hour' })
/** Two a second, as somebody types who listens meanwhile, is a minute. */
const keysOfMinute = 120

test('a caller is known by their number and has ordered before a minute of keys is over, no hand on the mouse', async ({
  signedIn,
  staff,
  shopper,
}) => {
  const { call } = await staff()
  const before = await shopper.place({ vertical: 'restaurant', name: 'Phone Mathew', phone: '+919847033462' })
  const { store, lines } = await call(orderContract.get, { params: { id: before.id } })
  const item = lines.toSorted((a, b) => b.unitPrice.minor - a.unitPrice.minor).find((line) => line.options.length === 0)
  if (!item) throw new Error('the order has no line without options')

  const page = await signedIn('custumercare-admin', '/customerService/list')
  let keys = 0
  const press = async (key: string) => {
    keys++
    await page.keyboard.press(key)
  }
  const type = async (text: string) => {
    keys += text.length
    await page.keyboard.type(text)
  }
  const goOnTo = async (element: Locator) => {
    await expect(element).toBeVisible()
    while (!(await element.evaluate((it) => it === document.activeElement))) await press('Tab')
  }
  const choose = async (input: Locator, text: string) => {
    await goOnTo(input)
    await type(text.slice(0, 10))
    await expect(page.getByRole('option', { name: text }).first()).toBeVisible()
    await press('Enter')
  }

  await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible()
  await press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search and go anywhere' })).toBeFocused()
  await type('phone order')
  await expect(page.getByRole('option', { name: /Phone order/ }).first()).toHaveAttribute('aria-selected', 'true')
  await press('Enter')
  await expect(page.getByRole('textbox', { name: 'Phone' })).toBeFocused()
  await type('98470 33462')
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Phone Mathew')
  await choose(page.getByRole('combobox', { name: 'Store' }), store.name)
  await choose(page.getByRole('combobox', { name: 'Item to add' }), item.name)
  const quantity = page.getByRole('textbox', { name: `Quantity of ${item.name}` })
  await goOnTo(quantity)
  await press('Control+a')
  // Enough for any store's minimum.
  const pieces = Math.ceil(30_000 / item.unitPrice.minor)
  await type(String(pieces))
  await press('Tab')
  const items = indian.money({ minor: pieces * item.unitPrice.minor, currency: item.unitPrice.currency })
  await expect(page.getByRole('region', { name: 'Order' })).toContainText(items)
  await expect(page.getByRole('button', { name: /^Place/ })).toBeEnabled()
  const answer = page.waitForResponse((response) => response.request().method() === 'POST' && /\/phone-orders$/.test(response.url()))
  await press('Control+Enter')
  const placed = await (await answer).json()
  await expect(page).toHaveURL(new RegExp(placed.id))
  await expect(page.getByRole('heading', { level: 1, name: placed.number })).toBeVisible()
  expect((await call(orderContract.get, { params: { id: placed.id } })).customer?.name).toBe('Phone Mathew')
  expect(keys).toBeLessThan(keysOfMinute)
})

test('of a shut store the caller is told when it opens, and one press asks for the slot that is offered', async ({
  signedIn,
  staff,
  shopper,
}) => {
  const { call } = await staff()
  const before = await shopper.place({ vertical: 'fruits', name: 'Phone Latha', phone: '+919847033472', orderType: 'pickup' })
  const { lines } = await call(orderContract.get, { params: { id: before.id } })
  const [item] = lines
  if (!item) throw new Error('the order has no line')
  const params = { id: before.storeId as Store['id'] }
  const setMode = async (body: { mode: 'paused' | 'open'; until?: Instant; reason?: string }) => {
    const { version } = await call(storeContract.get, { params })
    await call(storeContract.setOpenMode, { params, body: { version, ...body } })
  }
  await setMode({ mode: 'paused', until: addMinutes(currentInstant(), 90), reason: 'Power cut' })

  const page = await signedIn('custumercare-admin', '/customerService/phoneOrder')
  await page.getByRole('textbox', { name: 'Phone' }).fill('98470 33472')
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Phone Latha')
  await page.getByRole('radio', { name: 'Pick-up' }).check()
  const choose = async (name: string, text: string) => {
    await page.getByRole('combobox', { name }).fill(text)
    await page.getByRole('option', { name: text }).first().click()
  }
  await choose('Store', before.storeName)
  await expect(page.getByText(/^Closed now, opens /), 'before anything is asked for').toBeVisible()
  await choose('Item to add', item.name)
  // Enough for any store's minimum.
  await page.getByRole('textbox', { name: /^(Quantity|Grams) of / }).fill(item.orderedGrams === null ? '90' : '40000')
  const card = page.getByRole('region', { name: 'Order', exact: true })
  await expect(card.getByText(`${before.storeName} is paused. Opens`)).toBeVisible()
  await expect(card.getByRole('button', { name: /^Place/ })).toBeDisabled()
  await card.getByRole('button', { name: /^Order for / }).press('Enter')
  await expect(card.getByText(`${before.storeName} is paused.`)).toBeHidden()
  await expect(page.getByRole('radio', { name: 'For a slot' })).toBeChecked()
  const place = card.getByRole('button', { name: /^Place/ })
  await expect(card.locator(':focus'), 'the keyboard stays beside what places it').toHaveCount(1)
  const answer = page.waitForResponse((response) => response.request().method() === 'POST' && /\/phone-orders$/.test(response.url()))
  await place.press('Enter')
  const { number } = (await (await answer).json()) as Order
  await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible()
  await expectStatus(page, 'Scheduled')
  await setMode({ mode: 'open' })
})

test('whoever sees no areas places an address on a map of where they are; a number that is none is nobody’s', async ({
  signedIn,
  shopper,
}) => {
  await shopper.place({ vertical: 'restaurant', name: 'Phone Leela', phone: '+919847033463' })
  const page = await signedIn('custumercare-executive', '/customerService/phoneOrder')
  const phone = page.getByRole('textbox', { name: 'Phone' })
  await phone.fill('98470 00001')
  await expect(page.getByRole('application', { name: 'Place on the map' })).toContainText(/76\.\d+° E/)
  await phone.fill('98470 33463')
  const known = page.getByRole('link', { name: 'Phone Leela' })
  await expect(known).toBeVisible()
  await phone.fill('98470 33463 98470 33463')
  await expect(page.getByText('Phone is not a phone number')).toBeVisible()
  await expect(known).toHaveCount(0)
  await phone.fill('98470 00001')
  await expect(page.getByRole('textbox', { name: 'Name' }), 'nobody is sent to another caller').toHaveValue('')

  // What was filled in for one caller is not the next one's, though the page was left in between.
  await phone.fill('98470 33463')
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Phone Leela')
  await phone.press('End')
  await phone.pressSequentially(' 1')
  await page.reload()
  await phone.fill('98470 00001')
  await expect(page.getByText('No customer that you can find has this number')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('')
  await phone.fill('98470 33463')
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Phone Leela')
  await page.getByRole('button', { name: 'Start anew' }).click()
  await expect(phone).toBeFocused()
  await expect(phone).toHaveValue('')
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('')
})

test('what a caller wants written on a cake is asked, outlasts the page, and stands on the order', async ({ signedIn, staff }) => {
  const { call } = await staff()
  const { rows } = await call(phoneOrderContract.callerStores, { body: { orderType: 'pickup', vertical: 'cakes' } })
  const [store] = rows
  if (!store) throw new Error('no store sells cakes')
  const { items } = await call(phoneOrderContract.callerMenu, { params: { id: store.id } })
  const item = items.find(({ available, groups }) => available && groups.length === 0)
  if (!item) throw new Error(`${store.name} has no item without choices`)

  const page = await signedIn('custumercare-admin', '/customerService/phoneOrder')
  await page.getByRole('textbox', { name: 'Phone' }).fill('98470 33474')
  await page.getByRole('textbox', { name: 'Name' }).fill('Phone Susan')
  await page.getByRole('radio', { name: 'Pick-up' }).check()
  const message = page.getByRole('textbox', { name: 'Message' })
  await expect(message).toHaveCount(0)
  const choose = async (name: string, text: string) => {
    await page.getByRole('combobox', { name }).fill(text)
    await page.getByRole('option', { name: text }).first().click()
  }
  await choose('Store', store.name)
  await choose('Item to add', item.name)
  // Enough for any store's minimum.
  await page.getByRole('textbox', { name: `Quantity of ${item.name}` }).fill('20')
  await message.fill('Happy birthday Anna')
  await page.reload()
  await expect(message).toHaveValue('Happy birthday Anna')
  // No choice of this item says them.
  const card = page.getByRole('region', { name: 'Order', exact: true })
  await expect(card.getByText('Cakes need their flavour.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Flavour' }).fill('Vanilla')
  await page.getByRole('textbox', { name: 'Weight' }).fill('500')
  await expect(card.getByText(/^Cakes need/)).toHaveCount(0)
  const [offered, place] = [card.getByRole('button', { name: /^Order for / }), card.getByRole('button', { name: /^Place/ })]
  if ((await offered.count()) > 0) await offered.press('Enter')
  await expect(place).toBeEnabled()
  const answer = page.waitForResponse((response) => response.request().method() === 'POST' && /\/phone-orders$/.test(response.url()))
  await place.press('Enter')
  const { number } = (await (await answer).json()) as Order
  await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible()
  await expect(page.getByRole('region', { name: 'For this order' })).toContainText('Message“Happy birthday Anna”FlavourVanillaWeight500 g')
})

test('a cake that is sold eggless by a choice is eggless by that alone: paid for, and on the order', async ({ signedIn, staff }) => {
  const { call } = await staff()
  const { rows } = await call(phoneOrderContract.callerStores, { body: { orderType: 'pickup', vertical: 'cakes' } })
  const [store] = rows
  if (!store) throw new Error('no store sells cakes')
  const { items } = await call(phoneOrderContract.callerMenu, { params: { id: store.id } })
  const item = items.find(
    ({ available, groups }) => available && groups.some(({ choices }) => choices.some(({ name }) => name === 'Eggless')),
  )
  if (!item) throw new Error(`${store.name} sells nothing eggless by a choice`)

  const page = await signedIn('custumercare-admin', '/customerService/phoneOrder')
  await page.getByRole('textbox', { name: 'Phone' }).fill('98470 33475')
  await page.getByRole('textbox', { name: 'Name' }).fill('Phone Tina')
  await page.getByRole('radio', { name: 'Pick-up' }).check()
  const choose = async (name: string, text: string) => {
    await page.getByRole('combobox', { name }).fill(text)
    await page.getByRole('option', { name: text }).first().click()
  }
  await choose('Store', store.name)
  const eggless = page.getByRole('switch', { name: 'Eggless' })
  await expect(eggless).toBeVisible()
  await choose('Item to add', item.name)
  await expect(eggless, 'it is said with the cake').toHaveCount(0)
  for (const { name, choices } of item.groups.filter(({ maxChoices }) => maxChoices === 1)) {
    const [first] = choices.filter(({ available }) => available)
    await page.getByRole('combobox', { name: `${name} of ${item.name}` }).selectOption(first?.name ?? '')
  }
  await page.getByRole('checkbox', { name: /^Eggless/ }).check()
  const card = page.getByRole('region', { name: 'Order', exact: true })
  const [offered, place] = [card.getByRole('button', { name: /^Order for / }), card.getByRole('button', { name: /^Place/ })]
  await expect(offered.or(place).first()).toBeVisible()
  if ((await offered.count()) > 0) await offered.press('Enter')
  await expect(place).toBeEnabled()
  const answer = page.waitForResponse((response) => response.request().method() === 'POST' && /\/phone-orders$/.test(response.url()))
  await place.press('Enter')
  const { number } = (await (await answer).json()) as Order
  await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible()
  await expect(page.getByRole('region', { name: 'For this order' })).toContainText('EgglessYes')
})
