import { newId } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrateToLatest } from '#db/migrate.ts'
import { databaseBefore } from '../../../test/earlier-database.ts'
import { addArea, addBranch } from '../../../test/factories.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'

let app: TestApp
let as: Caller
beforeAll(async () => {
  app = await testApp()
  as = await app.addStaff({ isAdmin: true })
})
afterAll(() => app.close())

test('a rider is found by their number however it is written, and nobody has it a second time in another spelling', async () => {
  const branch = await addBranch(app.database.db)
  const area = await addArea(app.database.db, branch)
  const plain = { name: 'Arun Menon', vehicle: 'bicycle', branchId: branch.id, areaIds: [area.id] }
  const draft = { ...plain, cashLimit: { minor: 500_000, currency: 'INR' } }
  const { body: rider } = await app.call('POST /riders', { as, body: { ...draft, phone: '098479-12345' } })
  expect(rider.phone).toBe('+919847912345')
  const foundBy = async (q: string) => (await app.call(`GET /riders?q=${encodeURIComponent(q)}`, { as })).body.rows.length
  for (const typed of ['+91 98479 12345', '098479 12345', '9847912345']) expect([typed, await foundBy(typed)]).toEqual([typed, 1])
  const again = await app.call('POST /riders', { as, body: { ...draft, phone: '+91 98479 12345' } })
  expect([again.status, Object.keys(again.body.error.fields)]).toEqual([422, ['body.phone']])
  const change = (phone: string) => app.call(`PATCH /riders/${rider.id}`, { as, body: { version: rider.version, phone } })
  expect((await change('1234 5678')).body.error.fields).toEqual({ 'body.phone': 'is not a phone number' })
  expect((await change('98479 54321')).body.phone).toBe('+919847954321')
})

test('numbers that were kept as they were typed become E.164, but where that would be another rider’s', async () => {
  const { url, db, drop } = await databaseBefore('0254')
  try {
    const branch = await addBranch(db)
    const add = (phone: string, status = 'active') =>
      sql`insert into rider (id, branch_id, name, number, phone, vehicle, currency, cash_limit_minor, status)
        values (${newId()}, ${branch.id}, 'Arun', ${phone}, ${phone}, 'scooter', 'INR', 0, ${status})`.execute(db)
    const kept = {
      '+91 98470 12345': '+919847012345',
      '+919847012346': '+919847012346',
      '098470-12347': '+919847012347',
      '919847012348': '+919847012348',
      '00971 50 123 4567': '+971501234567',
      '+44 (0)20 7946 0958': '+442079460958',
      '+39 06 1234 5678': '+390612345678',
      '12345678': '12345678',
      '98470 12349': '98470 12349',
      '098470 12349': '098470 12349',
    }
    for (const phone of Object.keys(kept)) await add(phone)
    await add('9847012345', 'left')
    await migrateToLatest(url)
    const { rows } = await sql<{ number: string; phone: string }>`select number, phone from rider`.execute(db)
    expect(Object.fromEntries(rows.map(({ number, phone }) => [number, phone]))).toEqual({ ...kept, '9847012345': '+919847012345' })
  } finally {
    await drop()
  }
})
