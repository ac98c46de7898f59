import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerJobs } from '#jobs/register-jobs.ts'
import { systemContext } from '#kit/access/system-actor.ts'
import { crates, tamper, writeEntry } from '../../../test/audit-record.ts'
import { makeTemporaryFolder } from '../../../test/temporary-folder.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { checkAudit } from './audit-check.service.ts'

const folder = makeTemporaryFolder()
const file = join(folder.path, 'audit-seals.log')
let app: TestApp

beforeAll(async () => {
  app = await testApp({
    contracts: {},
    modules: [({ services }) => registerJobs(services)],
    config: { auditSeals: file },
  })
  for (let stock = 1; stock <= 3; stock++) await writeEntry(app, crates[0], stock)
  await app.services.jobs.run('seal-audit')
})
afterAll(async () => {
  await app.close()
  folder.remove()
})

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
  await sql`create table kept as table audit_seal`.execute(db)
  rmSync(file)
  await tamper(app, sql`delete from audit_seal`)
  await verifyAtNight()
  const missing = { broken_table: 'audit_seal', broken_id: 1 }
  expect((await verdicts()).at(-1)).toMatchObject(missing)
  // Sealed anew, the record fits itself again, night after night; the seal that was there is missing all the same.
  for (const _ of ['the next night', 'the night after']) {
    await verifyAtNight()
    expect((await verdicts()).at(-1)).toMatchObject(missing)
  }
  rmSync(file)
  await tamper(app, sql`truncate audit_seal, audit_verdict`, sql`insert into audit_seal select * from kept where id = 1`)
})

test('an end that is cut off is found at the next minute, not at night, and told once', async () => {
  const { db } = app.database
  await writeEntry(app, crates[0], 4)
  await app.services.jobs.run('seal-audit')
  await tamper(app, sql`delete from audit_entry where id = 4`, sql`delete from audit_seal where reach = 4`, sql`truncate audit_verdict`)
  const before = (await alerts()).length
  for (const _ of ['a minute', 'the next']) await app.services.jobs.run('seal-audit')
  expect(await verdicts()).toMatchObject([
    { broken_table: 'audit_entry', broken_id: 4, because: 'it, or the ledger_entry of its number, was sealed and is gone' },
  ])
  expect((await alerts()).length).toBe(before + 1)
  rmSync(file)
  await tamper(app, sql`truncate audit_seal, audit_verdict`, sql`insert into audit_seal select * from kept where id = 1`)
  await sql`drop table kept`.execute(db)
})

test('a changed row is named to the staff who may see the record, and the figures tell', async () => {
  await tamper(app, sql`update audit_entry set new = '{"stock": 77}' where id = 2`)
  await verifyAtNight()
  expect((await verdicts()).at(-1)).toEqual({ entries: 3, broken_table: 'audit_entry', broken_id: 2, because: 'its content was changed' })
  expect((await alerts()).at(-1)).toMatchObject({
    permission: 'audit.view',
    branch_id: null,
    payload: { tone: 'error', title: 'The history is broken', text: expect.stringContaining('audit_entry 2: its content was changed.') },
  })
  expect(await brokenFigure()).toBe('1')
})

test('put back as it was, it stays broken until that is acknowledged with a reason', async () => {
  const acknowledge = () => checkAudit(systemContext(app.services, 'test'), { acknowledgement: 'a drill of the operators' })
  const broken = { broken_table: 'audit_entry', broken_id: 2 }
  await acknowledge()
  expect((await verdicts()).at(-1)).toMatchObject({ ...broken, because: 'its content was changed' })

  await tamper(app, sql`update audit_entry set new = '{"stock": 2}' where id = 2`)
  for (const _ of ['a night', 'the next']) {
    await verifyAtNight()
    expect((await verdicts()).at(-1)).toMatchObject({
      ...broken,
      because: expect.stringMatching(/^its content was changed \(found 2\S+Z, and not acknowledged since\)$/),
    })
  }
  expect(await brokenFigure()).toBe('1')

  await acknowledge()
  expect((await verdicts()).at(-1)).toMatchObject({ broken_id: null, because: 'a drill of the operators' })
  await verifyAtNight()
  expect((await verdicts()).at(-1)).toMatchObject({ broken_id: null, because: null })
  expect(await brokenFigure()).toBe('0')
})
