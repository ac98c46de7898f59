import { type exportTypes, importLimits, newId } from '@larder/contract'
import { stringify } from 'csv-stringify/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addArea, addBranch, addMachine, addStore } from '../../../test/factories.ts'
import { check, exportFile, importFile, sendFile, workbookOf } from '../../../test/imports.ts'
import { enterAs } from '../../../test/role-people.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'
import { builtInRoles } from '../../modules/role/built-in-roles.ts'
import { installBuiltInRoles } from '../../modules/role/role-install.service.ts'
import type { Cell } from '../export/columns.ts'

let app: TestApp
let admin: Caller

beforeAll(async () => {
  app = await testApp({ live: true })
  await installBuiltInRoles(app.database.db)
  admin = await app.addStaff({ isAdmin: true, name: 'Nila' })
})
afterAll(() => app.close())

const heads = ['Code', 'Name', 'Size', 'Capacity (g)', 'Deposit', 'Stock', 'Active']
const crate = (given: { code?: string; name?: string; stock?: string; deposit?: string } = {}) => {
  const { code = newId().slice(-12), name = 'Crate', stock = '10', deposit = '150.50' } = given
  return [code, name, 'Large', '20000', deposit, stock, 'Yes']
}
const fileOf = (...rows: string[][]) => stringify([heads, ...rows])
const find = async (code = '') => (await app.call(`GET /crates?q=${code}`, { as: admin })).body.rows[0]
const crates = async () => {
  const { rows } = await sql<{ rows: number }>`select count(*)::int as rows from crate`.execute(app.database.db)
  return rows[0]?.rows
}

describe('a file', () => {
  test('is looked at without a word written, and then adds and changes what it says', async () => {
    const [kept, changed, added] = [crate(), crate({ stock: '5' }), crate({ name: '=Crate; =1+1' })]
    await importFile(app, '/crates', admin, fileOf(kept, changed))
    changed[5] = '6'
    const refused = crate({ name: '', deposit: 'much' })
    const file = fileOf(kept, changed, added, refused)
    const before = [await crates(), await entries()]
    const looked = await check(app, '/crates', admin, file)
    expect(looked.counts).toEqual({ create: 1, change: 1, unchanged: 1, refused: 1 })
    expect(looked.rows.map(({ row, outcome, problems, changes }) => [row, outcome, outcome === 'refused' ? problems : changes])).toEqual([
      [
        5,
        'refused',
        [
          { column: 'Name', why: 'is required' },
          { column: 'Deposit', why: 'must be an amount, such as 1250.50' },
        ],
      ],
      [3, 'change', [{ column: 'Stock', old: '5', new: '6' }]],
      [4, 'create', expect.arrayContaining([{ column: 'Name', old: null, new: '=Crate; =1+1' }])],
    ])
    expect(looked.refusedRows).toContain('Name is required; Deposit must be an amount')
    expect([await crates(), await entries()]).toEqual(before)
    const task = await importFile(app, '/crates', admin, file)
    expect([task.title, task.outcome]).toEqual([
      'Import crates',
      { done: 2, refused: 1, reasons: [{ reason: 'Name is required; Deposit must be an amount, such as 1250.50', rows: 1 }] },
    ])
    expect([(await find(changed[0])).stock, (await find(added[0])).name]).toEqual([6, '=Crate; =1+1'])
    expect((await find(kept[0])).version).toBe(1)
    expect((await check(app, '/crates', admin, file)).counts).toMatchObject({ create: 0, change: 0, unchanged: 3 })
  })

  test('names its columns by what the list calls them, and every wrong or missing one before anything', async () => {
    const answer = await sendFile(app, '/crates/import/check', admin, 'Code,Nmae,Stock,Stock\nC-1,x,1,2\n')
    expect([answer.status, answer.body.error.reason]).toEqual([422, 'wrong-columns'])
    expect(answer.body.error.fields).toEqual({ 'body.Nmae': 'is no column of this list', 'body.Stock': 'stands there twice' })
    const lacking = await sendFile(app, '/crates/import/check', admin, `Code;Name\n${newId()};New\n`)
    expect(Object.keys(lacking.body.error.fields)).toEqual(
      ['Size', 'Capacity (g)', 'Deposit', 'Stock', 'Active'].map((head) => `body.${head}`),
    )
    const [code = ''] = crate()
    await importFile(app, '/crates', admin, fileOf(crate({ code })))
    // What is there already needs no more than what finds it and what is to change.
    const looked = await check(app, '/crates', admin, `\ufeffcode;STOCK\r\n"${code}";"1,234"\r\n`)
    expect(looked.rows).toMatchObject([{ outcome: 'change', changes: [{ column: 'Stock', old: '10', new: '1,234' }] }])
  })

  test('has each record once, and none of a name that is taken', async () => {
    const [first, second] = [crate(), crate()]
    const looked = await check(app, '/crates', admin, fileOf(first, second, [...first]))
    expect(looked.rows.filter(({ outcome }) => outcome === 'refused')).toMatchObject([
      { row: 4, problems: [{ column: 'Code', why: 'is that of row 2 as well' }] },
    ])
    await importFile(app, '/crates', admin, fileOf(first, second))
    const exported = (await exportFile(app, '/crates', admin)).toString().replace(`\n${second[0]},`, `\n${first[0]},`)
    expect((await check(app, '/crates', admin, exported)).rows).toMatchObject([
      { outcome: 'refused', problems: [{ column: 'Code', why: 'is already taken' }] },
    ])
  })

  test('says what the form would, by rules that look at other records too', async () => {
    const area = await addArea(app.database.db, await addBranch(app.database.db))
    const [row = ''] = crate()
    const location = (name: string, point: string, at = area.name) =>
      stringify([
        ['Area', 'Name', 'Point', 'Active'],
        [at, name, point, 'no'],
      ])
    const outside = await check(app, '/store-locations', admin, location(row, '1, 1'))
    expect(outside.rows[0]?.problems).toEqual([{ column: 'Point', why: `lies outside of ${area.name}` }])
    const nowhere = await check(app, '/store-locations', admin, location(row, '1, 1', 'No such area'))
    expect(nowhere.rows[0]?.problems).toEqual([{ column: 'Area', why: 'does not exist' }])
    const foreign = fileOf(crate()).replace('Stock', 'Stock,Deposit currency').replace(',10,', ',10,USD,')
    expect((await check(app, '/crates', admin, foreign)).rows[0]?.problems).toEqual([{ column: 'Deposit currency', why: 'must be INR' }])
  })

  test('adds nothing where there is more to a record than a table says, and sets nothing that stays', async () => {
    const branch = await addBranch(app.database.db)
    const area = await addArea(app.database.db, branch)
    const looked = await check(
      app,
      '/areas',
      admin,
      stringify([
        ['Branch', 'Name', 'Surge (%)'],
        [branch.name, newId(), '20'],
      ]),
    )
    expect(looked.rows[0]).toMatchObject({ outcome: 'refused', problems: [{ why: expect.stringContaining('Polygon') }] })
    const moved = stringify([
      ['ID', 'Branch id', 'Surge (%)'],
      [area.id, (await addBranch(app.database.db)).id, '12.5'],
    ])
    expect((await check(app, '/areas', admin, moved)).rows[0]?.problems).toEqual([
      { column: 'Branch', why: 'cannot change: draw a new area in the other branch' },
    ])
    await importFile(
      app,
      '/areas',
      admin,
      stringify([
        ['ID', 'Surge (%)'],
        [area.id, '12.5'],
      ]),
    )
    expect((await app.call(`GET /areas/${area.id}`, { as: admin })).body.surgePpm).toBe(125_000)
  })
})

test('a file changes nothing of what may not be changed any more, and says why', async () => {
  const machine = await addMachine(app.database.db, await addStore(app.database.db))
  const { version } = (await app.call(`GET /machines/${machine.id}`, { as: admin })).body
  const revoked = await app.call(`POST /machines/${machine.id}/revoke`, { as: admin, body: { version, reason: 'Sold' } })
  expect(revoked.status).toBe(200)
  const looked = await check(
    app,
    '/machines',
    admin,
    stringify([
      ['ID', 'Name'],
      [machine.id, 'Quite another'],
    ]),
  )
  const because = revoked.body.allowed.find(({ action }: { action: string }) => action === 'update').because
  expect(looked.rows).toMatchObject([{ outcome: 'refused', problems: [{ column: null, why: because }] }])
})

describe('an import', () => {
  test('does what was looked at: what changed since is looked at again, or left as it is', async () => {
    const [one, other] = [crate(), crate()]
    await importFile(app, '/crates', admin, fileOf(one, other))
    one[5] = '7'
    other[5] = '8'
    const file = fileOf(one, other)
    const { seen } = await check(app, '/crates', admin, file)
    const { id, version } = await find(one[0])
    await app.call(`PATCH /crates/${id}`, { as: admin, body: { version, stock: 99 } })
    const outdated = await sendFile(app, `/crates/import?seen=${seen}`, admin, file)
    expect([outdated.status, outdated.body.error.reason]).toEqual([409, 'import-outdated'])
    const looked = await check(app, '/crates', admin, file)
    const begun = await sendFile(app, `/crates/import?seen=${looked.seen}`, admin, file)
    await app.call(`PATCH /crates/${id}`, { as: admin, body: { version: version + 1, stock: 100 } })
    await app.services.tasks.runDue()
    const { outcome } = (await app.call(`GET /tasks/${begun.body.id}`, { as: admin })).body
    expect(outcome).toEqual({ done: 1, refused: 1, reasons: [{ reason: expect.stringContaining('changed this meanwhile'), rows: 1 }] })
    expect([(await find(one[0])).stock, (await find(other[0])).stock]).toEqual([100, 8])
  })

  test('that runs twice at once does each row once', async () => {
    const rows = Array.from({ length: 30 }, () => crate())
    const file = fileOf(...rows)
    const begun = await Promise.all([1, 2].map(() => sendFile(app, '/crates/import', admin, file)))
    expect(begun.map(({ status }) => status)).toEqual([200, 200])
    const before = await crates()
    await Promise.all([app.services.tasks.runDue(), app.services.tasks.runDue()])
    expect(await crates()).toBe((before ?? 0) + rows.length)
    const outcomes = await Promise.all(begun.map(async ({ body }) => (await app.call(`GET /tasks/${body.id}`, { as: admin })).body.outcome))
    expect(outcomes.map(({ done }) => done).reduce((sum, done) => sum + done)).toBe(rows.length)
    const reasons = new Set(outcomes.flatMap((outcome) => outcome.reasons.map(({ reason }: { reason: string }) => reason)))
    expect([...reasons]).toEqual(['Another crate has this code.'])
  })

  test('that two people begin at once makes each record once, where no index keeps two of a name apart', async () => {
    const store = await addStore(app.database.db)
    const file = stringify([['Name', 'Store id', 'Kind'], ...Array.from({ length: 60 }, (_, at) => [`Till ${at}`, store.id, 'Till'])])
    const people = [admin, await app.addStaff({ isAdmin: true })]
    const begun = await Promise.all(people.map((as) => sendFile(app, '/machines/import', as, file)))
    await Promise.all([app.services.tasks.runDue(), app.services.tasks.runDue()])
    const told = await Promise.all(begun.map(async ({ body }, at) => (await app.call(`GET /tasks/${body.id}`, { as: people[at] })).body))
    const machines = await app.database.db.selectFrom('machine').select('name').where('store_id', '=', store.id).execute()
    expect([machines.length, new Set(machines.map(({ name }) => name)).size]).toEqual([60, 60])
    const outcomes = told.map(({ outcome }) => outcome)
    expect(outcomes.map(({ done, refused }) => done + refused)).toEqual([60, 60])
    const reasons = new Set(outcomes.flatMap((outcome) => outcome.reasons.map(({ reason }: { reason: string }) => reason)))
    expect([...reasons]).toEqual(['Name is already taken.'])
    // By the form there may be two of one name.
    const body = { storeId: store.id, kind: 'till', name: 'Till 1' }
    expect((await app.call('POST /machines', { as: admin, body })).status).toBe(200)
  })

  test('is for whoever may change the list, cut to what they reach', async () => {
    const who: Record<string, string[]> = {}
    for (const { key } of builtInRoles) {
      const person = await enterAs(app.database.db, key)
      for (const path of ['/crates', '/order-reasons', '/machines']) {
        const { status } = await sendFile(app, `${path}/import/check`, person, await workbookOf([['ID']]), 'xlsx')
        expect([200, 401]).toContain(status)
        if (status === 200) who[path] = [...(who[path] ?? []), key]
      }
    }
    expect(who).toEqual({
      '/crates': ['admin'],
      '/order-reasons': ['admin', 'custumercare-admin'],
      '/machines': ['admin', 'branch-partner', 'office-staff', 'store-officer'],
    })
    const [mine, theirs] = [await addStore(app.database.db), await addStore(app.database.db)]
    const person = await app.addStaff({
      permissions: ['machine.view', 'machine.create', 'machine.edit', 'store.view'],
      scope: { kind: 'branch', ids: [mine.branch_id] },
    })
    const file = stringify([
      ['Name', 'Store', 'Kind'],
      ['Till 1', mine.display_name, 'Till'],
      ['Till 1', theirs.display_name, 'till'],
    ])
    const looked = await check(app, '/machines', person, file)
    expect(looked.counts).toMatchObject({ create: 1, refused: 1 })
    expect(looked.rows[0]?.problems).toEqual([{ column: 'Store', why: 'does not exist' }])
    const editor = await app.addStaff({ permissions: ['machine.view', 'machine.edit', 'store.view'] })
    expect((await check(app, '/machines', editor, file)).rows[0]?.problems).toEqual([
      { column: null, why: 'You may not add any (machine.create).' },
    ])
    await importFile(app, '/machines', person, file)
    expect((await check(app, '/machines', person, file)).counts).toMatchObject({ create: 0, unchanged: 1, refused: 1 })
  })
})

describe('a file that is none', () => {
  const message = async (file: string | Uint8Array, format?: keyof typeof exportTypes) => {
    const { status, body } = await sendFile(app, '/crates/import/check', admin, file, format)
    return [status, body.error?.message]
  }
  test('is refused in words that say what to do', async () => {
    expect(await message(Buffer.from('Code,Name\nC-1,Caf\xe9\n', 'latin1'))).toEqual([422, expect.stringContaining('is not UTF-8')])
    expect(await message('Code,Name\n"C-1,x\n')).toEqual([422, expect.stringContaining('quotation mark that is not closed')])
    expect(await message('\n\n')).toEqual([422, 'The file is empty.'])
    expect(await message(Buffer.from('PK\x03\x04 no zip'), 'xlsx')).toEqual([422, expect.stringContaining('no XLSX workbook')])
    expect(await message('Code', 'xlsx')).toEqual([415, 'This file is not a valid XLSX workbook.'])
  })

  test('has numbers as programs show them, whatever their formulas came to beyond that', async () => {
    const file = await workbookOf([heads, ...[55 * 1.1, 0.1 + 0.2, 21.945].map((deposit) => (crate() as Cell[]).with(4, deposit))])
    const { rows } = await check(app, '/crates', admin, file, 'xlsx')
    const inOrder = rows.toSorted((a, b) => a.row - b.row)
    expect(inOrder.map(({ problems }) => problems.filter(({ column }) => column === 'Deposit'))).toEqual([
      [],
      [],
      [expect.objectContaining({ column: 'Deposit' })],
    ])
  })

  test.each([99_999_999_999, 1e300, 3_000_000, -5])('with a date that no program shows (%d) names its place', async (day) => {
    const chunks: Uint8Array[] = []
    const rows = async function* () {
      yield ['Code', 'Name']
      yield ['F-1', day]
    }
    const { writeXlsxStream } = await import('hucre/xlsx')
    const written = writeXlsxStream(rows(), { name: 'Sheet', columns: [{}, { numFmt: 'yyyy-mm-dd' }] })
    for await (const chunk of written as unknown as AsyncIterable<Uint8Array>) chunks.push(chunk)
    expect(await message(Buffer.concat(chunks), 'xlsx')).toEqual([422, 'The file has a date before 1900 or after 9999 in row 2, column 2.'])
  })

  test('keeps a text that looks as a workbook writes characters', async () => {
    const { status } = await app.call('POST /crates', {
      as: admin,
      body: {
        code: 'ESC',
        name: '_x000D_=1',
        size: 'small',
        capacityGrams: 8000,
        deposit: { minor: 5000, currency: 'INR' },
        stock: 10,
        active: true,
      },
    })
    expect(status).toBe(200)
    const { rows } = await check(app, '/crates', admin, await exportFile(app, '/crates', admin, 'xlsx'), 'xlsx')
    expect(rows.filter(({ outcome }) => outcome === 'change')).toEqual([])
  })

  test('is refused where it is more than a list', async () => {
    const many = `Code\n${'C\n'.repeat(importLimits.rows + 1)}`
    expect(await message(many)).toEqual([422, expect.stringContaining(`more than ${importLimits.rows} rows`)])
    expect((await sendFile(app, '/crates/import/check', admin, Buffer.alloc(importLimits.bytes + 1, 'a'))).status).toBe(413)
  })
})

async function entries(): Promise<number | undefined> {
  const { rows } = await sql<{ rows: number }>`select count(*)::int as rows from audit_entry`.execute(app.database.db)
  return rows[0]?.rows
}
