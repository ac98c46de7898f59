import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrateToLatest } from '#db/migrate.ts'
import { databaseBefore } from '../../../test/earlier-database.ts'
import { testConfig } from '../../../test/test-app.ts'
import type { TestDatabase } from '../../../test/test-database.ts'
import { auditKeys } from './audit-key.ts'
import { sealAudit } from './audit-seal.service.ts'
import { verifyAudit } from './audit-verify.service.ts'

const keys = auditKeys(testConfig)
let database: TestDatabase

beforeEach(async () => {
  database = await databaseBefore('0014')
  for (let round = 1; round <= 3; round++) {
    await sql`insert into audit_entry (actor_kind, actor_name, action, entity, entity_id, request_id)
      select 'system', 'Larder', 'update', 'crate', 'crate ' || n, 'r' from generate_series(1, 4) as n`.execute(database.db)
    await sealUnkeyed()
  }
})
afterEach(() => database.drop())

/** As it was done before seals had a key: over the numbers of the transactions. */
function sealUnkeyed(): Promise<unknown> {
  return sql`with last as (select to_transaction, hash from audit_seal order by id desc limit 1),
    content as (select count(*) as entries, sha256(string_agg(hash, ''::bytea order by id)) as digest, max(transaction_id)::text::bigint + 1 as upper
      from audit_entry where transaction_id >= coalesce((select to_transaction from last), '0')),
    seal as (select clock_timestamp() as at, coalesce((select to_transaction from last), '0'::xid8) as from_transaction,
      upper::text::xid8 as to_transaction, entries, digest, (select hash from last) as previous_hash from content)
    insert into audit_seal (at, from_transaction, to_transaction, entries, digest, previous_hash, hash)
    select *, sha256(convert_to(jsonb_build_array(encode(previous_hash, 'hex'), from_transaction::text, to_transaction::text,
      entries, encode(digest, 'hex'), to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'))::text, 'UTF8')) from seal`.execute(
    database.db,
  )
}

const verdicts = () =>
  database.db.selectFrom('audit_verdict').select(['entries', 'seals', 'broken_table', 'broken_id', 'because']).execute()

test('the seals of before are verified a last time, and the first keyed one follows the last of them', async () => {
  await migrateToLatest(database.url)
  expect(await verdicts()).toEqual([{ entries: 12, seals: 3, broken_table: null, broken_id: null, because: null }])
  expect(await sealAudit(database.db, keys)).toBe(12)
  expect(await verifyAudit(database.db, keys)).toMatchObject({ broken: null, entries: 12, seals: 1, head: { id: 4 } })
})

test('what they find broken at that moment is told', async () => {
  await sql`alter table audit_entry disable trigger user`.execute(database.db)
  await sql`delete from audit_entry where id = 12`.execute(database.db)
  await migrateToLatest(database.url)
  expect(await verdicts()).toMatchObject([
    { broken_table: 'audit_seal', broken_id: 3, because: 'it covers 4 entries, of which 3 are there' },
  ])
})

test('without any there is nothing to tell', async () => {
  await sql`alter table audit_seal disable trigger user`.execute(database.db)
  await sql`truncate audit_seal restart identity`.execute(database.db)
  await migrateToLatest(database.url)
  expect(await verdicts()).toEqual([])
  await sealAudit(database.db, keys)
  expect(await verifyAudit(database.db, keys)).toMatchObject({ broken: null, head: { id: 1 } })
})
