import { addMinutes, orderProblems } from '@larder/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addItem, addStore } from '../../../../test/factories.ts'
import { act, newOrder, type OrderWorld, orderWorld, place } from '../../../../test/order-world.ts'
import { inr } from '../../../../test/rupees.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.app.close())

const hours = (opens: string, closes: string) => JSON.stringify([0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, opens, closes })))

async function shop(columns: Parameters<typeof addStore>[1] = {}, item: Parameters<typeof addItem>[2] = {}) {
  const store = await addStore(world.db, { branch: world.branch, display_name: 'Harbour Bakes', ...columns })
  return { ...world, store, item: await addItem(world.db, store, { name: 'Black Forest', ...item }) }
}
const send = (there: Pick<OrderWorld, 'store' | 'item'>, given: object = {}) =>
  world.app.call('POST /channel/orders', { as: world.channel, body: newOrder(there, given) })
const problemsOf = async (there: Pick<OrderWorld, 'store' | 'item'>, given: object = {}) =>
  (await send(there, given)).body.error.current.problems

describe('a refusal says, to programs and to people', () => {
  test('when a closed store opens, in its own zone', async () => {
    const there = await shop({ opening_hours: hours('07:30', '12:00') })
    const message = 'Harbour Bakes is closed. Opens Nov 21, 2026, 7:30 AM IST.'
    const { status, body } = await send(there)
    expect([status, body.error.reason, body.error.message]).toEqual([422, 'cannot-be-ordered', `This cannot be ordered now. ${message}`])
    expect(body.error.fields).toEqual({ 'body.storeId': message })
    const opensAt = '2026-11-21T02:00:00.000Z'
    expect(body.error.current.problems).toEqual([{ code: 'store-closed', field: 'storeId', message, opensAt }])
    const { body: stores } = await world.app.call('GET /channel/stores', { as: world.channel })
    expect(stores.find(({ id }: { id: string }) => id === there.store.id)).toMatchObject({
      isOpenNow: false,
      opensAt,
      timeZone: 'Asia/Kolkata',
      openingHours: JSON.parse(hours('07:30', '12:00')),
      specialDays: [],
      orderTypes: ['delivery', 'pickup'],
      minimum: { delivery: inr(0), pickup: inr(0) },
      packing: inr(0),
    })
  })

  test('that a store is paused, and until when where somebody said so', async () => {
    const until = addMinutes(world.clock.instant(), 45)
    const said = { code: 'store-paused', field: 'storeId' }
    const message = expect.stringMatching(/^Harbour Bakes is paused\. Opens Nov 20, 2026, \d+:\d\d PM IST\.$/)
    expect(await problemsOf(await shop({ open_mode: 'paused', open_mode_until: until }))).toEqual([{ ...said, message, opensAt: until }])
    expect(await problemsOf(await shop({ open_mode: 'paused' }))).toEqual([{ ...said, message: 'Harbour Bakes is paused.' }])
  })

  test('that a store is full, and when there is a place again', async () => {
    const there = await shop({ max_orders_per_quarter_hour: 2 })
    const retryAt = addMinutes(world.clock.instant(), 15)
    await place(there)
    world.clock.forward(5)
    await place(there)
    expect(await problemsOf(there)).toEqual([
      {
        code: 'store-full',
        field: 'storeId',
        message: 'Harbour Bakes is at capacity. Try again at Nov 20, 2026, 1:45 PM IST.',
        retryAt,
      },
    ])
    world.clock.forward(10)
    expect((await send(there)).status).toBe(422)
    world.clock.forward(1)
    expect((await send(there)).status).toBe(200)
  })

  test('what the least is', async () => {
    const there = await shop({ min_order_minor: 50_000 })
    expect(await problemsOf(there)).toMatchObject([{ code: 'below-minimum', field: 'lines', minimum: inr(50_000) }])
    const { body: stores } = await world.app.call('GET /channel/stores', { as: world.channel })
    const { minimum } = stores.find(({ id }: { id: string }) => id === there.store.id)
    expect(minimum).toEqual({ delivery: inr(50_000), pickup: inr(50_000) })
  })

  test('nothing by the name of its field', async () => {
    const there = await shop({ status: 'suspended' }, { available: false })
    const { body } = await send(there, { address: undefined, payment: { method: 'cash', state: 'captured' } })
    const { message, current } = body.error
    expect(message).not.toMatch(/[a-z][A-Z]|\w\.\w/)
    for (const { code } of current.problems) expect(Object.keys(orderProblems)).toContain(code)
    expect(current.problems.length).toBeGreaterThan(2)
  })
})

describe('a slot', () => {
  const slot = (inMinutes: number, lasting: number) => {
    const from = addMinutes(world.clock.instant(), inMinutes)
    return { slot: { from, to: addMinutes(from, lasting) } }
  }
  const year = 365 * 24 * 60
  test.each<[string, number, number, string, string]>([
    ['of a year', 600, year, 'slot-length', 'slot.to'],
    ['of 241 minutes', 600, 241, 'slot-length', 'slot.to'],
    ['of 14 minutes', 600, 14, 'slot-length', 'slot.to'],
    ['that ends before it begins', 600, -60, 'slot-length', 'slot.to'],
    ['in 15 days', 15 * 24 * 60, 60, 'slot-too-far', 'slot.from'],
    ['in a year', year, 60, 'slot-too-far', 'slot.from'],
  ])('%s is refused', async (_, inMinutes, lasting, code, field) => {
    expect(await problemsOf(world, slot(inMinutes, lasting))).toMatchObject([{ code, field }])
  })

  test('takes as many as its store does in each quarter of an hour of it; who is called off leaves a place', async () => {
    const there = await shop({ max_orders_per_quarter_hour: 2 })
    const half = slot(600, 30)
    const next = slot(660, 30)
    const taken = await Promise.all([1, 2, 3, 4].map(() => send(there, half)))
    expect(taken.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await problemsOf(there, half)).toMatchObject([
      { code: 'slot-full', field: 'slot.from', message: expect.stringContaining('has all the orders that it takes for this slot') },
    ])
    expect((await send(there, next)).status).toBe(200)
    const moved = taken[0]?.body.id
    const longer = { slot: { from: half.slot.from, to: addMinutes(half.slot.from, 44) } }
    const preview = await world.app.call(`POST /orders/${moved}/edit/preview`, { as: world.admin, body: longer })
    expect(preview.body, 'it has a place there itself').toMatchObject({ problems: [] })
    const crowded = await world.app.call(`POST /orders/${(await send(there, next)).body.id}/edit/preview`, { as: world.admin, body: half })
    expect(crowded.body.problems).toMatchObject([{ field: 'slot.from', message: expect.stringContaining('for this slot') }])
    await act(world, moved, 'cancel', { reason: 'changed-mind' })
    expect((await send(there, half)).status).toBe(200)
  })

  test('of a quarter of an hour to four hours, up to 14 days ahead, is taken', async () => {
    for (const [inMinutes, lasting] of [
      [600, 15],
      [14 * 24 * 60, 240],
    ] as const) {
      expect((await send(world, slot(inMinutes, lasting))).status).toBe(200)
    }
  })
})

test.each([-5, 1_000_000_000, 100, 0.5])('%d crates are refused', async (crates) => {
  const there = await shop({ vertical: 'grocery' })
  const details = { vertical: 'grocery', substitution: 'ask', crates }
  const { status, body } = await send(there, { details })
  expect([status, Object.keys(body.error.fields)]).toEqual([422, ['body.details.crates']])
  expect((await send(there, { details: { ...details, crates: 99 } })).status).toBe(200)
})

describe('what the menu offers to choose', () => {
  const offered = { flavour: ['Vanilla', 'Mango'], weight: ['500 g', '1 kg', '1.5 kg'] }
  const cakes = () => shop({ vertical: 'cakes' }, { choices: offered, lead_hours: 0, price_minor: 85_001 })
  const line = ({ item }: Pick<OrderWorld, 'item'>, choices?: object) => ({ lines: [{ itemId: item.id, quantity: 2, choices }] })

  test('is kept on the line; another weight costs in proportion', async () => {
    const there = await cakes()
    const { id } = await place(there, line(there, { flavour: 'Mango', weight: '1.5 kg' }))
    const { body: order } = await world.app.call(`GET /orders/${id}`, { as: world.admin })
    expect(order.lines).toMatchObject([
      {
        unitPrice: inr(85_001),
        amount: inr(2 * 127_502),
        options: [
          { group: 'flavour', choice: 'Mango', priceDelta: inr(0) },
          { group: 'weight', choice: '1.5 kg', priceDelta: inr(42_501) },
        ],
      },
    ])
    expect(order.details).toMatchObject({ flavour: 'Mango', weightGrams: 1500, message: '' })
    const half = await send(there, line(there, { flavour: 'Mango', weight: '500 g' }))
    expect((await world.app.call(`GET /orders/${half.body.id}`, { as: world.admin })).body.items).toEqual(inr(2 * 42_500))
  })

  test('must be chosen of what is made to order, and be one of it', async () => {
    const there = await cakes()
    expect((await problemsOf(there, line(there))).map(({ field }: { field: string }) => field).sort()).toEqual([
      'lines.0.choices.flavour',
      'lines.0.choices.weight',
    ])
    expect(await problemsOf(there, line(there, { flavour: 'Tar', weight: '1 kg', colour: 'red' }))).toMatchObject([
      { code: 'choice-unknown', field: 'lines.0.choices.flavour' },
      { code: 'choice-unknown', field: 'lines.0.choices.colour' },
    ])
    const details = { vertical: 'cakes', message: 'Happy birthday', flavour: '', weightGrams: 0, eggless: true }
    expect((await problemsOf(there, { ...line(there), details })).map(({ field }: { field: string }) => field).sort()).toEqual([
      'lines.0.choices.flavour',
      'lines.0.choices.weight',
    ])
    const { id } = await place(there, { ...line(there, { flavour: 'Mango', weight: '1 kg' }), details })
    const { body: made } = await world.app.call(`GET /orders/${id}`, { as: world.admin })
    expect(made.details, 'what they leave open was chosen').toEqual({ ...details, flavour: 'Mango', weightGrams: 1000 })
    const { body: menu } = await world.app.call(`GET /channel/stores/${there.store.id}/menu`, { as: world.channel })
    expect(menu).toMatchObject([{ needsChoices: true, choices: offered }])
  })

  test('leaves to the details what no item offers: flavour and weight, or the order is refused', async () => {
    const there = await shop({ vertical: 'cakes' }, { lead_hours: 0 })
    const details = { vertical: 'cakes', message: 'Happy birthday', flavour: 'Vanilla', weightGrams: 500, eggless: true }
    const { status, body } = await send(there)
    expect([status, body.error.reason]).toEqual([422, 'cannot-be-ordered'])
    expect(body.error.fields).toEqual({
      'body.details.flavour': 'Cakes need their flavour.',
      'body.details.weightGrams': 'Cakes need their weight.',
    })
    expect(await problemsOf(there, { details: { ...details, flavour: '' } })).toMatchObject([
      { code: 'details-needed', field: 'details.flavour' },
    ])
    expect(await problemsOf(there, { details: { ...details, weightGrams: 0 } })).toMatchObject([
      { code: 'details-needed', field: 'details.weightGrams' },
    ])
    const { id } = await place(there, { details })
    expect((await world.app.call(`GET /orders/${id}`, { as: world.admin })).body.details).toEqual(details)

    const half = await shop({ vertical: 'cakes' }, { lead_hours: 0, choices: { flavour: ['Vanilla', 'Mango'] } })
    const chosen = line(half, { flavour: 'Mango' })
    expect(await problemsOf(half, chosen)).toMatchObject([{ code: 'details-needed', field: 'details.weightGrams' }])
    expect((await send(half, { ...chosen, details: { ...details, flavour: 'Mango' } })).status).toBe(200)
    expect(await problemsOf(half, { ...chosen, details })).toMatchObject([{ code: 'wrong-details', field: 'details.flavour' }])
  })

  test('is not contradicted by the details of the order', async () => {
    const there = await cakes()
    const chosen = line(there, { flavour: 'Vanilla', weight: '500 g' })
    const details = { vertical: 'cakes', message: '', flavour: 'Vanilla', weightGrams: 500, eggless: false }
    expect(await problemsOf(there, { ...chosen, details: { ...details, flavour: 'NOPE', weightGrams: 9999 } })).toMatchObject([
      { code: 'wrong-details', field: 'details.flavour', message: 'What was chosen is Vanilla, not NOPE.' },
      { code: 'wrong-details', field: 'details.weightGrams', message: 'What was chosen weighs 500 g, not 9999 g.' },
    ])
    const [first] = chosen.lines
    const both = { lines: [first, { ...first, choices: { flavour: 'Mango', weight: '1 kg' } }], details }
    expect((await send(there, both)).status).toBe(200)
  })

  test('without egg is baked without, whatever the details leave at no; and is not had without choosing it', async () => {
    const there = await shop({ vertical: 'cakes' }, { choices: { ...offered, finish: ['Plain', 'Eggless'] }, lead_hours: 0 })
    const read = async (id: string) => (await world.app.call(`GET /orders/${id}`, { as: world.admin })).body
    const chosen = (finish: string) => line(there, { flavour: 'Vanilla', weight: '500 g', finish })
    const said = { vertical: 'cakes', message: 'Anu', flavour: 'Vanilla', weightGrams: 500, eggless: false }
    for (const details of [undefined, said, { ...said, eggless: true }]) {
      const { id } = await place(there, { ...chosen('Eggless'), ...(details && { details }) })
      expect((await read(id)).details, JSON.stringify(details)).toMatchObject({ eggless: true })
    }
    const plain = await place(there, { ...chosen('Plain'), details: said })
    expect((await read(plain.id)).details).toEqual(said)
    expect(await problemsOf(there, { ...chosen('Plain'), details: { ...said, eggless: true } })).toMatchObject([
      { code: 'wrong-details', field: 'details.eggless', message: 'Eggless is chosen with the cake, and was not.' },
    ])
    const { lines: before, total } = await read(plain.id)
    for (const finish of ['Eggless', 'Plain']) {
      const lines = [{ type: 'change', line: before[0].line, choices: { finish } }]
      const { body } = await act(world, plain.id, 'edit', { lines, expectedTotal: total, reason: 'customer-asks' })
      expect([body.error, body.details]).toEqual([undefined, { ...said, eggless: finish === 'Eggless' }])
    }
  })

  test('may be left to the kitchen elsewhere', async () => {
    const there = await shop({}, { choices: { spice: ['Mild', 'Hot'] } })
    expect((await send(there, line(there))).status).toBe(200)
    expect((await send(there, line(there, { spice: 'Hot' }))).status).toBe(200)
    expect(await problemsOf(there, line(there, { spice: 'Nuclear' }))).toMatchObject([{ code: 'choice-unknown' }])
  })
})

test('a channel reads the reasons that its events may carry', async () => {
  const { body: reasons } = await world.app.call('GET /channel/reasons', { as: world.channel })
  expect(reasons).toContainEqual({ act: 'cancel', code: 'changed-mind', label: 'The customer changed their mind', party: 'customer' })
  expect(new Set(reasons.map(({ act }: { act: string }) => act))).toEqual(new Set(['reject', 'cancel', 'fail', 'edit']))
})
