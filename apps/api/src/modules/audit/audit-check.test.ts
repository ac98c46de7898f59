import { newId } from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { registerJobs } from '#jobs/register-jobs.ts'
import { systemContext } from '#kit/system-actor.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { sealAudit } from './audit-seal.service.ts'

let app: TestApp
const crate = newId()

beforeAll(async () => {
  app = await testApp({ contracts: {}, modules: [({ services }) => registerJobs(services)], openDoors: new Set() })
  for (let stock = 1; stock <= 3; stock++) await writeEntry(stock)
  // A transaction of any other test on this server may keep them from being sealed for a moment.
  await vi.waitFor(async () => expect(await sealAudit(app.database.db)).toBeGreaterThan(0), { timeout: 60_000, interval: 20 })
})
afterAll(() => app.close())

function writeEntry(stock: number): Promise<void> {
  return unitOfWork(systemContext(app.services, 'test'), async (work) => {
    const sides = { old: { stock: stock - 1 }, new: { stock } }
    work.record({
      entity: 'crate',
      id: crate,
      version: stock,
      action: 'update',
      ...sides,
      permission: 'setting.view',
      branchId: null,
      storeId: null,
    })
  })
}

async function tamper(statement: RawBuilder<unknown>): Promise<void> {
  for (const table of ['audit_entry', 'audit_seal'])
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(app.database.db)
  await statement.execute(app.database.db)
}

const verifyAtNight = () => app.services.jobs.run('verify-audit')
const verdicts = () =>
  app.database.db.selectFrom('audit_verdict').select(['entries', 'broken_table', 'broken_id', 'because']).orderBy('id').execute()
const alerts = () =>
  app.database.db.selectFrom('event').select(['permission', 'branch_id', 'payload']).where('kind', '=', 'message').execute()
const brokenFigure = async () => /^larder_audit_broken (\S+)$/m.exec((await app.fastify.inject('/metrics')).payload)?.[1]

test('a sound record leaves a verdict, and nobody is bothered', async () => {
  expect(await brokenFigure()).toBe('Nan')
  await verifyAtNight()
  expect(await verdicts()).toEqual([{ entries: 3, broken_table: null, broken_id: null, because: null }])
  expect([await alerts(), await brokenFigure()]).toEqual([[], '0'])
})

test('a record whose end was cut off together with its seal no longer has the seal at which the last verdict ended', async () => {
  const { db } = app.database
  const [seal] = await db.selectFrom('audit_seal').select('id').execute()
  await sql`create table kept as table audit_seal`.execute(db)
  await tamper(sql`delete from audit_seal`)
  await verifyAtNight()
  expect((await verdicts()).at(-1)).toMatchObject({ broken_table: 'audit_seal', broken_id: seal?.id })
  // Sealed anew, the record fits itself again, night after night; the seal that was there is missing all the same.
  await vi.waitFor(async () => expect(await sealAudit(db)).toBeGreaterThan(0), { timeout: 60_000, interval: 20 })
  for (const _ of ['the next night', 'the night after']) {
    await verifyAtNight()
    expect((await verdicts()).at(-1)).toMatchObject({ broken_table: 'audit_seal', broken_id: seal?.id })
  }
  await sql`delete from audit_seal`.execute(db)
  await sql`insert into audit_seal overriding system value table kept`.execute(db)
})

test('a changed row is named to the staff who may see the record, and the figures tell', async () => {
  await tamper(sql`update audit_entry set new = '{"stock": 77}' where id = 2`)
  await verifyAtNight()
  expect((await verdicts()).at(-1)).toEqual({ entries: 3, broken_table: 'audit_entry', broken_id: 2, because: 'its content was changed' })
  expect((await alerts()).at(-1)).toMatchObject({
    permission: 'audit.view',
    branch_id: null,
    payload: { tone: 'error', title: 'The history is broken', text: expect.stringContaining('audit_entry 2: its content was changed.') },
  })
  expect(await brokenFigure()).toBe('1')
})
