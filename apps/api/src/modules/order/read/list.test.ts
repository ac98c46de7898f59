import { activeStatuses, addMinutes, type Instant } from '@larder/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addBranch, addCustomer, addOrder, addStore } from '../../../../test/factories.ts'
import { type OrderWorld, orderWorld } from '../../../../test/order-world.ts'

let world: OrderWorld
let at: (minutes: number) => Instant
beforeAll(async () => {
  world = await orderWorld()
  at = (minutes) => addMinutes(world.clock.instant(), minutes)
})
afterAll(() => world.app.close())

const list = async (query: string) => (await world.app.call(`GET /orders?${query}`, { as: world.admin })).body
const isActive = (status: string) => activeStatuses.some((active) => active === status)
const numbers = async (query: string) => (await list(query)).rows.map(({ number }: { number: string }) => number)

describe('the list', () => {
  test('comes newest first, page by page, each order once', async () => {
    const store = await addStore(world.db)
    for (let index = 0; index < 25; index++) await addOrder(world.db, store, { at: at(-index), number: `PG-${100 + index}` })
    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const page = await list(`storeId=${store.id}&limit=4&count=true${cursor && `&cursor=${cursor}`}`)
      seen.push(...page.rows.map(({ number }: { number: string }) => number))
      expect(page.total).toEqual({ value: 25, capped: false })
      if (page.next === null) break
      cursor = page.next
    }
    expect(seen).toEqual(Array.from({ length: 25 }, (_, index) => `PG-${100 + index}`))
    expect((await numbers(`storeId=${store.id}&limit=3&sort=placedAt`))[0]).toBe('PG-124')
  })

  test('filters by what the screen offers', async () => {
    const store = await addStore(world.db, { vertical: 'cakes' })
    const add = (number: string, given: object) => addOrder(world.db, store, { at: at(-30), number, ...given })
    await add('F-1', { status: 'delivered', payment_method: 'cash' })
    await add('F-2', { status: 'preparing', promised_at: at(-1) })
    await add('F-3', { status: 'preparing', promised_at: at(10), order_type: 'pickup' })
    await add('F-4', { status: 'scheduled', promised_at: at(-1) })
    const found = async (query: string) => (await numbers(`storeId=${store.id}&${query}`)).sort()
    expect(await found('status=All')).toEqual(['F-1', 'F-2', 'F-3', 'F-4'])
    expect(await found('status=active')).toEqual(['F-2', 'F-3', 'F-4'])
    expect(await found('status=late')).toEqual(['F-2'])
    expect(await found('status=delivered')).toEqual(['F-1'])
    expect(await found('order_type=pickup')).toEqual(['F-3'])
    expect(await found('order_type=all&paymentMethod=cash')).toEqual(['F-1'])
    expect(await found('vertical=cakes')).toEqual(['F-1', 'F-2', 'F-3', 'F-4'])
    expect(await found('vertical=fish')).toEqual([])
  })

  test('takes days as the branches have them, as many orders as the dashboard counts', async () => {
    const branch = await addBranch(world.db, { time_zone: 'America/New_York' })
    const store = await addStore(world.db, { branch })
    // Midnight in New York is 05:00 in UTC, where Kochi is half way through the morning.
    for (const moment of ['2026-11-19T04:59:59.999Z', '2026-11-19T05:00:00.000Z', '2026-11-20T04:59:59.999Z', '2026-11-20T05:00:00.000Z'])
      await addOrder(world.db, store, { at: moment as Instant, number: `N-${moment}` })
    const found = (query: string) => numbers(`storeId=${store.id}&sort=placedAt&${query}`)
    expect(await found('from=2026-11-19&to=2026-11-19')).toEqual(['N-2026-11-19T05:00:00.000Z', 'N-2026-11-20T04:59:59.999Z'])
    expect(await found('from=2026-11-20')).toEqual(['N-2026-11-20T05:00:00.000Z'])
    const { body } = await world.app.call('GET /dashboard', { as: world.admin })
    expect((await list(`from=${body.day}&to=${body.day}&count=true`)).total.value).toBe(body.orders)
    for (const { status, orders } of body.byStatus) {
      const days = isActive(status) ? '' : `from=${body.day}&to=${body.day}&`
      expect([status, (await list(`${days}status=${status}&count=true`)).total.value]).toEqual([status, orders])
    }
  })

  test('takes days of a branch in the zone of the installation as that counts them', async () => {
    const store = await addStore(world.db)
    // Midnight in Kochi is 18:30 in UTC.
    await addOrder(world.db, store, { at: '2026-11-18T18:29:59.999Z' as Instant, number: 'D-18' })
    await addOrder(world.db, store, { at: '2026-11-18T18:30:00.000Z' as Instant, number: 'D-19a' })
    await addOrder(world.db, store, { at: '2026-11-19T18:29:59.999Z' as Instant, number: 'D-19b' })
    await addOrder(world.db, store, { at: '2026-11-19T18:30:00.000Z' as Instant, number: 'D-20' })
    const found = async (query: string) => (await numbers(`storeId=${store.id}&${query}`)).sort()
    expect(await found('from=2026-11-19&to=2026-11-19')).toEqual(['D-19a', 'D-19b'])
    expect(await found('from=2026-11-20')).toEqual(['D-20'])
    expect(await found('to=2026-11-18')).toEqual(['D-18'])
  })

  test('finds a number by its beginning, a phone by any digits, a name by any part', async () => {
    const customer = await addCustomer(world.db, { name: 'Lakshmi Warrier', phone: '+919744412399' })
    const store = await addStore(world.db)
    const given = { customer_id: customer.id, customer_name: customer.name }
    await addOrder(world.db, store, { ...given, number: `${world.branch.code}-77001`, at: at(-2) })
    await addOrder(world.db, store, { ...given, number: `${world.branch.code}-77002`, at: at(-1) })
    const both = [`${world.branch.code}-77002`, `${world.branch.code}-77001`]
    for (const q of [
      `${world.branch.code}-770`,
      `${world.branch.code.toLowerCase()}770`,
      '97444 12399',
      '+91 97444',
      '4412',
      'lakshmi',
      'WARRIER',
      'mi war',
    ]) {
      expect([q, await numbers(`q=${encodeURIComponent(q)}`)]).toEqual([q, both])
    }
    expect(await numbers('q=77001')).toEqual([`${world.branch.code}-77001`])
    expect(await list('q=nobody%20of%20this%20name&count=true')).toEqual({ rows: [], next: null, total: { value: 0, capped: false } })
    expect(await numbers(`q=lakshmi&status=delivered`)).toEqual([])
  })
})

test('the board has the oldest sixty cards of a stage and the exact total', async () => {
  const store = await addStore(world.db)
  for (let index = 0; index < 65; index++) await addOrder(world.db, store, { at: at(-index), status: 'picked_up', number: `B-${index}` })
  await addOrder(world.db, store, { at: at(0), status: 'scheduled' })
  const { body } = await world.app.call(`GET /orders/board?storeId=${store.id}`, { as: world.admin })
  const out = body.columns.find(({ key }: { key: string }) => key === 'out')
  expect(body.columns.map(({ key, total }: { key: string; total: number }) => [key, total])).toEqual([
    ['pending', 0],
    ['accepted', 0],
    ['preparing', 0],
    ['ready', 0],
    ['out', 65],
  ])
  expect(out.cards.map(({ number }: { number: string }) => number)).toEqual(Array.from({ length: 60 }, (_, index) => `B-${64 - index}`))
  expect(out.cards[0].allowed.map(({ action }: { action: string }) => action)).toEqual([
    'deliver',
    'fail',
    'claim',
    'takeOver',
    'handOver',
    'unclaim',
    'addNote',
    'message',
  ])
  expect(body).toMatchObject({ warnMinutes: 5, autoRejectMinutes: 10 })
})

test('a card says what its store needs at present, and until when it waits for an answer', async () => {
  const store = await addStore(world.db, { prep_minutes: 15, open_mode: 'busy', busy_extra_minutes: 10 })
  const pending = await addOrder(world.db, store, { at: at(-2) })
  const accepted = await addOrder(world.db, store, { at: at(-3), status: 'accepted' })
  const { body } = await world.app.call(`GET /orders/board?storeId=${store.id}`, { as: world.admin })
  const [[waiting], [answered]] = body.columns.map(({ cards }: { cards: object[] }) => cards)
  expect(waiting).toMatchObject({ id: pending.id, storePrepMinutes: 25, rejectsAt: at(8) })
  expect(answered).toMatchObject({ id: accepted.id, rejectsAt: null })
  const detail = await world.app.call(`GET /orders/${pending.id}`, { as: world.admin })
  expect(detail.body).toMatchObject({ storePrepMinutes: 25, rejectsAt: at(8) })

  await world.db
    .updateTable('store')
    .set({ open_mode_until: at(-60) })
    .where('id', '=', store.id)
    .execute()
  const later = await world.app.call(`GET /orders/${pending.id}`, { as: world.admin })
  expect(later.body.storePrepMinutes, 'the end of the busy time has passed').toBe(15)
})
