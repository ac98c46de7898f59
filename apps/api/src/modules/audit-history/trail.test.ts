import { localDateAt, newId, type Permission } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureCurrentPartitions } from '#db/partitions.ts'
import { tamper } from '../../../test/audit-record.ts'
import { addOrder, addStore } from '../../../test/factories.ts'
import { plansOf, scansOf } from '../../../test/plans.ts'
import { enterAs } from '../../../test/role-people.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'
import { installBuiltInRoles } from '../role/role-install.service.ts'

let app: TestApp
let admin: Caller
let paragon: Awaited<ReturnType<typeof addStore>>
let elsewhere: Awaited<ReturnType<typeof addStore>>

beforeAll(async () => {
  app = await testApp()
  const { db, clock } = { db: app.database.db, clock: app.services.clock }
  await ensureCurrentPartitions(db, clock.instant())
  await installBuiltInRoles(db)
  admin = await app.addStaff({ isAdmin: true, name: 'Nila Nair' })
  paragon = await addStore(db, { display_name: 'Paragon' })
  elsewhere = await addStore(db, { display_name: 'Elsewhere' })
})
afterAll(() => app.close())

const trail = async (query: Record<string, string>, as = admin) => {
  const answer = await app.call(`GET /audit-entries?${new URLSearchParams({ limit: '100', ...query })}`, { as })
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
  return answer.body.rows as { id: string; action: string; entity: string; entityId: string; names: Record<string, string> }[]
}
const change = async (store: { id: string }, as: Caller, prepMinutes: number) => {
  const { version } = (await app.call(`GET /stores/${store.id}`, { as: admin })).body
  const answer = await app.call(`PATCH /stores/${store.id}`, { as, body: { version, prepMinutes } })
  expect(answer.status).toBe(200)
}
const viewer = (permissions: Permission[], rest: object = {}) => app.addStaff({ permissions: ['audit.view', ...permissions], ...rest })

describe('the trail', () => {
  test('tells who did what to which record, from where, newest first, as pages that meet', async () => {
    await change(paragon, admin, 31)
    await change(elsewhere, admin, 32)
    const [newest, before] = await trail({ entity: 'store' })
    expect(newest).toMatchObject({
      action: 'update',
      actorName: 'Nila Nair',
      entityId: elsewhere.id,
      names: { [elsewhere.id]: 'Elsewhere' },
      changes: [{ field: 'prepMinutes', old: 20, new: 32 }],
      address: expect.any(String),
      branch: { id: elsewhere.branch_id },
    })
    const first = await app.call('GET /audit-entries?entity=store&limit=1', { as: admin })
    const second = await app.call(`GET /audit-entries?entity=store&limit=1&cursor=${first.body.next}`, { as: admin })
    expect([first.body.rows[0].id, second.body.rows[0].id]).toEqual([newest?.id, before?.id])
  })

  test('is found by whoever did it, by the record, by an order\u2019s number, by the address and by the request', async () => {
    const { db } = app.database
    const asha = await viewer(['store.edit', 'store.view'], { name: 'Asha Menon' })
    await change(paragon, asha, 33)
    const order = await addOrder(db, paragon, { number: 'KCH-777' })
    await app.call(`POST /orders/${order.id}/notes`, { as: admin, body: { text: 'Ring twice', isInternal: true } })
    const [done] = await trail({ q: 'asha men' })
    expect(done).toMatchObject({ entityId: paragon.id, actorName: 'Asha Menon' })
    expect((await trail({ q: 'parago' })).map(({ entityId }) => entityId)).toContain(paragon.id)
    expect((await trail({ q: 'kch-777' })).map(({ entityId }) => entityId)).toEqual([order.id])
    expect((await trail({ q: order.id })).map(({ entityId }) => entityId)).toEqual([order.id])
    const { requestId, address } = done as unknown as { requestId: string; address: string }
    expect((await trail({ q: requestId })).map(({ id }) => id)).toEqual([done?.id])
    expect((await trail({ q: address })).length).toBeGreaterThan(1)
    expect(await trail({ q: 'nobody at all' })).toEqual([])
  })

  test('is cut by person, role, act, kind, record, branch, address, request and day', async () => {
    const binu = await viewer(['store.edit', 'store.view'], { name: 'Binu' })
    await change(paragon, binu, 34)
    const [entry] = await trail({ q: 'Binu' })
    const { actorId, role, requestId, address } = entry as unknown as Record<string, string>
    const today = localDateAt(app.services.clock.instant(), 'Asia/Kolkata')
    for (const [query, holds] of [
      [{ actorId }, true],
      [{ actorId: newId() }, false],
      [{ role: role ?? '' }, true],
      [{ role: 'accountant-admin' }, false],
      [{ action: 'update' }, true],
      [{ action: 'suspend' }, false],
      [{ entity: 'store' }, true],
      [{ entity: 'crate' }, false],
      [{ entityId: paragon.id }, true],
      [{ entityId: elsewhere.id }, false],
      [{ branchId: paragon.branch_id }, true],
      [{ branchId: elsewhere.branch_id }, false],
      [{ address: address ?? '' }, true],
      [{ address: '192.0.2.7' }, false],
      [{ requestId: requestId ?? '' }, true],
      [{ requestId: 'another' }, false],
      [{ actorKind: 'staff' }, true],
      [{ actorKind: 'channel' }, false],
      [{ from: today, to: today }, true],
      [{ to: '2020-01-01' }, false],
      [{ from: '2099-01-01' }, false],
    ] as [Record<string, string>, boolean][]) {
      const found = (await trail(query)).some(({ id }) => id === entry?.id)
      expect([query, found]).toEqual([query, holds])
    }
  })

  test('one entry tells its place in the chain; one out of reach is not there', async () => {
    const [entry] = await trail({ entity: 'store', entityId: paragon.id })
    const { body } = await app.call(`GET /audit-entries/${entry?.id}`, { as: admin })
    expect(body).toMatchObject({ ...entry, sequence: expect.any(Number), hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
    const next = await viewer(['store.view'], { scope: { kind: 'branch', ids: [elsewhere.branch_id] } })
    for (const id of [entry?.id, '9000000000000000000', '999999999']) {
      expect([id, (await app.call(`GET /audit-entries/${id}`, { as: next })).status]).toEqual([id, 404])
    }
    for (const id of ['0', '9999999999999999999']) {
      const { status, body: refused } = await app.call(`GET /audit-entries/${id}`, { as: admin })
      expect([status, refused.error.fields]).toEqual([422, { 'params.id': 'is the number of an entry' }])
    }
  })
})

describe('who sees what', () => {
  test('a branch\u2019s people see what belongs to the branch, of kinds that they may view', async () => {
    const theirs = await viewer(['store.view'], { scope: { kind: 'branch', ids: [paragon.branch_id] } })
    const rows = await trail({}, theirs)
    expect(new Set(rows.map(({ entity }) => entity))).toEqual(new Set(['store']))
    expect(new Set(rows.map(({ entityId }) => entityId))).toEqual(new Set([paragon.id]))
    expect(await trail({}, await viewer(['setting.view'], { scope: { kind: 'branch', ids: [paragon.branch_id] } }))).toEqual([])
  })

  test('without the view of a kind there is no entry of it, neither in a list nor by its number nor among the facets', async () => {
    const blind = await viewer(['setting.view'])
    const [entry] = await trail({ entity: 'store' })
    expect((await trail({}, blind)).filter(({ entity }) => ['store', 'session', 'staff', 'task'].includes(entity))).toEqual([])
    expect((await app.call(`GET /audit-entries/${entry?.id}`, { as: blind })).status).toBe(404)
    const facets = (await app.call('GET /audit-entries/facets', { as: blind })).body
    expect(facets.entities).not.toContain('store')
    expect((await app.call('GET /audit-entries/facets', { as: admin })).body.entities).toContain('store')
  })

  test('who leads a team sees what the team did', async () => {
    const { db } = app.database
    const lead = await enterAs(db, 'custumercare-admin')
    const executive = await enterAs(db, 'custumercare-executive')
    const order = await addOrder(db, paragon, {})
    await app.call(`POST /orders/${order.id}/notes`, { as: executive, body: { text: 'Called', isInternal: true } })
    await app.call(`POST /orders/${order.id}/notes`, { as: admin, body: { text: 'Called again', isInternal: true } })
    const rows = (await trail({ entityId: order.id }, lead)) as unknown as { role: string }[]
    expect(rows.map(({ role }) => role)).toEqual(['custumercare-executive'])
  })

  test('what a person may not read of a record is hidden in its entries', async () => {
    const order = await addOrder(app.database.db, paragon, {})
    const said = JSON.stringify({ address: { line1: 'Marine Drive 4' }, note: 'No onion' })
    await sql`insert into audit_entry (actor_kind, actor_name, action, entity, entity_id, request_id, new)
      values ('staff', 'Somebody', 'place', 'order', ${order.id}, 'r', ${said}::jsonb)`.execute(app.database.db)
    const seen = async (as: Caller) => JSON.stringify(await trail({ entityId: order.id, action: 'place' }, as))
    const blind = await seen(await viewer(['order.view']))
    expect(blind).toContain('No onion')
    expect(blind).not.toContain('Marine Drive')
    expect(await seen(await viewer(['order.view', 'order.reveal']))).toContain('Marine Drive')
  })
})

test('every cut enters the record by an index and looks at no more than a page, however long it is', async () => {
  const { db } = app.database
  // Each entry is chained as it comes: all of them at once would be more than a statement's time on a machine that others use as well.
  for (let from = 1; from < 20_000; from += 2000)
    await sql`insert into audit_entry (at, actor_kind, actor_id, actor_name, role, address, action, entity, entity_id, request_id, new)
      select '2020-01-01'::timestamptz + n * interval '1 minute', 'staff', ('00000000-0000-4000-8000-' || lpad((n % 500)::text, 12, '0'))::uuid, 'Many',
        'role-' || n % 400, '10.0.0.' || n % 10, 'act-' || n % 400, 'kind-' || n % 400, n::text, 'request-' || n, jsonb_build_object('n', n)
      from generate_series(${sql.lit(from)}, ${sql.lit(from + 1999)}) as n`.execute(db)
  await sql`analyze audit_entry`.execute(db)
  const cuts: Record<string, string>[] = [
    {},
    { actorId: '00000000-0000-4000-8000-000000000007' },
    { role: 'role-7' },
    { address: '10.0.0.7' },
    { action: 'act-7' },
    { entity: 'kind-7' },
    { requestId: 'request-7' },
    { entity: 'kind-7', entityId: '7' },
    { from: '2020-01-03', to: '2020-01-03' },
    { q: '10.0.0.7' },
    { q: 'request-7' },
    { q: 'request-of-nobody' },
  ]
  for (const cut of cuts) {
    const plans = await plansOf(app, () => app.call(`GET /audit-entries?${new URLSearchParams({ limit: '25', ...cut })}`, { as: admin }))
    const scans = scansOf(plans, 'audit_entry')
    expect([cut, scans.length > 0, scans.every(({ index, looked }) => index !== null && looked <= 100)]).toEqual([cut, true, true])
  }
})

describe('a verification', () => {
  const verify = async () => {
    const { body } = await app.call('POST /audit-verdicts', { as: admin, body: {} })
    await app.services.tasks.runDue()
    return (await app.call(`GET /tasks/${body.id}`, { as: admin })).body
  }
  const verdict = async () => (await app.call('GET /audit-verdicts', { as: admin })).body[0]

  test('is begun by hand, tells how far it is, and names the first row that does not fit', async () => {
    const sound = await verify()
    expect(sound).toMatchObject({ status: 'done', reason: null })
    expect(sound.done).toBeGreaterThan(20_000)
    expect(sound.total).toBeGreaterThanOrEqual(sound.done)
    expect(await verdict()).toMatchObject({ broken: null, entries: sound.done })

    const [entry] = await trail({ entity: 'store', entityId: paragon.id })
    await tamper(app, sql`update audit_entry set reason = 'never said' where id = ${entry?.id}::bigint`)
    const broken = await verify()
    expect(broken).toMatchObject({ status: 'failed', reason: expect.stringContaining(`audit_entry ${entry?.id}: its content was changed`) })
    expect(await verdict()).toMatchObject({ broken: { table: 'audit_entry', id: entry?.id, because: 'its content was changed' } })
  })
})

test('everybody sees what they did themselves, without the permission for the trail, and no more of it than they may view now', async () => {
  const doer = await app.addStaff({ permissions: ['store.view', 'store.edit'], name: 'Rekha' })
  const other = await app.addStaff({ permissions: ['store.view', 'store.edit'], name: 'Sunil' })
  await change(paragon, doer, 41)
  await change(elsewhere, doer, 42)
  await change(paragon, other, 43)
  const own = async (as: Caller) => {
    const { status, body } = await app.call('GET /me/acts', { as })
    expect(status).toBe(200)
    return (body as { actorName: string; entityId: string; names: object }[]).map(({ actorName, entityId, names }) => ({
      actorName,
      entityId,
      names,
    }))
  }
  const told = (store: { id: string }, name: string) => ({ actorName: 'Rekha', entityId: store.id, names: { [store.id]: name } })
  expect(await own(doer)).toEqual([told(elsewhere, 'Elsewhere'), told(paragon, 'Paragon')])
  expect((await app.call('GET /audit-entries', { as: doer })).status).toBe(401)

  await app.database.db
    .updateTable('staff')
    .set({ scope_kind: 'store', scope_ids: [paragon.id] })
    .where('id', '=', doer.id)
    .execute()
  app.services.access.forget({ about: 'staff', id: doer.id })
  expect(await own(doer)).toEqual([told(paragon, 'Paragon')])
})
