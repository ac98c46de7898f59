import { newId } from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { systemContext } from '#kit/system-actor.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { sealAudit } from './audit-seal.service.ts'
import { verifyAudit } from './audit-verify.service.ts'

let app: TestApp
const crates = [newId(), newId(), newId()]

beforeAll(async () => {
  app = await testApp({ contracts: {}, modules: [], openDoors: new Set() })
})
afterAll(() => app.close())

beforeEach(async () => {
  await tamper(sql`truncate audit_entry, audit_seal restart identity`)
  for (let round = 1; round <= 4; round++) {
    for (const id of crates) await writeEntry(id, round)
    await seal(crates.length)
  }
})

/** Seals so many entries at once: a transaction of any other test on this server may keep the newest waiting for a moment. */
async function seal(entries: number): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from audit_entry
        where transaction_id >= pg_snapshot_xmin(pg_current_snapshot())`.execute(app.database.db)
      expect(rows).toEqual([{ waiting: 0 }])
    },
    { timeout: 60_000, interval: 20 },
  )
  expect(await sealAudit(app.database.db)).toBe(entries)
}

function writeEntry(id: string, version: number): Promise<void> {
  return unitOfWork(systemContext(app.services, 'test'), async (work) => {
    work.record({
      entity: 'crate',
      id,
      version,
      action: 'update',
      old: { stock: version - 1 },
      new: { stock: version },
      permission: 'setting.view',
      branchId: null,
      storeId: null,
    })
  })
}

/** What a superuser can do to the tables: triggers are off. */
function tamper(...statements: RawBuilder<unknown>[]): Promise<void> {
  return app.database.db.transaction().execute(async (transaction) => {
    for (const statement of [
      sql`alter table audit_entry disable trigger user`,
      sql`alter table audit_seal disable trigger user`,
      ...statements,
      sql`alter table audit_entry enable trigger user`,
      sql`alter table audit_seal enable trigger user`,
    ]) {
      await statement.execute(transaction)
    }
  })
}

const verify = () => verifyAudit(app.database.db)

test('an untouched record is sound, sealed or not', async () => {
  const sealed = await verify()
  expect(sealed).toMatchObject({ broken: null, entries: 12, seals: 4 })
  await writeEntry(crates[0] ?? '', 5)
  expect(await verify()).toMatchObject({ broken: null, entries: 13, head: sealed.head })
  await seal(1)
  expect(await sealAudit(app.database.db)).toBe(0)
  expect((await verify()).head).not.toEqual(sealed.head)
})

test('a chain that is longer than a page is followed across it', async () => {
  await sql`insert into audit_entry (actor_kind, actor_name, action, entity, entity_id, request_id)
    select 'system', 'many', 'update', 'crate', 'paged', 'r' from generate_series(1, 10500)`.execute(app.database.db)
  expect(await verify()).toMatchObject({ broken: null, entries: 10_512 })
  await tamper(sql`delete from audit_entry where entity_id = 'paged' and entity_sequence in (9000, 10400)`)
  const { rows } = await sql<{ id: number }>`select id from audit_entry where entity_id = 'paged' and entity_sequence = 9001`.execute(
    app.database.db,
  )
  expect((await verify()).broken).toEqual({ table: 'audit_entry', id: rows[0]?.id, because: 'the entry before it is missing' })
})

test('the tables themselves refuse every change', async () => {
  for (const statement of [
    sql`update audit_entry set reason = 'x'`,
    sql`delete from audit_entry`,
    sql`truncate audit_entry`,
    sql`update audit_seal set entries = 0`,
    sql`delete from audit_seal`,
  ]) {
    await expect(statement.execute(app.database.db)).rejects.toThrow('append-only')
  }
})

test('what a transaction that is still open has written is sealed once it has ended, and not before', async () => {
  let commit = () => {}
  const mayCommit = new Promise<void>((resolve) => {
    commit = resolve
  })
  let written = () => {}
  const isWritten = new Promise<void>((resolve) => {
    written = resolve
  })
  const slow = app.database.db.transaction().execute(async (transaction) => {
    await sql`insert into audit_entry (actor_kind, actor_name, action, entity, entity_id, request_id) values ('system', 'slow', 'update', 'crate', 'slow', 'r')`.execute(
      transaction,
    )
    written()
    await mayCommit
  })
  await isWritten
  await writeEntry(crates[0] ?? '', 5)
  expect(await sealAudit(app.database.db)).toBe(0)
  commit()
  await slow
  await seal(2)
  expect((await verify()).broken).toBeNull()
})

const columns = [
  'at',
  'actor_kind',
  'actor_id',
  'actor_name',
  'role',
  'address',
  'action',
  'entity_sequence',
  'branch_id',
  'store_id',
  'old',
  'new',
  'reason',
  'request_id',
  'previous_hash',
  'hash',
]
const otherValue: Record<string, RawBuilder<unknown>> = {
  at: sql`at + interval '1 microsecond'`,
  actor_kind: sql`'staff'`,
  actor_id: sql`gen_random_uuid()`,
  entity_sequence: sql`99`,
  branch_id: sql`gen_random_uuid()`,
  store_id: sql`gen_random_uuid()`,
  old: sql`'{"stock": 77}'::jsonb`,
  new: sql`'{"stock": 77}'::jsonb`,
  previous_hash: sql`sha256('x')`,
  hash: sql`sha256('x')`,
}
test.each(columns)('a changed %s is found and located', async (column) => {
  await tamper(sql`update audit_entry set ${sql.ref(column)} = ${otherValue[column] ?? sql`'other'`} where id = 5`)
  const { broken } = await verify()
  expect(broken?.table).toBe('audit_entry')
  // Its own content, or that of the one which follows a gap.
  expect([5, 8]).toContain(broken?.id)
  if (column !== 'entity_sequence') expect(broken?.id).toBe(5)
})

const rewriteChain = sql`do $$ declare entry audit_entry; last bytea; begin
  for entry in select * from audit_entry where entity_id = (select entity_id from audit_entry where id = 2) order by entity_sequence loop
    entry.previous_hash := last; entry.hash := audit_entry_digest(entry); last := entry.hash;
    update audit_entry set previous_hash = entry.previous_hash, hash = entry.hash where id = entry.id;
  end loop; end $$`
const forged = sql`insert into audit_entry (transaction_id, actor_kind, actor_name, action, entity, entity_id, entity_sequence, request_id, hash)
  overriding system value select transaction_id, 'system', 'forger', 'update', 'crate', 'forged', 1, 'r', sha256('x') from audit_entry where id = 3`

test.each([
  ['an entry taken out of the middle', [sql`delete from audit_entry where id = 5`], 'audit_entry', 8],
  ['the first entry of a record taken out', [sql`delete from audit_entry where id = 1`], 'audit_entry', 4],
  ['the last entry of a record cut off', [sql`delete from audit_entry where id = 12`], 'audit_seal', 4],
  [
    'every entry of a record taken out',
    [sql`delete from audit_entry where entity_id = (select entity_id from audit_entry where id = 2)`],
    'audit_seal',
    1,
  ],
  [
    'a forged entry put in, its hash redone',
    [forged, sql`update audit_entry as entry set hash = audit_entry_digest(entry) where entity_id = 'forged'`],
    'audit_seal',
    1,
  ],
  [
    'an entry changed and the whole chain redone',
    [sql`update audit_entry set new = '{"stock": 77}' where id = 2`, rewriteChain],
    'audit_seal',
    1,
  ],
  [
    'the order of two entries changed',
    [
      sql`alter table audit_entry alter column id set generated by default`,
      sql`update audit_entry set id = 100 where id = 1`,
      sql`update audit_entry set id = 1 where id = 2`,
      sql`update audit_entry set id = 2 where id = 100`,
      sql`alter table audit_entry alter column id set generated always`,
    ],
    'audit_seal',
    1,
  ],
  ['an entry moved out of what is sealed', [sql`update audit_entry set transaction_id = '99999999' where id = 12`], 'audit_seal', 4],
  ['a seal changed', [sql`update audit_seal set entries = 2 where id = 2`], 'audit_seal', 2],
  ['a seal taken out', [sql`delete from audit_seal where id = 2`], 'audit_seal', 3],
] as const)('%s is found and located', async (_, statements, table, id) => {
  await tamper(...statements)
  const { broken } = await verify()
  expect(broken).toMatchObject({ table, id })
  expect(broken?.because).toBeTruthy()
})

test('the head, kept elsewhere, shows that the end was cut off together with its seal', async () => {
  const { head } = await verify()
  await tamper(sql`delete from audit_seal where id = 4`, sql`delete from audit_entry where id > 9`)
  const cut = await verify()
  expect(cut.broken).toBeNull()
  expect(cut.head).not.toEqual(head)
  expect((await verifyAudit(app.database.db, head)).broken).toMatchObject({ table: 'audit_seal', id: 4 })
})
