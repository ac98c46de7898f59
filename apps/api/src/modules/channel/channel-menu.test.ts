import type { PlacedMenuItem } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addChoiceGroup, addItem, addMenuCategory, addStore } from '../../../test/factories.ts'
import { everyScope, minutesLater, type OrderWorld, orderWorld } from '../../../test/order-world.ts'
import { plansOf, scansOf } from '../../../test/plans.ts'

let world: OrderWorld
let store: OrderWorld['store']
let item: OrderWorld['item']
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.app.close())
beforeEach(async () => {
  store = await addStore(world.db)
  item = await addItem(world.db, store)
})

const get = (address: string, headers = {}) => world.app.call(`GET ${address}`, { as: world.channel, headers })
const readMenu = (tag?: unknown) => get(`/channel/stores/${store.id}/menu`, tag ? { 'if-none-match': tag } : {})
const ids = (items: readonly PlacedMenuItem[]) => items.map(({ id }) => id)
type Fields = { name?: string; description?: string; stock?: number; snoozed_until?: string; schedule?: string }
const setItem = (id: string, fields: Fields) => world.db.updateTable('item').set(fields).where('id', '=', id).execute()

/** Hours from so many minutes after now until so many, once a week, as the store's clock has them. */
function hoursIn(from: number, to: number): string {
  const [opens, closes] = [from, to].map((minutes) => new Date(world.clock.ms() + (minutes + 330) * 60_000)) as [Date, Date]
  const clock = (at: Date) => at.toISOString().slice(11, 16)
  return JSON.stringify([{ day: opens.getUTCDay(), opens: clock(opens), closes: clock(closes) }])
}

const readChanges = async (after?: string, limit?: number) => {
  const query = new URLSearchParams({ ...(after && { after }), ...(limit && { limit: String(limit) }) })
  return (await get(`/channel/stores/${store.id}/menu/changes?${query}`)).body
}

describe("a menu's tag", () => {
  test('is told with it, and answered with 304 and nothing until something else would be told', async () => {
    const first = await readMenu()
    expect([first.status, first.headers.etag, first.headers['cache-control']]).toEqual([
      200,
      expect.stringMatching(/^W\/"[\d-]+"$/),
      'private, no-cache',
    ])
    const again = await readMenu(`"other", ${first.headers.etag}`)
    expect([again.status, again.body, again.headers.etag]).toEqual([304, '', first.headers.etag])
    await setItem(item.id, { name: 'Kadala curry' })
    const after = await readMenu(first.headers.etag)
    expect([after.status, after.body[0].name]).toEqual([200, 'Kadala curry'])
    expect(after.headers.etag).not.toBe(first.headers.etag)
  })

  test('stays while what changes is not told: a description, what is left of a stock, another store', async () => {
    await setItem(item.id, { stock: 5 })
    const { etag } = (await readMenu()).headers
    await setItem(item.id, { description: 'With coconut', stock: 1 })
    await addItem(world.db, await addStore(world.db))
    expect((await readMenu(etag)).status).toBe(304)
    await setItem(item.id, { stock: 0 })
    expect((await readMenu(etag)).body).toMatchObject([{ id: item.id, available: false }])
  })

  test.each([
    ['a category', () => world.db.updateTable('menu_category').set({ active: false }).where('id', '=', item.category_id).execute()],
    ['a choice', () => addChoiceGroup(world.db, item)],
    ['an item that is gone', () => world.db.deleteFrom('item').where('id', '=', item.id).execute()],
    ['its store', () => world.db.updateTable('store').set({ time_zone: 'Asia/Dubai' }).where('id', '=', store.id).execute()],
  ])('changes with %s', async (_, act) => {
    const { etag } = (await readMenu()).headers
    await act()
    expect((await readMenu(etag)).status).toBe(200)
  })

  test('ends with hours that begin by the clock alone', async () => {
    await setItem(item.id, { schedule: hoursIn(30, 90) })
    const shut = await readMenu()
    expect(shut.body).toMatchObject([{ available: false }])
    world.clock.forward(29)
    expect((await readMenu(shut.headers.etag)).status).toBe(304)
    world.clock.forward(1)
    const open = await readMenu(shut.headers.etag)
    expect(open.body).toMatchObject([{ available: true }])
    world.clock.forward(60)
    expect((await readMenu(open.headers.etag)).body).toMatchObject([{ available: false }])
  })

  test('is that of a store within the reach of the key', async () => {
    const next = await addStore(world.db)
    const till = await world.app.addChannel(everyScope, 'till', { kind: 'store', ids: [next.id] })
    const { etag } = (await readMenu()).headers
    const asked = [`/channel/stores/${store.id}/menu`, `/channel/stores/${store.id}/menu/changes`]
    for (const address of asked) {
      const { status } = await world.app.call(`GET ${address}`, { as: till, headers: { 'if-none-match': String(etag) } })
      expect(status, address).toBe(404)
    }
  })

  test('is looked up without the menu', async () => {
    const { etag } = (await readMenu()).headers
    const plans = await plansOf(world.app, async () => expect((await readMenu(etag)).status).toBe(304))
    expect(scansOf(plans, 'menu_revision').length).toBe(1)
    expect([...scansOf(plans, 'item'), ...scansOf(plans, 'menu_category')]).toEqual([])
  })
})

describe('the changes of a menu', () => {
  test('begin where somebody asks first, and tell what changed and what is gone', async () => {
    const other = await addItem(world.db, store)
    const { cursor, ...begun } = await readChanges()
    expect(begun).toEqual({ reset: false, isMore: false, changed: [], removed: [] })
    await setItem(item.id, { name: 'Kadala curry' })
    await world.db.deleteFrom('item').where('id', '=', other.id).execute()
    const told = await readChanges(cursor)
    expect(told).toMatchObject({ reset: false, isMore: false, changed: [{ id: item.id, name: 'Kadala curry' }], removed: [other.id] })
    expect(await readChanges(told.cursor)).toMatchObject({ changed: [], removed: [] })
  })

  test('tell all items of a category, those below it too, and of a group', async () => {
    const below = await addMenuCategory(world.db, store, { parent_id: item.category_id })
    const second = await addItem(world.db, store, { category_id: below.id })
    await addItem(world.db, store)
    await addChoiceGroup(world.db, item)
    const { cursor } = await readChanges()
    await world.db.updateTable('menu_category').set({ active: false }).where('id', '=', item.category_id).execute()
    const told = await readChanges(cursor)
    expect([told.changed, told.removed]).toEqual([[], [item.id, second.id].sort()])
    await world.db.updateTable('menu_category').set({ active: true }).where('id', '=', item.category_id).execute()
    const back = await readChanges(told.cursor)
    expect(ids(back.changed).sort()).toEqual([item.id, second.id].sort())
    await world.db.updateTable('choice_group').set({ name: 'Portion' }).where('store_id', '=', store.id).execute()
    expect((await readChanges(back.cursor)).changed).toMatchObject([{ id: item.id, groups: [{ name: 'Portion' }] }])
  })

  test('come in pages, each item once, whatever changes between them', async () => {
    const more = [item, await addItem(world.db, store), await addItem(world.db, store), await addItem(world.db, store)]
    const { cursor } = await readChanges()
    await world.db.updateTable('item').set({ name: 'All' }).where('store_id', '=', store.id).execute()
    const seen: string[] = []
    let after = cursor
    for (let isMore = true; isMore; ) {
      const page = await readChanges(after, 3)
      seen.push(...ids(page.changed))
      ;({ cursor: after, isMore } = page)
    }
    expect(seen.sort()).toEqual(ids(more as never).sort())
  })

  test('tell what the clock did: a snooze that ended, hours that began, of an item and of a category, page by page', async () => {
    const hours = hoursIn(30, 90)
    const breakfast = await addMenuCategory(world.db, store, { schedule: hours })
    const [snoozed, timed, served] = [
      await addItem(world.db, store, { snoozed_until: minutesLater(world.clock.ms(), 30) }),
      await addItem(world.db, store, { schedule: hours }),
      await addItem(world.db, store, { category_id: breakfast.id }),
    ]
    await addItem(world.db, store, { schedule: hoursIn(32, 90) })
    await addItem(world.db, store, { snoozed_until: minutesLater(world.clock.ms(), 60) })
    const { cursor } = await readChanges()
    world.clock.forward(31)
    const first = await readChanges(cursor, 2)
    const second = await readChanges(first.cursor, 2)
    expect([first.isMore, second.isMore]).toEqual([true, false])
    const told = [...first.changed, ...second.changed]
    expect(ids(told).sort()).toEqual([snoozed.id, timed.id, served.id].sort())
    expect(told.every(({ available }: PlacedMenuItem) => available)).toBe(true)
    expect(await readChanges(second.cursor)).toMatchObject({ changed: [], isMore: false })
  })

  test('begin anew for whoever was away too long, comes from the future, or whose store counts otherwise by now', async () => {
    const { cursor } = await readChanges()
    world.clock.forward(7 * 24 * 60)
    expect(await readChanges(cursor)).toMatchObject({ reset: false })
    world.clock.forward(1)
    expect(await readChanges(cursor)).toMatchObject({ reset: true, changed: [] })
    const current = await readChanges()
    await world.db.updateTable('store').set({ time_zone: 'Asia/Dubai' }).where('id', '=', store.id).execute()
    expect(await readChanges(current.cursor)).toMatchObject({ reset: true })
    const later = await readChanges()
    await sql`update menu_revision set revision = revision - 1 where store_id = ${store.id}`.execute(world.db)
    expect(await readChanges(later.cursor)).toMatchObject({ reset: true })
  })

  test('go on from a cursor of theirs alone', async () => {
    const { cursor } = await readChanges()
    const other = await addStore(world.db)
    const said = async (address: string) => (await get(address)).body.error.fields
    expect(await said(`/channel/stores/${other.id}/menu/changes?after=${cursor}`)).toEqual({
      'query.after': "is a cursor of another store's menu",
    })
    expect(await said(`/channel/stores/${store.id}/menu/changes?after=abc`)).toEqual({ 'query.after': 'is not a cursor of this feed' })
  })

  test('miss nothing of transactions that commit in another order than they wrote', async () => {
    const second = await addItem(world.db, store)
    const begun = (await readChanges()).cursor
    const [slow, quick] = [await world.db.startTransaction().execute(), await world.db.startTransaction().execute()]
    await slow.updateTable('item').set({ name: 'Slow' }).where('id', '=', item.id).execute()
    await quick.updateTable('item').set({ name: 'Quick' }).where('id', '=', second.id).execute()
    await quick.commit().execute()
    const between = await readChanges(begun)
    expect(between.changed).toMatchObject([{ id: second.id, name: 'Quick' }])
    const { etag } = (await readMenu()).headers
    await slow.commit().execute()
    expect((await readChanges(between.cursor)).changed).toMatchObject([{ id: item.id, name: 'Slow' }])
    expect((await readMenu(etag)).status).toBe(200)
  })

  test('tell an item that came to a category while that was changed, as it is once both are there', async () => {
    const { cursor } = await readChanges()
    const renaming = await world.db.startTransaction().execute()
    await renaming.updateTable('menu_category').set({ name: 'Evening' }).where('id', '=', item.category_id).execute()
    const added = await addItem(world.db, store, { category_id: item.category_id })
    const between = await readChanges(cursor)
    expect(ids(between.changed)).toEqual([added.id])
    await renaming.commit().execute()
    const { changed } = await readChanges(between.cursor)
    expect(changed.map(({ id, category }: PlacedMenuItem) => [id, category]).sort()).toEqual(
      [item.id, added.id].sort().map((id) => [id, 'Evening']),
    )
  })

  test('cost what changed, however large the menu', async () => {
    await sql`insert into item (id, store_id, category_id, sku, name, unit, price_minor, schedule)
      select uuidv7(), ${store.id}, ${item.category_id}, 'S' || n, 'Item ' || n, 'pc', 100, ${hoursIn(30, 90)}::jsonb
      from generate_series(1, 3000) as n`.execute(world.db)
    await sql`analyze item, menu_change, menu_category`.execute(world.db)
    const { cursor } = await readChanges()
    await setItem(item.id, { name: 'Kadala curry' })
    world.clock.forward(1)
    const plans = await plansOf(world.app, async () => expect(ids((await readChanges(cursor)).changed)).toEqual([item.id]))
    for (const table of ['menu_change', 'item']) {
      const scans = scansOf(plans, table)
      expect(scans.length, table).toBeGreaterThan(0)
      for (const scan of scans) expect(scan, JSON.stringify(scan)).toMatchObject({ index: expect.any(String) })
      expect(Math.max(...scans.map(({ looked }) => looked)), table).toBeLessThan(10)
    }
  })
})
