import { addMinutes, addSeconds, firstIdAt, type Instant, localDateAt, newId, type ShiftTrack } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { migrateToLatest } from '#db/migrate.ts'
import { ensureCurrentPartitions, ensurePartitions, riderTracks } from '#db/partitions.ts'
import { databaseBefore } from '../../../test/earlier-database.ts'
import { addBranch, addRider } from '../../../test/factories.ts'
import { act, type OrderWorld, orderWorld, place } from '../../../test/order-world.ts'
import { plansOf } from '../../../test/plans.ts'
import type { TestDatabase } from '../../../test/test-database.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.app.close())

const day = 24 * 60

async function hear(riderId: string, at: Instant): Promise<void> {
  const body = { point: { lat: 9.95, lng: 76.25 }, at, shiftState: 'available' }
  const { status, body: answer } = await world.app.call(`POST /channel/riders/${riderId}/positions`, { as: world.channel, body })
  expect([status, answer.taken], JSON.stringify(answer)).toEqual([200, true])
}

async function homesOf({ db }: Pick<TestDatabase, 'db'>, riderId: string): Promise<string[]> {
  const { rows } = await sql<{
    home: string
  }>`select tableoid::regclass::text as home from rider_track where rider_id = ${riderId} order by at`.execute(db)
  return rows.map(({ home }) => home)
}

test('a position is kept whatever day it is of: a phone that was away for long, a server whose partitions were not made', async () => {
  const { app, clock, db, branch } = world
  const rider = await addRider(db, branch, { shift_state: 'off' })
  const now = clock.instant()
  await hear(rider.id, addMinutes(now, -400 * day))
  await hear(rider.id, addMinutes(now, -2 * day))
  await hear(rider.id, addMinutes(now, -day))
  await hear(rider.id, addSeconds(now, 60))
  expect(await homesOf(app.database, rider.id)).toEqual([
    'rider_track_rest',
    'rider_track_rest',
    'rider_track_2026_11_19',
    'rider_track_2026_11_20',
  ])

  // The last seconds of the last day for which the server was prepared.
  clock.forward((Date.parse('2026-11-23T23:59:30.000Z') - clock.ms()) / 60_000)
  await hear(rider.id, clock.instant())
  await hear(rider.id, addSeconds(clock.instant(), 60))
  const late = await homesOf(app.database, rider.id)
  expect(late.slice(4)).toEqual(['rider_track_2026_11_23', 'rider_track_rest'])

  await ensureCurrentPartitions(db, clock.instant())
  expect(await homesOf(app.database, rider.id)).toEqual([...late.slice(0, 4), 'rider_track_2026_11_23', 'rider_track_2026_11_24'])
  clock.forward(-(clock.ms() - Date.parse(now)) / 60_000)
})

test('a phone that thinks it is 1970 begins a shift when it says so, one that was away for an hour when it was', async () => {
  const { clock, db, branch } = world
  const now = clock.instant()
  for (const [at, began] of [
    ['1970-01-01T00:00:00.000Z', now],
    [addMinutes(now, -60), addMinutes(now, -60)],
  ] as const) {
    const rider = await addRider(db, branch, { shift_state: 'off' })
    await hear(rider.id, at as Instant)
    const shifts = await db.selectFrom('rider_shift').select('began_at').where('rider_id', '=', rider.id).execute()
    expect(shifts).toEqual([{ began_at: began }])
  }
})

test('the way of a shift is read from the partitions of its days', async () => {
  const { app, clock, db, branch, admin } = world
  await ensurePartitions(db, '2026-10-20', '2026-11-23', riderTracks)
  const rider = await addRider(db, branch)
  const now = clock.instant()
  const began = addMinutes(now, -9 * 60)
  const { id } = await place(world)
  await act(world, id, 'accept', { prepMinutes: 10 })
  expect((await act(world, id, 'assign-rider', { riderId: rider.id })).status).toBe(200)
  await sql`insert into rider_track (rider_id, at, lat, lng) select ${rider.id}, ${now}::timestamptz - make_interval(hours => n), 9, 76 from generate_series(-1, 700) as n`.execute(
    db,
  )
  const shift = newId<'rider-shift'>(Date.parse(began))
  const day = localDateAt(began, 'Asia/Kolkata')
  await db.insertInto('rider_shift').values({ id: shift, rider_id: rider.id, branch_id: branch.id, day, began_at: began }).execute()
  clock.forward(90)
  let shown: ShiftTrack | undefined
  const plans = await plansOf(app, async () => {
    shown = (await app.call(`GET /rider-shifts/${shift}/track`, { as: admin })).body
  })
  expect(shown?.points.map(({ at }) => at)).toEqual([now, addMinutes(now, 60)])
  const scans = plans.flatMap((plan) => plan.scans).filter(({ table }) => table.startsWith('rider_track'))
  expect(scans.map(({ table }) => table).sort()).toEqual(['rider_track_2026_11_19', 'rider_track_2026_11_20'])
  expect(scans.every(({ index }) => index?.endsWith('_pkey'))).toBe(true)
})

test('an installation that has ways keeps all of them, each with its day', async () => {
  const database = await databaseBefore('0241')
  onTestFinished(() => database.drop())
  const { db } = database
  const rider = await addRider(db, await addBranch(db))
  await sql`insert into rider_track (rider_id, at, lat, lng) select ${rider.id}, date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' - make_interval(hours => n * 12), 9 + n, 76
    from unnest(array[0, 1, 2, 3, 1000]) as n`.execute(db)
  const before = await sql`select * from rider_track order by at`.execute(db)
  await migrateToLatest(database.url)
  expect((await sql`select * from rider_track order by at`.execute(db)).rows).toEqual(before.rows)
  const dayOf = (ago: number) => `rider_track_${new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '_')}`
  expect(await homesOf(database, rider.id)).toEqual(['rider_track_rest', dayOf(2), dayOf(1), dayOf(1), dayOf(0)])
})

test('a position is of a rider', async () => {
  const at = world.clock.instant()
  await expect(
    sql`insert into rider_track (rider_id, at, lat, lng) values (${firstIdAt(at)}, ${at}, 9, 76)`.execute(world.db),
  ).rejects.toMatchObject({ code: '23503' })
})
