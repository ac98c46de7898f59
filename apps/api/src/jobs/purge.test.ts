import { addMinutes, currentInstant } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensurePartitions, riderTracks } from '#db/partitions.ts'
import { addBranch, addRider } from '../../test/factories.ts'
import { type TestApp, testApp } from '../../test/test-app.ts'
import { registerJobs } from './register-jobs.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp({ contracts: {}, modules: [({ services }) => registerJobs(services)] })
})
afterAll(() => app.close())

const instantBefore = (days: number) => addMinutes(currentInstant(), -days * 24 * 60)

const count = async (table: string) =>
  (await sql<{ found: number }>`select count(*) as found from ${sql.table(table)}`.execute(app.database.db)).rows[0]?.found

test('what nobody will ask for any more goes, and only that', async () => {
  const { db } = app.database
  const { id } = await app.addStaff()
  await sql`insert into event (sequence, kind, entity, entity_id, version, action, actor_name, permission, at)
    select nullif(n, 0), 'changed', 'x', 'x', 1, 'a', 'b', 'order.view', now() - make_interval(hours => case when n > 12000 then 1 else 100 end) from generate_series(0, 12010) as n`.execute(
    db,
  )
  await sql`insert into idempotency_key (actor_id, key, endpoint, body_hash, status, response, created_at)
    select ${id}, 'k' || n, 'e', 'x', 200, '{}', now() - make_interval(hours => n) from generate_series(40, 60) as n`.execute(db)
  await sql`insert into sign_in_attempt (account, address, succeeded, at) select 'a', 'b', n % 2 = 0, now() - make_interval(days => n) from generate_series(0, 39) as n`.execute(
    db,
  )
  await sql`insert into session (id, token_hash, staff_id, idle_expires_at, expires_at, revoked_at)
    select gen_random_uuid(), sha256(n::text::bytea), ${id}, now(), now() + make_interval(days => 40 - n), case when n = 1 then now() - interval '31 days' end from generate_series(0, 75) as n`.execute(
    db,
  )
  await sql`insert into sign_in_device (account, token_hash, last_used_at) select 'a', sha256(n::text::bytea), now() - make_interval(days => n) from generate_series(170, 189) as n`.execute(
    db,
  )
  const rider = await addRider(db, await addBranch(db))
  const dayBefore = (days: number) => instantBefore(days).slice(0, 10)
  await ensurePartitions(db, dayBefore(32), dayBefore(0), riderTracks)
  await sql`insert into rider_track (rider_id, at, lat, lng) select ${rider.id}, now() - make_interval(days => n), 9, 76 from generate_series(25, 36) as n`.execute(
    db,
  )
  await app.services.jobs.run('purge')
  // Ten new ones, and an old one that was never told.
  expect(await count('event')).toBe(11)
  expect(await count('idempotency_key')).toBe(8)
  expect(await count('sign_in_attempt')).toBe(15)
  expect(await count('session')).toBe(70)
  expect(await count('sign_in_device')).toBe(10)
  // Whole days, the one with the moment thirty days ago among them; what came late of a day that has no partition goes by the moment.
  expect(await count('rider_track')).toBe(6)
  expect(await count('rider_track_rest')).toBe(0)
})
