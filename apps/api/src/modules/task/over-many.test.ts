import { addMinutes, currentInstant } from '@larder/contract'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { addArea, addBranch, addStore } from '../../../test/factories.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'

let app: TestApp
let admin: Caller

beforeAll(async () => {
  app = await testApp({ live: true })
  admin = await app.addStaff({ isAdmin: true, name: 'Nila' })
})
afterAll(() => app.close())

async function begin(as: Caller, path: string, body: object): Promise<string> {
  const answer = await app.call(`POST ${path}`, { as, body })
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
  return answer.body.id
}

const get = async (as: Caller, id: string) => (await app.call(`GET /tasks/${id}`, { as })).body

describe('an act over many', () => {
  async function area(stores: number) {
    const branch = await addBranch(app.database.db)
    const made = await addArea(app.database.db, branch)
    for (let count = 0; count < stores; count++) await addStore(app.database.db, { branch, area: made })
    return { branch, area: made }
  }

  test('is done with all that match, each with its entry, and tells what refused it', async () => {
    const { branch, area: place } = await area(3)
    const shut = await addStore(app.database.db, { branch, area: place, status: 'suspended', display_name: 'Shut' })
    const other = await addStore(app.database.db)
    const id = await begin(admin, '/stores/open-mode', {
      query: { areaId: place.id },
      act: { mode: 'paused', until: null, reason: 'Strike' },
    })
    await app.services.tasks.runDue()
    const task = await get(admin, id)
    expect(task).toMatchObject({ status: 'done', title: 'Pause stores', done: 4, total: 4 })
    expect(task.outcome).toEqual({ done: 3, refused: 1, reasons: [{ reason: 'Only a live store takes orders.', rows: 1 }] })
    const rows = parse((await app.call(`GET /tasks/${id}/file`, { as: admin })).body, { bom: true, columns: true }) as Record<
      string,
      string
    >[]
    expect(rows.find(({ ID }) => ID === shut.id)).toMatchObject({
      Name: 'Shut',
      Outcome: 'Refused',
      Reason: 'Only a live store takes orders.',
    })
    const modes = await app.database.db
      .selectFrom('store')
      .select('open_mode')
      .where('area_id', '=', place.id)
      .where('status', '=', 'live')
      .execute()
    expect(modes.map(({ open_mode }) => open_mode)).toEqual(['paused', 'paused', 'paused'])
    expect((await app.call(`GET /stores/${other.id}`, { as: admin })).body.openMode).toBe('open')
    const entries = await app.database.db
      .selectFrom('audit_entry')
      .select(['actor_name', 'reason'])
      .where('request_id', '=', `task-${id}`)
      .where('entity', '=', 'store')
      .execute()
    expect(entries).toEqual([1, 2, 3].map(() => ({ actor_name: 'Nila', reason: 'Strike' })))
  })

  test('is refused at once where no row could be asked that', async () => {
    const begins = (act: object) => app.call('POST /stores/open-mode', { as: admin, body: { query: {}, act } })
    const past = await begins({ mode: 'paused', until: addMinutes(currentInstant(), -1) })
    expect([past.status, past.body.error.fields]).toEqual([422, { 'body.act.until': 'lies in the past' }])
    expect((await begins({ mode: 'open', until: addMinutes(currentInstant(), 5) })).status).toBe(422)
    expect(
      (await app.call('GET /tasks', { as: admin })).body.rows.filter(({ title }: { title: string }) => title === 'Reopen stores'),
    ).toEqual([])
  })

  test('does nothing with what somebody else changed since it began, nor with what came to match', async () => {
    const { area: place, branch } = await area(2)
    const [first] = await app.database.db.selectFrom('store').select(['id']).where('area_id', '=', place.id).execute()
    const id = await begin(admin, '/stores/open-mode', { query: { areaId: place.id }, act: { mode: 'closed' } })
    const [claim] = (await sql<{ id: string }>`update task set total = 2, done = 0 where id = ${id} returning id`.execute(app.database.db))
      .rows
    expect(claim?.id).toBe(id)
    await sql`insert into task_row (task_id, position, record_id, record_version, title)
      select ${id}, row_number() over () - 1, id, version, display_name from store where area_id = ${place.id}`.execute(app.database.db)
    await app.call(`POST /stores/${first?.id}/open-mode`, {
      as: admin,
      body: { version: 1, mode: 'busy', until: addMinutes(currentInstant(), 60) },
    })
    const late = await addStore(app.database.db, { area: place, branch })
    await app.services.tasks.runDue()
    const { outcome } = await get(admin, id)
    expect(outcome).toMatchObject({ done: 1, refused: 1, reasons: [{ reason: expect.stringContaining('changed this meanwhile') }] })
    expect((await app.call(`GET /stores/${late.id}`, { as: admin })).body.openMode).toBe('open')
  })

  test('goes on after what was done before it was killed, and counts that', async () => {
    const { area: place } = await area(3)
    const act = { mode: 'paused', until: null, reason: 'Strike' }
    const id = await begin(admin, '/stores/open-mode', { query: { areaId: place.id }, act })
    await sql`insert into task_row (task_id, position, record_id, record_version, title, outcome)
      select ${id}, row_number() over (order by id) - 1, id, version, display_name, case when row_number() over (order by id) < 3 then 'done' end
      from store where area_id = ${place.id}`.execute(app.database.db)
    await sql`update task set total = 3, done = 0 where id = ${id}`.execute(app.database.db)
    await app.services.tasks.runDue()
    expect(await get(admin, id)).toMatchObject({ status: 'done', done: 3, total: 3, outcome: { done: 3, refused: 0 } })
  })

  test('tells of all that was done when it is cancelled, whatever was told of it before', async () => {
    const { area: place } = await area(4)
    const id = await begin(admin, '/stores/open-mode', { query: { areaId: place.id }, act: { mode: 'closed' } })
    await sql`insert into task_row (task_id, position, record_id, record_version, title, outcome)
      select ${id}, row_number() over (order by id) - 1, id, version, display_name, (array['done', 'refused', 'done'])[row_number() over (order by id)]
      from store where area_id = ${place.id}`.execute(app.database.db)
    await sql`update task set status = 'running', total = 4, done = 0 where id = ${id}`.execute(app.database.db)
    const { body } = await app.call(`POST /tasks/${id}/cancel`, { as: admin, body: { version: 1 } })
    expect(body).toMatchObject({ status: 'cancelled', done: 3, total: 4, outcome: { done: 2, refused: 1 } })
    expect(await get(admin, id)).toMatchObject({ done: 3, total: 4 })
  })

  const doneOf = async (id: string) => {
    const { rows } = await sql<{ done: number }>`select count(outcome)::int as done from task_row where task_id = ${id}`.execute(
      app.database.db,
    )
    return rows[0]?.done ?? 0
  }

  test('goes no further than the row under way once its owner was suspended', async () => {
    const owner = await app.addStaff({ permissions: ['store.view', 'store.operate'] })
    const { area: place } = await area(60)
    const id = await begin(owner, '/stores/open-mode', { query: { areaId: place.id }, act: { mode: 'closed' } })
    const running = app.services.tasks.runDue()
    await vi.waitFor(async () => expect(await doneOf(id)).toBeGreaterThan(2), { interval: 5 })
    const { status } = await app.call(`POST /staff/${owner.id}/suspend`, { as: admin, body: { version: 1, reason: 'Left' } })
    const done = await doneOf(id)
    await running
    expect(status).toBe(200)
    expect((await doneOf(id)) - done).toBeLessThan(2)
    const task = await app.database.db.selectFrom('task').select(['status', 'reason']).where('id', '=', id).executeTakeFirst()
    expect(task).toEqual({ status: 'failed', reason: 'The account of whoever began it is not open any more.' })
  })

  test('reaches as far as its owner, and needs what the act needs', async () => {
    const [mine, theirs] = [await area(1), await area(1)]
    const caller = await app.addStaff({ permissions: ['store.view', 'store.operate'], scope: { kind: 'branch', ids: [mine.branch.id] } })
    const id = await begin(caller, '/stores/open-mode', { query: {}, act: { mode: 'closed' } })
    await app.services.tasks.runDue()
    expect((await get(caller, id)).outcome).toEqual({ done: 1, refused: 0, reasons: [] })
    const [other] = await app.database.db.selectFrom('store').select('open_mode').where('area_id', '=', theirs.area.id).execute()
    expect(other?.open_mode).toBe('open')
    const reader = await app.addStaff({ permissions: ['store.view'] })
    expect((await app.call('POST /stores/open-mode', { as: reader, body: { query: {}, act: { mode: 'closed' } } })).status).toBe(401)
  })
})
