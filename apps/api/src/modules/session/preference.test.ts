import { sessionContract } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installBuiltInRoles } from '#modules/role/role-install.service.ts'
import { enterAgain, enterAs } from '../../../test/role-people.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'
import { registerSession } from './session.routes.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ contracts: { session: sessionContract }, modules: [registerSession] })
  await installBuiltInRoles(app.database.db)
})
afterAll(() => app.close())

const choose = (as: Caller, body: object) => app.call('PATCH /me/preferences', { as, body })
const chosenBy = async (as: Caller) => (await app.call('GET /me', { as })).body.preferences
const told = async (as: Caller) =>
  (await sql`select staff_id from event where entity = 'me' and entity_id = ${as.id}`.execute(app.database.db)).rows
const somebody = () => app.addStaff({ permissions: [] })

test.each(['admin', 'office-staff', 'branch-partner', 'store-officer'])('%s chooses, and every device of theirs has it', async (role) => {
  const as = await enterAs(app.database.db, role, { kind: 'all', ids: [] })
  const other = { id: as.id, token: await enterAgain(app.database.db, as.id) }
  expect(await chosenBy(as)).toEqual({})
  expect((await choose(as, { mode: 'dark', clock: '24-hour' })).body).toEqual({ mode: 'dark', clock: '24-hour' })
  expect(await chosenBy(other)).toEqual({ mode: 'dark', clock: '24-hour' })
})

test('of each field the last choice holds, and what is not named stays', async () => {
  const as = await somebody()
  const together = [{ mode: 'dark' }, { borderRadius: 4 }, { pinned: ['/order/view', '/settings/area'] }, { opened: false }]
  await Promise.all(together.map((body) => choose(as, body)))
  await choose(as, { mode: 'light', pinned: ['/settings/area'] })
  expect(await chosenBy(as)).toEqual({ mode: 'light', borderRadius: 4, pinned: ['/settings/area'], opened: false })
})

test("one's own devices are told where something changed, nobody else is, and the record stays as it was", async () => {
  const [as, stranger] = [await somebody(), await somebody()]
  for (const body of [{ borderRadius: 8 }, { borderRadius: 8 }, {}]) expect((await choose(as, body)).body).toEqual({ borderRadius: 8 })
  expect(await told(as)).toEqual([{ staff_id: as.id }])
  expect([await chosenBy(stranger), await told(stranger)]).toEqual([{}, []])
  const { rows } = await sql`select from audit_entry where actor_id = ${as.id}`.execute(app.database.db)
  expect(rows).toEqual([])
})

test.each([
  [{ mode: 'pink' }, 'body.mode'],
  [{ fontFamily: 'url(https://example.test/x)' }, 'body.fontFamily'],
  [{ borderRadius: 25 }, 'body.borderRadius'],
  [{ clock: '13-hour' }, 'body.clock'],
  [{ pinned: Array.from({ length: 41 }, () => '/x') }, 'body.pinned'],
])('what is not offered is refused at its field: %j', async (body, field) => {
  const as = await somebody()
  const answer = await choose(as, { moments: 'absolute', ...body })
  expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([422, [field]])
  expect(await chosenBy(as)).toEqual({})
})

test('what was chosen and is offered no more is as if it was not chosen', async () => {
  const as = await somebody()
  const kept = JSON.stringify({ fontFamily: 'Papyrus', mode: 'dark', size: 3 })
  await sql`insert into preference (staff_id, chosen) values (${as.id}, ${kept}::jsonb)`.execute(app.database.db)
  expect(await chosenBy(as)).toEqual({ mode: 'dark' })
})
