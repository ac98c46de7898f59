import { storeContract } from '@larder/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureCurrentPartitions } from '#db/partitions.ts'
import { movableClock } from '#kit/clock.ts'
import { bind } from '#kit/implement.ts'
import { registerStoreJobs } from '#modules/store/store.jobs.ts'
import { stores } from '#modules/store/store.service.ts'
import { addOrder, addStore } from '../../../test/factories.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'

const clock = movableClock(Date.parse('2026-11-20T08:00:00.000Z'))
let app: TestApp
let staff: Caller

beforeAll(async () => {
  app = await testApp({
    contracts: { store: storeContract },
    modules: [bind(storeContract, stores.handlers, registerStoreJobs)],
    clock,
  })
  staff = await app.addStaff({ permissions: ['store.view', 'store.operate'] })
})
afterAll(() => app.close())

const inMinutes = (minutes: number) => new Date(clock.ms() + minutes * 60_000).toISOString()
const get = async (id: string) => (await app.call(`GET /stores/${id}`, { as: staff })).body
const setMode = (id: string, body: object) => app.call(`POST /stores/${id}/open-mode`, { as: staff, body })
const rowOf = (id: string) => app.database.db.selectFrom('store').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('open mode', () => {
  test.each([
    ['busy without an end', { mode: 'busy' }, 'is required: an end, or null for "until someone reopens it"'],
    ['paused until a minute ago', { mode: 'paused', until: inMinutes(-1) }, 'lies in the past'],
    ['paused until this very moment', { mode: 'paused', until: inMinutes(0) }, 'lies in the past'],
    ['paused for years', { mode: 'paused', until: inMinutes(1_000_000) }, 'is more than 90 days away'],
    ['open with an end', { mode: 'open', until: inMinutes(5) }, 'does not go with open: only busy and paused end by themselves'],
    ['closed with an end', { mode: 'closed', until: inMinutes(5) }, 'does not go with closed: only busy and paused end by themselves'],
  ])('%s is 422 on the end', async (_, body, problem) => {
    const store = await addStore(app.database.db)
    const answer = await setMode(store.id, { version: 1, ...body })
    expect(answer.status).toBe(422)
    expect(answer.body.error.fields).toEqual({ 'body.until': problem })
  })

  test('a pause ends by itself: at its end for every reader, and soon after in the row, as an act of the system', async () => {
    const store = await addStore(app.database.db)
    const until = inMinutes(30)
    const { body: paused } = await setMode(store.id, { version: 1, mode: 'paused', until, reason: 'Power cut' })
    expect(paused).toMatchObject({
      openMode: 'paused',
      openModeUntil: until,
      openModeReason: 'Power cut',
      isOpenNow: false,
      nextOpeningAt: until,
    })
    clock.forward(29)
    await app.services.jobs.run('end-open-modes')
    expect(await rowOf(store.id)).toMatchObject({ open_mode: 'paused', version: 2 })
    clock.forward(1)
    expect(await get(store.id)).toMatchObject({ openMode: 'open', openModeUntil: null, openModeReason: null, isOpenNow: true, version: 2 })
    await app.services.jobs.run('end-open-modes')
    await app.services.jobs.run('end-open-modes')
    expect(await rowOf(store.id)).toMatchObject({ open_mode: 'open', open_mode_until: null, open_mode_reason: null, version: 3 })
    const entries = await app.database.db
      .selectFrom('audit_entry')
      .select(['action', 'actor_kind'])
      .where('entity_id', '=', store.id)
      .orderBy('id')
      .execute()
    expect(entries).toEqual([
      { action: 'setOpenMode', actor_kind: 'staff' },
      { action: 'endOpenMode', actor_kind: 'system' },
    ])
    const events = await app.database.db
      .selectFrom('event')
      .select(['action', 'version', 'branch_id'])
      .where('entity_id', '=', store.id)
      .orderBy('id')
      .execute()
    expect(events.at(-1)).toEqual({ action: 'endOpenMode', version: 3, branch_id: store.branch_id })
  })

  test('"until someone reopens it" stays until someone does', async () => {
    const store = await addStore(app.database.db)
    const { body } = await setMode(store.id, { version: 1, mode: 'busy', until: null })
    expect(body).toMatchObject({ openMode: 'busy', openModeUntil: null, isOpenNow: true })
    clock.forward(60 * 24 * 30)
    await app.services.jobs.run('end-open-modes')
    expect(await get(store.id)).toMatchObject({ openMode: 'busy', version: 2 })
    expect((await setMode(store.id, { version: 2, mode: 'open' })).body).toMatchObject({ openMode: 'open', version: 3 })
  })

  test('the mode that a store already has is no change; a store that is not live has none', async () => {
    const store = await addStore(app.database.db)
    expect((await setMode(store.id, { version: 1, mode: 'open' })).body.version).toBe(1)
    const lead = await addStore(app.database.db, { status: 'lead' })
    expect((await setMode(lead.id, { version: 1, mode: 'closed' })).body.error).toMatchObject({ kind: 'refused', reason: 'store-not-live' })
  })

  test('someone who acts as the time runs out: either they or the job decides, never both', async () => {
    const store = await addStore(app.database.db)
    await setMode(store.id, { version: 1, mode: 'paused', until: inMinutes(5) })
    clock.forward(6)
    const later = inMinutes(60)
    await Promise.all([setMode(store.id, { version: 2, mode: 'paused', until: later }), app.services.jobs.run('end-open-modes')])
    const row = await rowOf(store.id)
    expect(row.version).toBe(3)
    expect([null, later]).toContain(row.open_mode_until)
  })
})

test('when a store had its last order is noted each minute, without a new version', async () => {
  await ensureCurrentPartitions(app.database.db, clock.instant())
  const store = await addStore(app.database.db)
  const at = inMinutes(-3)
  await addOrder(app.database.db, store, { at: inMinutes(-9) })
  await addOrder(app.database.db, store, { at })
  await app.services.jobs.run('note-last-orders')
  expect(await rowOf(store.id)).toMatchObject({ last_order_at: at, version: 1 })
  const newer = inMinutes(-1)
  await addOrder(app.database.db, store, { at: newer })
  await app.services.jobs.run('note-last-orders')
  expect((await get(store.id)).lastOrderAt).toBe(newer)
})
