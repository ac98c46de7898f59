import { newId } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addArea, addBranch, addRider, addStore } from '../../../test/factories.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'

const number = '50100412345678'
const account = { holder: 'Arun Menon', accountNumber: '5010 0412 345678', accountNumberAgain: number, code: 'hdfc0001234' }
const permissions = ['rider.view', 'rider.create', 'rider.operate', 'bank-account.view', 'bank-account.create'] as const

let app: TestApp
let admin: Caller
let office: Caller
let lead: Caller
let branch: Awaited<ReturnType<typeof addBranch>>
let area: Awaited<ReturnType<typeof addArea>>

beforeAll(async () => {
  app = await testApp()
  admin = await app.addStaff({ isAdmin: true, name: 'Admin' })
  branch = await addBranch(app.database.db)
  area = await addArea(app.database.db, branch)
  const scope = { kind: 'branch', ids: [branch.id] } as const
  office = await app.addStaff({ permissions: [...permissions], scope, name: 'Office' })
  lead = await app.addStaff({ permissions: [...permissions, 'bank-account.reveal'], scope, name: 'Lead' })
})
afterAll(() => app.close())

let phones = 0
const add = (given: object = {}, as = office) =>
  app.call('POST /riders', {
    as,
    body: {
      name: 'Arun Menon',
      phone: `+91 98473 ${String(10_000 + ++phones)}`,
      vehicle: 'bicycle',
      branchId: branch.id,
      areaIds: [area.id],
      cashLimit: { minor: 500_000, currency: branch.currency },
      ...given,
    },
  })
const bank = { bankHolder: 'Arun Menon', bankNumber: '5010 0412 345678', bankNumberAgain: number, bankCode: 'hdfc0001234' }
const enter = (owner: object, as = office, given: object = {}) =>
  app.call('POST /bank-accounts', { as, body: { ...owner, ...account, ...given } })
const accountsOf = async (riderId: string, as = office) => (await app.call(`GET /bank-accounts?riderId=${riderId}`, { as })).body.rows
const fieldsOf = async (answer: ReturnType<typeof enter>) => (await answer).body.error.fields

/** Every row of the database that has a text, by its table. */
async function tablesWith(text: string): Promise<string[]> {
  const { db } = app.database
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`.execute(db)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql`select from ${sql.raw(name)} as kept where kept::text like ${`%${text}%`} limit 1`.execute(db)
    if (rows.length > 0) found.push(name)
  }
  return found
}

test('a rider is added with an account, which is a record of its own that stands nowhere in clear', async () => {
  const added = await add(bank)
  expect([added.status, added.body.missing.map(({ need }: { need: string }) => need)]).toEqual([200, ['identity']])
  const [kept] = await accountsOf(added.body.id)
  expect(kept).toMatchObject({
    rider: { id: added.body.id, name: 'Arun Menon' },
    store: null,
    branchId: branch.id,
    accountNumber: '•••• 5678',
    code: 'HDFC0001234',
    status: 'in-use',
    enteredBy: { name: 'Office' },
  })
  const entries = await app.database.db
    .selectFrom('audit_entry')
    .select(['entity', 'change_set_id'])
    .where('entity_id', 'in', [added.body.id, kept.id])
    .execute()
  expect(entries.map(({ entity }) => entity).toSorted()).toEqual(['bank-account', 'rider'])
  expect(new Set(entries.map(({ change_set_id }) => change_set_id)).size).toBe(1)

  const asked = { as: lead, body: { field: 'accountNumber', reason: 'Payout came back' } }
  expect((await app.call(`POST /bank-accounts/${kept.id}/reveal`, { ...asked, as: office })).body.error.fields).toEqual({
    permission: 'bank-account.reveal',
  })
  expect((await app.call(`POST /bank-accounts/${kept.id}/reveal`, asked)).body).toEqual({ field: 'accountNumber', value: number })
  expect(await tablesWith(number), 'no table, entry or event has the number').toEqual([])
})

test('an account of a new rider is given as a whole, by whoever may enter one, and told by its field', async () => {
  expect(await fieldsOf(add({ ...bank, bankNumberAgain: '50100412345679' }))).toEqual({
    'body.bankNumberAgain': 'is another number than the one above',
  })
  expect(await fieldsOf(add({ ...bank, bankCode: 'HDFC1001234' }))).toHaveProperty(['body.bankCode'])
  expect(await fieldsOf(add({ ...bank, bankHolder: null }))).toEqual({ 'body.bankHolder': 'is required with the rest of the bank account' })
  const adds = await app.addStaff({ permissions: ['rider.view', 'rider.create'] })
  const refused = await add(bank, adds)
  expect([refused.status, refused.body.error.reason, refused.body.error.fields]).toEqual([
    401,
    'field-not-permitted',
    { 'body.bankNumber': 'may not be entered by your role: leave it to somebody who may' },
  ])
})

test('a number is taken with spaces and dashes, and kept without', async () => {
  const typed = ' 5010-0412 345678 '
  const added = await add({ ...bank, bankNumber: typed, bankNumberAgain: number, bankCode: 'hdfc 0001-234' })
  const [kept] = await accountsOf(added.body.id)
  expect(kept).toMatchObject({ accountNumber: '•••• 5678', code: 'HDFC0001234' })
  const revealed = { as: lead, body: { field: 'accountNumber', reason: 'Payout came back' } }
  expect((await app.call(`POST /bank-accounts/${kept.id}/reveal`, revealed)).body.value).toBe(number)
})

test('whoever enters the account of a rider has a part in them, and does not approve them', async () => {
  const { body: rider } = await add()
  await app.database.db.insertInto('rider_document').values({ rider_id: rider.id, kind: 'identity', number: 'A 1' }).execute()
  expect((await enter({ riderId: rider.id }, lead)).status).toBe(200)
  const { body: handed } = await app.call(`POST /riders/${rider.id}/submit`, { as: office, body: { version: rider.version } })
  const approved = await app.call(`POST /riders/${rider.id}/approve`, { as: lead, body: { version: handed.version } })
  expect([approved.status, approved.body.error.reason]).toEqual([409, 'own-rider'])
})

test('until its owner is approved, another account takes the place of the one before at once, which stays', async () => {
  const { body: rider } = await add(bank)
  await enter({ riderId: rider.id }, office, { accountNumber: '918273645000', accountNumberAgain: '918273645000' })
  const rows = await accountsOf(rider.id)
  expect(rows.map(({ accountNumber, status }: Record<string, unknown>) => [accountNumber, status])).toEqual([
    ['•••• 5000', 'in-use'],
    ['•••• 5678', 'replaced'],
  ])
})

test('an account has one owner, whom its maker can reach and who is still here', async () => {
  const { db } = app.database
  const store = await addStore(db, { branch, area })
  const rider = await addRider(db, branch)
  expect(await fieldsOf(enter({}))).toEqual({ 'body.storeId': 'is required, or a rider' })
  expect(await fieldsOf(enter({ storeId: store.id, riderId: rider.id }))).toEqual({
    'body.riderId': 'is left out where the account is a store’s',
  })
  const left = await addRider(db, branch, { status: 'left', shift_state: 'off' })
  expect(await fieldsOf(enter({ riderId: left.id }))).toEqual({ 'body.riderId': 'has left' })

  const elsewhere = await addRider(db, await addBranch(db))
  for (const id of [elsewhere.id, newId()]) expect(await fieldsOf(enter({ riderId: id }))).toEqual({ 'body.riderId': 'does not exist' })
  const { body: foreign } = await enter({ riderId: elsewhere.id }, admin)
  expect([await accountsOf(elsewhere.id), await accountsOf(elsewhere.id, admin)]).toEqual([
    [],
    [expect.objectContaining({ id: foreign.id })],
  ])
  expect((await app.call(`GET /bank-accounts/${foreign.id}`, { as: office })).status).toBe(404)

  const shop = await app.addStaff({ permissions: [...permissions], scope: { kind: 'store', ids: [store.id] } })
  expect(await fieldsOf(enter({ riderId: rider.id }, shop))).toEqual({ 'body.riderId': 'does not exist' })
  await enter({ riderId: rider.id })
  await enter({ storeId: store.id })
  const { rows } = (await app.call('GET /bank-accounts', { as: shop })).body
  expect(rows.map(({ storeId, riderId }: Record<string, unknown>) => [storeId, riderId])).toEqual([[store.id, null]])
})
