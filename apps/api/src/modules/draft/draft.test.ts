import { draftContract, draftLimits } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerJobs } from '#jobs/register-jobs.ts'
import { bind } from '#kit/implement.ts'
import { drafts } from '#modules/draft/draft.service.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'

let app: TestApp
let asha: Caller
let binu: Caller

beforeAll(async () => {
  app = await testApp({
    contracts: { draft: draftContract },
    modules: [bind(draftContract, drafts.handlers), ({ services }) => registerJobs(services)],
  })
  asha = await app.addStaff({ name: 'Asha' })
  binu = await app.addStaff({ name: 'Binu', isAdmin: true })
})
afterAll(() => app.close())

const typed = JSON.stringify({ name: 'Vypin', polygon: [], minBasket: '1,2' })
const keep = (as: Caller, given: object = {}) =>
  app.call('POST /drafts', { as, body: { resource: 'area', name: 'Vypin', step: 1, typed, ...given } })
const names = async (as: Caller, resource = 'area') =>
  (await app.call(`GET /drafts?resource=${resource}`, { as })).body.rows.map(({ name }: { name: string }) => name)

test('what was typed comes back as it was typed, to its owner alone, who is told of it in the list', async () => {
  const { id } = (await keep(asha)).body
  expect((await app.call(`GET /drafts/${id}`, { as: asha })).body).toMatchObject({ name: 'Vypin', step: 1, typed, version: 1 })
  expect(await names(asha)).toEqual(['Vypin'])
  expect(await names(asha, 'store')).toEqual([])
  expect((await app.call('GET /drafts?resource=area', { as: asha })).body.rows[0]).not.toHaveProperty('typed')
  for (const [verb, body] of [
    ['GET', undefined],
    ['PATCH', { version: 1, step: 2 }],
    ['DELETE', { version: 1 }],
  ] as const)
    expect((await app.call(`${verb} /drafts/${id}`, { as: binu, ...(body && { body }) })).status).toBe(404)
  expect(await names(binu)).toEqual([])
})

test('it is kept anew at the version that was seen, and discarded; nobody is told and no record is kept of what was typed', async () => {
  const { id } = (await keep(asha, { resource: 'store' })).body
  const change = (body: object) => app.call(`PATCH /drafts/${id}`, { as: asha, body })
  expect((await change({ version: 1, step: 2, typed: '{"name":"Vypin north"}' })).body).toMatchObject({ step: 2, version: 2 })
  expect((await change({ version: 1, step: 3 })).body.error).toMatchObject({ kind: 'stale', current: { version: 2, step: 2 } })
  expect((await app.call(`DELETE /drafts/${id}`, { as: asha, body: { version: 2 } })).body).toEqual({ id })
  expect(await names(asha, 'store')).toEqual([])
  for (const table of ['audit_entry', 'event']) {
    const { rows } = await sql`select from ${sql.table(table)} where entity = 'draft'`.execute(app.database.db)
    expect([table, rows.length]).toEqual([table, 0])
  }
})

test('the same request twice keeps one draft', async () => {
  const headers = { 'idempotency-key': 'draft-once-1' }
  const body = { resource: 'crate', name: 'Blue', step: 0, typed: '{}' }
  const [first, second] = [
    await app.call('POST /drafts', { as: asha, headers, body }),
    await app.call('POST /drafts', { as: asha, headers, body }),
  ]
  expect(second.body.id).toBe(first.body.id)
  expect(await names(asha, 'crate')).toEqual(['Blue'])
})

test.each([
  ['[]', 'must be the JSON of an object'],
  ['{"name":', 'must be the JSON of an object'],
  ['"text"', 'must be the JSON of an object'],
  [JSON.stringify({ name: 'x'.repeat(draftLimits.characters) }), `must have at most ${draftLimits.characters} characters`],
])('what no form holds is refused: %.20s', async (given, words) => {
  expect((await keep(asha, { typed: given })).body.error.fields).toEqual({ 'body.typed': words })
})

test('as many as a person may keep, also when all are kept at once', async () => {
  const chitra = await app.addStaff({ name: 'Chitra' })
  const answers = await Promise.all(Array.from({ length: draftLimits.drafts + 4 }, (_, index) => keep(chitra, { name: `Draft ${index}` })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(draftLimits.drafts)
  const refused = answers.filter(({ status }) => status !== 200).map(({ body }) => body.error.reason)
  expect(refused).toEqual(Array(4).fill('limit-reached'))
  expect((await keep(binu)).status).toBe(200)
})

test('a draft that nobody went on with is purged after the days of the setting', async () => {
  const { db } = app.database
  const dev = await app.addStaff({ name: 'Dev' })
  for (const [name, days] of [
    ['new', 6],
    ['old', 8],
  ] as const) {
    const { id } = (await keep(dev, { name })).body
    await sql`update draft set updated_at = now() - make_interval(days => ${days}) where id = ${id}`.execute(db)
  }
  await app.services.jobs.run('purge')
  expect((await names(dev)).sort()).toEqual(['new', 'old'])
  await sql`insert into setting (key, value) values ('draft.keptDays', '7')`.execute(db)
  app.services.settings.forget()
  await app.services.jobs.run('purge')
  expect(await names(dev)).toEqual(['new'])
})
