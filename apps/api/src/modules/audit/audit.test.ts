import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { crates, tamper, writeEntry } from '../../../test/audit-record.ts'
import { makeTemporaryFolder } from '../../../test/temporary-folder.ts'
import { type TestApp, testApp, testConfig } from '../../../test/test-app.ts'
import { carrySealsOut, readKeptSeals, readSeals } from './audit-kept-seals.ts'
import { auditKeys } from './audit-key.ts'
import { sealAudit } from './audit-seal.service.ts'
import { makeSeal } from './audit-seal-form.ts'
import { verifyAudit } from './audit-verify.service.ts'

const folder = makeTemporaryFolder()
const keys = auditKeys(testConfig)
let app: TestApp
let file: string

beforeEach(async ({ task }) => {
  app = await testApp({ contracts: {}, modules: [] })
  file = join(folder.path, task.id, 'audit-seals.log')
  for (let round = 1; round <= 4; round++) {
    for (const id of crates) await writeEntry(app, id, round)
    await seal()
  }
})
afterEach(() => app.close())
afterAll(() => folder.remove())

const seal = () => sealAudit(app.database.db, keys)
const verify = () => verifyAudit(app.database.db, keys)
const carryOut = () => carrySealsOut(app.database.db, file)
const insertRaw = (name: string) => sql<{
  id: number
}>`insert into audit_entry (actor_kind, actor_name, action, entity, entity_id, request_id)
  values ('system', ${name}, 'update', 'crate', ${name}, 'r') returning id`

/** Writes an entry whose transaction stays open until `commit`. */
async function writeSlowly(name: string): Promise<{ id: number; commit: () => Promise<void> }> {
  const mayCommit = Promise.withResolvers<void>()
  const written = Promise.withResolvers<number>()
  const done = app.database.db.transaction().execute(async (transaction) => {
    const { rows } = await insertRaw(name).execute(transaction)
    written.resolve(rows[0]?.id ?? 0)
    await mayCommit.promise
  })
  const commit = () => {
    mayCommit.resolve()
    return done
  }
  return { id: await written.promise, commit }
}

test('an untouched record is sound, sealed or not', async () => {
  const sealed = await verify()
  expect(sealed).toMatchObject({ broken: null, entries: 12, seals: 4 })
  await writeEntry(app, crates[0], 5)
  expect(await verify()).toMatchObject({ broken: null, entries: 13, head: sealed.head })
  expect([await seal(), await seal()]).toEqual([1, 0])
  expect((await verify()).head?.id).toBe(5)
})

test('before anything is sealed, an entry that was changed together with its hash no longer has its follower', async () => {
  for (const round of [5, 6]) await writeEntry(app, crates[0], round)
  const { rows } = await sql<{ id: number }>`select id from audit_entry order by id desc limit 2`.execute(app.database.db)
  const [after, changed] = rows.map(({ id }) => id)
  await tamper(
    app,
    sql`update audit_entry set reason = 'never said' where id = ${changed}`,
    sql`update audit_entry set hash = audit_entry_digest(audit_entry) where id = ${changed}`,
  )
  expect((await verify()).broken).toEqual({ table: 'audit_entry', id: after, because: 'it does not follow the entry before it' })
})

test('a chain that is longer than a page is followed across it, and more than one seal may hold is sealed', async () => {
  await sql`insert into audit_entry (actor_kind, actor_name, action, entity, entity_id, request_id)
    select 'system', 'many', 'update', 'crate', 'paged', 'r' from generate_series(1, 10500)`.execute(app.database.db)
  expect(await seal()).toBe(10_500)
  expect(await verify()).toMatchObject({ broken: null, entries: 10_512, seals: 6 })
  const { rows } = await sql<{
    id: number
  }>`select id from audit_entry where entity_id = 'paged' and entity_sequence in (9000, 10400)`.execute(app.database.db)
  await tamper(app, sql`delete from audit_entry where entity_id = 'paged' and entity_sequence in (9000, 10400)`)
  expect((await verify()).broken).toEqual({
    table: 'audit_entry',
    id: rows[0]?.id,
    because: 'it, or the ledger_entry of its number, was sealed and is gone',
  })
})

test('the tables themselves refuse every change', async () => {
  for (const statement of [
    sql`update audit_entry set reason = 'x'`,
    sql`delete from audit_entry`,
    sql`truncate audit_entry`,
    sql`update audit_seal set reach = 0`,
    sql`delete from audit_seal`,
    sql`delete from audit_verdict`,
  ]) {
    await expect(statement.execute(app.database.db)).rejects.toThrow('append-only')
  }
})

test('an entry whose transaction ends after its neighbours were sealed is sealed once it has ended, and once', async () => {
  const slow = await writeSlowly('slow')
  const slower = await writeSlowly('slower')
  await writeEntry(app, crates[0], 5)
  expect(await seal()).toBe(1)
  expect((await verify()).broken).toBeNull()
  await slow.commit()
  expect(await seal()).toBe(1)
  await writeEntry(app, crates[0], 6)
  await slower.commit()
  expect([await seal(), await seal()]).toEqual([2, 0])
  expect((await verify()).broken).toBeNull()
  const covered = (await readSeals(app.database.db, 4)).map(({ entries }) => entries)
  const [first, second] = [slow.id, slower.id]
  expect(covered).toEqual([
    `{[${second + 1},${second + 2})}`,
    `{[${first},${first + 1})}`,
    `{[${second},${second + 1}),[${second + 2},${second + 3})}`,
  ])
})

test('a number that nobody used can not be used long after its time', async () => {
  const { db } = app.database
  const { rows } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence('audit_entry', 'id')) as id`.execute(db)
  const unused = rows[0]?.id ?? 0
  // Ten seals, two minutes between one and the next.
  const hashes = await db.selectFrom('audit_entry').select(['id', 'hash']).orderBy('id').execute()
  await tamper(app, sql`truncate audit_seal`)
  await writeEntry(app, crates[0], 5)
  hashes.push(...(await db.selectFrom('audit_entry').select(['id', 'hash']).where('id', '>', unused).execute()))
  let previous: string | null = null
  for (let id = 1; id <= 10; id++) {
    const at = `2026-11-20T08:${String(10 + id * 2)}:00.000000Z`
    const made = makeSeal(keys.current, id === 1 ? hashes : [], { id, at, reach: unused + 1, lastVerdict: null, previous })
    const { entries, count, reach, key } = made
    const [digest, tags, mac] = [Buffer.from(made.digest, 'hex'), Buffer.from(made.tags, 'base64'), Buffer.from(made.mac, 'hex')]
    const bytes = { digest, tags, mac, previous_mac: previous === null ? null : Buffer.from(previous, 'hex') }
    await db
      .insertInto('audit_seal')
      .values({ id, at, key, entries, entry_count: count, reach, ...bytes })
      .execute()
    previous = made.mac
  }
  expect((await verify()).broken).toBeNull()
  await sql`insert into audit_entry (id, actor_kind, actor_name, action, entity, entity_id, request_id)
    overriding system value values (${unused}, 'system', 'forger', 'update', 'crate', 'forged', 'r')`.execute(db)
  expect(await seal()).toBe(0)
  expect((await verify()).broken).toMatchObject({ table: 'audit_entry', id: unused, because: expect.stringContaining('put in later') })
})

test('another secret is named, and the earlier one may be given', async () => {
  const rotated = { secretKey: 'the-secret-that-came-after-the-first-one', previousSecretKeys: [] }
  const before = await verifyAudit(app.database.db, auditKeys(rotated))
  expect(before.broken).toMatchObject({ table: 'audit_seal', id: 1, because: expect.stringContaining('SECRET_KEY_PREVIOUS') })
  const both = auditKeys({ ...rotated, previousSecretKeys: [testConfig.secretKey] })
  await writeEntry(app, crates[0], 5)
  expect(await sealAudit(app.database.db, both)).toBe(1)
  expect(await verifyAudit(app.database.db, both)).toMatchObject({ broken: null, seals: 5 })
  expect((await verify()).broken).toMatchObject({ table: 'audit_seal', id: 5, because: expect.stringContaining('another key') })
})

test('seals leave the database: into a new file all of them, then each as it is made', async () => {
  expect(await readKeptSeals(file)).toBeNull()
  expect(await carryOut()).toEqual({ seals: 4, begun: true, parted: null })
  expect(await carryOut()).toEqual({ seals: 0, begun: false, parted: null })
  await writeEntry(app, crates[0], 5)
  await seal()
  expect(await carryOut()).toEqual({ seals: 1, begun: false, parted: null })
  const kept = await readKeptSeals(file)
  expect([...(kept?.values() ?? [])]).toEqual(await readSeals(app.database.db, 0))
})

test('a file that is behind is caught up, and a line that a crash cut off is written again', async () => {
  await carryOut()
  const lines = readFileSync(file, 'utf8').split('\n')
  writeFileSync(file, `${lines[0]}\n${lines[1]}\n`)
  appendFileSync(file, lines[2]?.slice(0, 40) ?? '')
  expect(await carryOut()).toEqual({ seals: 2, begun: false, parted: null })
  expect([...((await readKeptSeals(file))?.keys() ?? [])]).toEqual([1, 2, 3, 4])
})

test('several processes carry each seal out once', async () => {
  const runs = await Promise.all(Array.from({ length: 4 }, carryOut))
  expect(runs.reduce((sum, { seals }) => sum + seals, 0)).toBe(4)
  expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(4)
})

test('the file of another installation is named, and left as it is', async () => {
  await carryOut()
  const text = readFileSync(file, 'utf8')
  await tamper(app, sql`truncate audit_seal`)
  await sealAudit(app.database.db, auditKeys({ secretKey: 'the-secret-of-another-installation-of-it', previousSecretKeys: [] }))
  await writeEntry(app, crates[0], 5)
  expect((await carryOut()).parted).toContain('ends before seal 4')
  expect(readFileSync(file, 'utf8')).toBe(text)
})
