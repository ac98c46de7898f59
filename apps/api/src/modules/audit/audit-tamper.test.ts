import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDatabase, createPool } from '#db/database.ts'
import { systemContext } from '#kit/access/system-actor.ts'
import { crates, tamper, writeEntry } from '../../../test/audit-record.ts'
import { makeTemporaryFolder } from '../../../test/temporary-folder.ts'
import { type TestApp, testApp, testConfig } from '../../../test/test-app.ts'
import { checkAudit, keepAudit } from './audit-check.service.ts'
import { carrySealsOut, readKeptSeals } from './audit-kept-seals.ts'
import { auditKeys } from './audit-key.ts'
import { sealAudit } from './audit-seal.service.ts'
import { verifyAudit } from './audit-verify.service.ts'

const folder = makeTemporaryFolder()
const file = join(folder.path, 'audit-seals.log')
const keys = auditKeys(testConfig)
const forgerKeys = auditKeys({ secretKey: 'what-somebody-without-the-secret-would-take', previousSecretKeys: [] })
let app: TestApp
let soundFile: string

beforeAll(async () => {
  app = await testApp({ contracts: {}, modules: [], config: { auditSeals: file } })
  // Four seals of three entries, two verdicts, everything sealed.
  for (let round = 1; round <= 4; round++) {
    for (const id of crates) await writeEntry(app, id, round)
    await sealAudit(app.database.db, keys)
  }
  for (const _ of ['a night', 'the next']) await checkAudit(systemContext(app.services, 'test'))
  await carrySealsOut(app.database.db, file)
  soundFile = readFileSync(file, 'utf8')
  for (const table of tables) await sql`create table ${sql.table(`sound_${table}`)} as table ${sql.table(table)}`.execute(app.database.db)
})
afterAll(async () => {
  await app.close()
  folder.remove()
})

const tables = ['audit_entry', 'audit_seal', 'audit_verdict']
beforeEach(restore)

async function restore(): Promise<void> {
  writeFileSync(file, soundFile)
  await tamper(
    app,
    ...tables.flatMap((table) => [
      sql`truncate ${sql.table(table)}`,
      table === 'audit_entry'
        ? sql`insert into audit_entry overriding system value table sound_audit_entry`
        : sql`insert into ${sql.table(table)} table ${sql.table(`sound_${table}`)}`,
    ]),
  )
}

const verifyAlone = async () => (await verifyAudit(app.database.db, keys)).broken
const verifyWithFile = async () => (await verifyAudit(app.database.db, keys, await readKeptSeals(file))).broken

/** Verifies and seals by turns, as the jobs and an operator do, and at last as a process that was started anew; says what was found. */
async function verifyAgainAndAgain(auditSeals: string | null, steps: ('seal' | 'verify')[]): Promise<unknown[]> {
  const services = { ...app.services, config: { ...app.services.config, auditSeals } }
  const found: unknown[] = []
  for (const step of steps) {
    if (step === 'seal') await keepAudit(systemContext(services, 'test'))
    else found.push((await checkAudit(systemContext(services, 'test'))).broken)
  }
  const writable = createDatabase(createPool(app.database.url, { applicationName: 'started anew', max: 2 }))
  found.push((await checkAudit(systemContext({ ...services, writable }, 'test'))).broken)
  await writable.destroy()
  return found
}

const turns = [file, null].flatMap((auditSeals) =>
  [['verify', 'seal', 'verify'] as const, ['seal', 'verify', 'seal'] as const].map((steps) => ({ auditSeals, steps })),
)
const withFile = turns.filter(({ auditSeals }) => auditSeals !== null)
/** Of many columns that are treated alike, each takes its turn. */
const turnOf = (at: number) => turns.slice(at % turns.length).slice(0, 1)

/** Neither a verification nor the sealing papers over what was done, whichever comes first. */
async function expectFoundEver(act: () => Promise<void>, which = turns): Promise<void> {
  for (const { auditSeals, steps } of which) {
    await restore()
    await act()
    const told = expect.objectContaining({ because: expect.stringMatching(/./) })
    const found = await verifyAgainAndAgain(auditSeals, [...steps])
    expect(found, `${steps.join(', ')} ${auditSeals ? 'with the file' : 'without a file'}`).toEqual(found.map(() => told))
  }
}

test('untouched, it is sound', async () => {
  expect([await verifyAlone(), await verifyWithFile()]).toEqual([null, null])
})

const redoHashes = sql`do $$ declare entry audit_entry; last audit_entry; begin
  for entry in select * from audit_entry order by entity, entity_id, entity_sequence loop
    if last.entity_id is distinct from entry.entity_id then last := null; end if;
    entry.entity_sequence := coalesce(last.entity_sequence, 0) + 1;
    entry.previous_hash := last.hash; entry.hash := audit_entry_digest(entry); last := entry;
    update audit_entry set entity_sequence = entry.entity_sequence, previous_hash = entry.previous_hash, hash = entry.hash where id = entry.id;
  end loop; end $$`
const byNumber = (statement: RawBuilder<unknown>) => [
  sql`alter table audit_entry alter column id set generated by default`,
  statement,
  sql`alter table audit_entry alter column id set generated always`,
]
const swap = byNumber(sql`do $$ begin
  update audit_entry set id = 100 where id = 4; update audit_entry set id = 4 where id = 5; update audit_entry set id = 5 where id = 100; end $$`)
const insertOld = (entity: RawBuilder<unknown>, sequence: number) =>
  sql`insert into audit_entry (id, actor_kind, actor_name, action, entity, entity_id, entity_sequence, request_id, hash)
    overriding system value values (-3, 'system', 'forger', 'update', 'crate', ${entity}, ${sequence}, 'r', sha256('x'))`
const copy = sql`insert into audit_entry overriding system value
  select (jsonb_populate_record(entry, '{"id": -3, "entity_sequence": 5}')).* from audit_entry as entry where id = 5`

const changed: Record<string, RawBuilder<unknown>> = {
  at: sql`at + interval '1 microsecond'`,
  actor_kind: sql`'staff'`,
  actor_id: sql`gen_random_uuid()`,
  actor_name: sql`'other'`,
  role: sql`'other'`,
  address: sql`'other'`,
  action: sql`'other'`,
  branch_id: sql`gen_random_uuid()`,
  store_id: sql`gen_random_uuid()`,
  old: sql`'{"stock": 77}'::jsonb`,
  new: sql`'{"stock": 77}'::jsonb`,
  reason: sql`'other'`,
  request_id: sql`'other'`,
  entity: sql`'other'`,
  entity_id: sql`'other'`,
}
const everyColumn = { ...changed, entity_sequence: sql`99`, previous_hash: sql`sha256('x')`, hash: sql`sha256('x')` }
const change = (column: string, value: RawBuilder<unknown>) => sql`update audit_entry set ${sql.ref(column)} = ${value} where id = 5`

describe('in the entries alone, the row is named, with the kept file or without', () => {
  type Kind = [string, RawBuilder<unknown>[], number, RegExp, typeof turns?]
  const kinds: Kind[] = [
    ...Object.entries(everyColumn).map(
      ([column, value], at): Kind => [`${column} changed`, [change(column, value)], 5, /^its content was changed$/, turnOf(at)],
    ),
    ...Object.entries(changed).map(
      ([column, value], at): Kind => [
        `${column} changed and every hash redone`,
        [change(column, value), redoHashes],
        5,
        /not what was sealed/,
        turnOf(at),
      ],
    ),
    ['taken out of the middle', [sql`delete from audit_entry where id = 5`], 5, /gone/],
    ['taken out of the middle and every hash redone', [sql`delete from audit_entry where id = 5`, redoHashes], 5, /gone/],
    ['the first of a record taken out', [sql`delete from audit_entry where id = 1`], 1, /gone/],
    ['the last of a record cut off', [sql`delete from audit_entry where id = 12`], 12, /gone/],
    ['a whole record taken out', [sql`delete from audit_entry where entity_id = ${crates[1]}`], 2, /gone/],
    ['everything taken out', [sql`truncate audit_entry`], 1, /gone/],
    [
      'detached into another table',
      [sql`create temporary table detached on commit drop as table audit_entry`, sql`delete from audit_entry where id between 4 and 9`],
      4,
      /gone/,
    ],
    ['two changed places', swap, 4, /changed places with audit_entry 5/],
    ['two changed places and every hash redone', [...swap, redoHashes], 4, /./],
    [
      'moved to another record',
      [sql`update audit_entry set entity_id = ${crates[0]}, entity_sequence = 9 where id = 5`],
      5,
      /content was changed/,
    ],
    [
      'moved to another record and every hash redone',
      [sql`update audit_entry set entity_id = ${crates[0]}, entity_sequence = 9 where id = 5`, redoHashes],
      5,
      /not what was sealed/,
    ],
    ['given another number', byNumber(sql`update audit_entry set id = 500 where id = 5`), 5, /gone/],
    ['put in behind the others, hash and all', [insertOld(sql`'forged'`, 1), redoHashes], -3, /put in later/],
    ['put in behind the others without its hash', [insertOld(sql`'forged'`, 1)], -3, /content was changed/],
    ['a copy put in behind the others', [copy, redoHashes], -3, /put in later/],
    [
      'put in between, the record renumbered',
      [sql`update audit_entry set entity_sequence = entity_sequence + 10 where id in (8, 11)`, insertOld(sql`${crates[1]}`, 5), redoHashes],
      -3,
      /put in later/,
    ],
  ]
  test.each(kinds)('%s', async (_, statements, id, because, which) => {
    await tamper(app, ...statements)
    for (const broken of [await verifyAlone(), await verifyWithFile()]) {
      expect(broken).toMatchObject({ table: 'audit_entry', id })
      expect(broken?.because).toMatch(because)
    }
    await expectFoundEver(() => tamper(app, ...statements), which)
  })
})

/** What whoever has the tables but not the key can do: make everything anew with a key of his own. */
async function sealAnew(...statements: RawBuilder<unknown>[]): Promise<void> {
  await tamper(app, ...statements, redoHashes, sql`truncate audit_seal, audit_verdict`)
  await sealAudit(app.database.db, forgerKeys)
}

describe('in the seals and verdicts, the row is named', () => {
  const kinds: [string, RawBuilder<unknown>[], string, number][] = [
    ...['entry_count', 'reach', 'last_verdict_id', 'id'].map((column): [string, RawBuilder<unknown>[], string, number] => [
      `${column} of a seal changed`,
      [sql`update audit_seal set ${sql.ref(column)} = 77 where id = 2`],
      'audit_seal',
      column === 'id' ? 3 : 2,
    ]),
    ...['digest', 'tags', 'mac', 'previous_mac'].map((column): [string, RawBuilder<unknown>[], string, number] => [
      `${column} of a seal changed`,
      [sql`update audit_seal set ${sql.ref(column)} = sha256('x') where id = 2`],
      'audit_seal',
      2,
    ]),
    ['at of a seal changed', [sql`update audit_seal set at = at + interval '1 microsecond' where id = 2`], 'audit_seal', 2],
    ['key of a seal changed', [sql`update audit_seal set key = 'x' where id = 2`], 'audit_seal', 2],
    ['what a seal covers changed', [sql`update audit_seal set entries = '{[4,6)}' where id = 2`], 'audit_seal', 2],
    ['a seal taken out', [sql`delete from audit_seal where id = 2`], 'audit_seal', 3],
    [
      'a seal put in',
      [sql`insert into audit_seal select (jsonb_populate_record(seal, '{"id": 90}')).* from audit_seal as seal where id = 2`],
      'audit_seal',
      90,
    ],
    ['the seals emptied', [sql`truncate audit_seal`], 'audit_seal', 5],
    ['a verdict changed', [sql`update audit_verdict set entries = 3 where id = 1`], 'audit_verdict', 1],
    [
      'a verdict turned round',
      [sql`update audit_verdict set broken_table = 'audit_entry', broken_id = 1 where id = 2`],
      'audit_verdict',
      2,
    ],
    ['a verdict without its code', [sql`update audit_verdict set mac = null where id = 2`], 'audit_verdict', 2],
    ['a verdict taken out', [sql`delete from audit_verdict where id = 1`], 'audit_verdict', 2],
    ['the last verdict taken out', [sql`delete from audit_verdict where id = 2`], 'audit_verdict', 2],
    ['the verdicts emptied', [sql`truncate audit_verdict`], 'audit_verdict', 2],
    [
      'the first seal taken out, and a verdict of before the key put in that names its end',
      [
        sql`insert into audit_verdict (id, at, entries, seals, last_seal_id, last_seal_hash) select 0, at, 3, 1, id, mac from audit_seal where id = 1`,
        sql`delete from audit_seal where id = 1`,
      ],
      'audit_seal',
      5,
    ],
  ]
  test.each(kinds)('%s', async (_, statements, table, id) => {
    await tamper(app, ...statements)
    expect(await verifyAlone()).toMatchObject({ table, id, because: expect.stringMatching(/./) })
    expect(await verifyWithFile()).toMatchObject({ table: expect.stringMatching(/seal|verdict/), because: expect.stringMatching(/./) })
    await expectFoundEver(() => tamper(app, ...statements))
  })
})

describe('with entries, seals and verdicts made to agree, the kept file names the row', () => {
  const end = sql`truncate audit_verdict`
  const edit = change('new', sql`'{"stock": 77}'::jsonb`)
  const kinds: [string, () => Promise<void>, string, number][] = [
    [
      'the end cut off together with its seals and the verdicts',
      () => tamper(app, sql`delete from audit_entry where id > 9`, sql`delete from audit_seal where id > 3`, end),
      'audit_entry',
      10,
    ],
    ['an older state brought back', () => tamper(app, sql`delete from audit_seal where id > 4`, end), 'audit_seal', 5],
    ['seals and verdicts emptied', () => tamper(app, sql`truncate audit_seal, audit_verdict`), 'audit_seal', 1],
    ['everything emptied', () => tamper(app, sql`truncate audit_entry, audit_seal, audit_verdict`), 'audit_entry', 1],
    [
      'edited, every hash redone, the seal\u2019s tags spoilt',
      () => tamper(app, edit, redoHashes, sql`update audit_seal set tags = sha256('x')`),
      'audit_entry',
      5,
    ],
    ['edited, every hash redone, sealed anew with another key', () => sealAnew(edit), 'audit_entry', 5],
    [
      'taken out, every hash redone, sealed anew with another key',
      () => sealAnew(sql`delete from audit_entry where id = 5`),
      'audit_entry',
      5,
    ],
    ['two changed places, every hash redone, sealed anew with another key', () => sealAnew(...swap), 'audit_entry', 4],
    ['put in, every hash redone, sealed anew with another key', () => sealAnew(insertOld(sql`${crates[1]}`, 9)), 'audit_seal', 1],
  ]
  test.each(kinds)('%s', async (_, act, table, id) => {
    await act()
    expect(await verifyWithFile()).toMatchObject({ table, id, because: expect.stringMatching(/./) })
    await expectFoundEver(act, withFile)
  })

  test('of two copies with the same number the former holds, also behind an end that says nothing', async () => {
    await tamper(app, edit, redoHashes, sql`truncate audit_seal, audit_verdict`)
    writeFileSync(file, `${soundFile}${'x'.repeat(1_100_000)}\n`)
    const found = await verifyAgainAndAgain(file, ['seal', 'verify', 'seal', 'verify'])
    expect(found).toEqual(found.map(() => expect.objectContaining({ table: 'audit_entry', id: 5 })))
  })

  test('the program itself, sealing what was emptied, does not write over what was kept', async () => {
    await tamper(app, edit, redoHashes, sql`truncate audit_seal, audit_verdict`)
    await sealAudit(app.database.db, keys)
    expect(await verifyAlone()).toBeNull()
    const before = await readKeptSeals(file)
    expect((await carrySealsOut(app.database.db, file)).parted).toContain('the database ends before seal 6')
    expect(await readKeptSeals(file)).toEqual(before)
    expect(await verifyWithFile()).toMatchObject({ table: 'audit_entry', id: 5 })
  })
})
