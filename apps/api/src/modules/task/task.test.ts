import { addMinutes, currentInstant, newId, type Permission, wallClockAt } from '@larder/contract'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ensureCurrentPartitions } from '#db/partitions.ts'
import { claimTask, isHeld, renewLease, TaskLost } from '#kit/work/task-lease.ts'
import { addCustomer, addOrder, addStore } from '../../../test/factories.ts'
import { enterAs } from '../../../test/role-people.ts'
import { type Caller, type TestApp, type TestStaff, testApp } from '../../../test/test-app.ts'
import { installOrderReference } from '../order/order.install.ts'
import { builtInRoles } from '../role/built-in-roles.ts'
import { installBuiltInRoles } from '../role/role-install.service.ts'

let app: TestApp
let admin: Caller

beforeAll(async () => {
  app = await testApp({ live: true })
  await app.fastify.listen({ host: '127.0.0.1', port: 0 })
  await ensureCurrentPartitions(app.database.db, currentInstant())
  await installBuiltInRoles(app.database.db)
  await installOrderReference(app.database.db)
  admin = await app.addStaff({ isAdmin: true, name: 'Nila' })
})
afterAll(() => app.close())

async function begin(as: Caller, path: string, body: object): Promise<string> {
  const answer = await app.call(`POST ${path}`, { as, body })
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
  return answer.body.id
}

const get = async (as: Caller, id: string) => (await app.call(`GET /tasks/${id}`, { as })).body

/** Exports a list and reads the file. */
async function exported(as: Caller, path: string, query: object = {}): Promise<Record<string, string>[]> {
  const id = await begin(as, `${path}/export`, { format: 'csv', query })
  await app.services.tasks.runDue()
  const task = await get(as, id)
  expect([task.status, task.reason]).toEqual(['done', null])
  const { body, headers } = await app.call(`GET /tasks/${id}/file`, { as })
  expect(headers['content-disposition']).toBe(`attachment; filename="${task.file.name}"`)
  expect(headers['content-length']).toBe(String(task.file.sizeBytes))
  return parse(body, { bom: true, columns: true }) as Record<string, string>[]
}

const exporter = (permissions: Permission[], scope?: TestStaff['scope']) => app.addStaff({ permissions, ...(scope && { scope }) })

describe('an export', () => {
  test('has the rows of the list as it stands on screen, in the words of the contract', async () => {
    const placedAt = currentInstant()
    const store = await addStore(app.database.db, { display_name: '=Thattukada' })
    for (const [index, status] of ['delivered', 'picked_up', 'delivered'].entries())
      await addOrder(app.database.db, store, { status, total_minor: 12_345 + index, at: addMinutes(placedAt, index) })
    const rows = await exported(admin, '/orders', { storeId: store.id, status: 'delivered', sort: 'placedAt' })
    const list = await app.call(`GET /orders?storeId=${store.id}&status=delivered&sort=placedAt`, { as: admin })
    expect(rows.map(({ ID }) => ID)).toEqual(list.body.rows.map(({ id }: { id: string }) => id))
    expect(rows[0]).toMatchObject({
      Number: list.body.rows[0].number,
      Status: 'Delivered',
      'Order type': 'Delivery',
      Store: "'=Thattukada",
      Total: '123.45',
      'Total currency': 'INR',
      'Placed (Asia/Kolkata)': wallClockAt(placedAt, 'Asia/Kolkata'),
    })
    const [way] = await exported(admin, '/orders', { storeId: store.id, status: 'picked_up' })
    expect(way?.Status).toBe('On its way')
  })

  test('is cut to what its owner reaches, and what is masked stays masked', async () => {
    const [mine, theirs] = [await addStore(app.database.db), await addStore(app.database.db)]
    const caller = await exporter(['store.view', 'store.export', 'customer.view', 'customer.export'], {
      kind: 'branch',
      ids: [mine.branch_id],
    })
    const names = (await exported(caller, '/stores')).map(({ Name }) => Name)
    expect(names).toContain(mine.display_name)
    expect(names).not.toContain(theirs.display_name)
    const customer = await addCustomer(app.database.db)
    const reader = await exporter(['customer.view', 'customer.export'])
    const told = (await exported(reader, '/customers')).find(({ ID }) => ID === customer.id)
    expect(told).toBeDefined()
    expect(JSON.stringify(told)).not.toContain(customer.phone.slice(-6, -2))
  })

  test('says who wrote which list, asked for what, and how many rows it had', async () => {
    const store = await addStore(app.database.db)
    const id = await begin(admin, '/stores/export', { format: 'xlsx', query: { branchId: store.branch_id } })
    await app.services.tasks.runDue()
    const entries = await app.database.db.selectFrom('audit_entry').selectAll().where('entity_id', '=', id).orderBy('id').execute()
    expect(entries.map(({ action, actor_name }) => [action, actor_name])).toEqual([
      ['create', 'Nila'],
      ['finish', 'Nila'],
    ])
    expect(entries[0]?.new).toMatchObject({ kind: 'export', list: 'store.list', format: 'xlsx', query: { branchId: store.branch_id } })
    expect(entries[1]?.new).toMatchObject({ status: 'done', rows: 1 })
  })

  test('names a filter that the list does not take', async () => {
    const { status, body } = await app.call('POST /orders/export', { as: admin, body: { format: 'csv', query: { status: 'lost' } } })
    expect([status, Object.keys(body.error.fields)]).toEqual([422, ['body.query.status']])
  })

  test('is for the roles that the product gives it to', async () => {
    const who: Record<string, string[]> = {}
    for (const { key } of builtInRoles) {
      const person = await enterAs(app.database.db, key)
      for (const path of ['/orders', '/customers', '/stores', '/riders', '/staff', '/crates']) {
        const { status } = await app.call(`POST ${path}/export`, { as: person, body: { format: 'csv', query: {} } })
        if (status === 200) who[path] = [...(who[path] ?? []), key]
        else expect(status).toBe(401)
      }
    }
    expect(who).toEqual({
      '/orders': ['admin', 'branch-partner', 'custumercare-admin', 'accountant-admin'],
      '/customers': ['admin', 'custumercare-admin', 'marketing-admin'],
      '/stores': ['admin'],
      '/riders': ['admin'],
      '/staff': ['admin'],
      '/crates': ['admin'],
    })
    await sql`delete from task where status = 'queued'`.execute(app.database.db)
  })

  test('ends when its owner may not any more, with the reason', async () => {
    const suspended = await exporter(['store.view', 'store.export'])
    const demoted = await exporter(['store.view', 'store.export'])
    const ids = [
      await begin(suspended, '/stores/export', { format: 'csv', query: {} }),
      await begin(demoted, '/stores/export', { format: 'csv', query: {} }),
    ]
    await app.database.db.updateTable('staff').set({ status: 'suspended' }).where('id', '=', suspended.id).execute()
    await sql`delete from role_grant using staff where staff.role_id = role_grant.role_id and staff.id = ${demoted.id} and permission = 'store.export'`.execute(
      app.database.db,
    )
    await app.services.tasks.runDue()
    const tasks = await app.database.db.selectFrom('task').select(['status', 'reason']).where('id', 'in', ids).orderBy('id').execute()
    expect(tasks).toEqual([
      { status: 'failed', reason: 'The account of whoever began it is not open any more.' },
      { status: 'failed', reason: 'You may not export stores any more (store.export).' },
    ])
    const retry = async () => (await get(demoted, ids[1] ?? '')).allowed.find(({ action }: { action: string }) => action === 'retry')
    app.services.access.forget({ about: 'staff', id: demoted.id })
    expect(await retry()).toEqual({ action: 'retry', because: 'You may not export stores any more (store.export).' })
  })

  test('is kept from its owner where they see something else by now than when it was written', async () => {
    const { branch_id } = await addStore(app.database.db)
    const owner = await exporter(['store.view', 'store.export'])
    const id = await begin(owner, '/stores/export', { format: 'csv', query: {} })
    await app.services.tasks.runDue()
    expect((await app.call(`GET /tasks/${id}/file`, { as: owner })).status).toBe(200)
    const reach = async (scope: object) => {
      await app.database.db.updateTable('staff').set(scope).where('id', '=', owner.id).execute()
      app.services.access.forget({ about: 'staff', id: owner.id })
    }
    await reach({ scope_kind: 'branch', scope_ids: [branch_id] })
    expect([(await get(owner, id)).file, (await app.call(`GET /tasks/${id}/file`, { as: owner })).status]).toEqual([null, 404])
    await reach({ scope_kind: 'all', scope_ids: [] })
    expect((await app.call(`GET /tasks/${id}/file`, { as: owner })).status).toBe(200)
  })

  test('is served until it expires, then purged', async () => {
    const id = await begin(admin, '/crates/export', { format: 'csv', query: {} })
    await app.services.tasks.runDue()
    const { file } = await get(admin, id)
    expect(file.expiresAt > addMinutes(currentInstant(), 6 * 24 * 60)).toBe(true)
    await app.database.db
      .updateTable('task')
      .set({ file_expires_at: addMinutes(currentInstant(), -1) })
      .where('id', '=', id)
      .execute()
    expect((await app.call(`GET /tasks/${id}/file`, { as: admin })).status).toBe(404)
    await app.services.jobs.run('purge')
    expect(await app.database.db.selectFrom('task_piece').select('piece').where('task_id', '=', id).execute()).toEqual([])
  })
})

describe('a task', () => {
  test("is its owner's alone: others find, hear and change nothing of it", async () => {
    const [owner, other] = [await app.addStaff({ isAdmin: true }), await app.addStaff({ isAdmin: true })]
    const heard: Record<string, string[]> = { owner: [], other: [] }
    const { port } = app.fastify.server.address() as { port: number }
    const sockets = await Promise.all(
      Object.entries({ owner, other }).map(async ([who, { token }]) => {
        const socket = io(`http://127.0.0.1:${port}`, { auth: { token }, transports: ['websocket'], forceNew: true })
        socket.on('changed', (events: { entity: string; action: string }[]) =>
          heard[who]?.push(...events.map(({ entity, action }) => `${entity} ${action}`)),
        )
        socket.on('message', ({ title }: { title: string }) => heard[who]?.push(title))
        await new Promise((resolve) => socket.once('welcome', resolve))
        return socket
      }),
    )
    const after = app.services.outbox.position()
    const id = await begin(owner, '/crates/export', { format: 'csv', query: {} })
    await app.services.tasks.runDue()
    await vi.waitFor(() => expect(heard.owner).toEqual(expect.arrayContaining(['task create', 'task finish', 'Crates as CSV: done'])))
    const missed = async (as: Caller) => JSON.stringify((await app.call(`GET /changes?after=${after}`, { as })).body)
    expect(await missed(owner)).toContain(id)
    expect(await missed(other)).not.toContain(id)
    expect(heard.other).toEqual([])
    for (const path of [`GET /tasks/${id}`, `GET /tasks/${id}/file`, `GET /history/task/${id}`])
      expect((await app.call(path, { as: other })).status).toBe(404)
    expect((await app.call(`POST /tasks/${id}/mark-read`, { as: other, body: { version: 1 } })).status).toBe(404)
    expect((await app.call('GET /tasks', { as: other })).body.rows).toEqual([])
    for (const socket of sockets) socket.disconnect()
  })

  test('is kept until it was looked at', async () => {
    const owner = await app.addStaff({ isAdmin: true })
    const id = await begin(owner, '/crates/export', { format: 'csv', query: {} })
    await app.services.tasks.runDue()
    const unread = async () => (await app.call('GET /tasks?isRead=false', { as: owner })).body.rows.map((task: { id: string }) => task.id)
    expect(await unread()).toEqual([id])
    const { version } = await get(owner, id)
    expect((await app.call(`POST /tasks/${id}/mark-read`, { as: owner, body: { version } })).body.isRead).toBe(true)
    expect(await unread()).toEqual([])
  })

  test('that was cancelled does nothing more, and leaves no file', async () => {
    const id = await begin(admin, '/crates/export', { format: 'csv', query: {} })
    const { body } = await app.call(`POST /tasks/${id}/cancel`, { as: admin, body: { version: 1 } })
    expect([body.status, body.isRead]).toEqual(['cancelled', true])
    await app.services.tasks.runDue()
    expect((await get(admin, id)).status).toBe('cancelled')
    expect((await app.call(`POST /tasks/${id}/cancel`, { as: admin, body: { version: body.version } })).body.error.reason).toBe('task-over')
  })

  test('is held by the attempt that runs it, and by none once it was cancelled', async () => {
    const { writable } = app.services
    await sql`delete from task where status = 'queued'`.execute(writable)
    const id = await begin(admin, '/stores/export', { format: 'csv', query: {} })
    const claim = await claimTask(writable, new Map([['export', 99]]))
    if (claim?.id !== id) throw new Error('another task was taken up')
    const holds = async (attempt: number) =>
      (await sql<{ held: boolean }>`select ${isHeld({ id, attempt })} as held`.execute(writable)).rows[0]?.held
    expect([await holds(claim.attempt), await holds(claim.attempt + 1)]).toEqual([true, false])
    await renewLease(writable, claim)
    expect((await app.call(`POST /tasks/${id}/cancel`, { as: admin, body: { version: claim.version } })).status).toBe(200)
    expect(await holds(claim.attempt)).toBe(false)
    await expect(renewLease(writable, claim)).rejects.toThrow(TaskLost)
  })

  test('that meets a fault is begun again, ever later, and fails in the end; then it can be retried', async () => {
    let runs = 0
    let isBroken = true
    app.services.tasks.declare({
      name: 'trial',
      atOnce: 1,
      retries: 2,
      run: async () => {
        runs++
        if (isBroken) throw new Error('a bug')
        return { words: 'Well' }
      },
    })
    const owner = await app.addStaff()
    const row = { id: (await app.addStaff()).id, staff_id: owner.id, kind: 'trial', title: 'Trial', parameters: '{}' }
    await app.database.db.insertInto('task').values(row).execute()
    const due = () => sql`update task set start_after = now() where id = ${row.id}`.execute(app.database.db)
    const read = () => app.database.db.selectFrom('task').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow()
    for (const failures of [1, 2]) {
      await app.services.tasks.runDue()
      expect(await read()).toMatchObject({ status: 'queued', failures })
      await due()
    }
    await app.services.tasks.runDue()
    expect([runs, await read()]).toMatchObject([3, { status: 'failed', reason: expect.stringContaining('fault of the server') }])
    isBroken = false
    const { body } = await app.call(`POST /tasks/${row.id}/retry`, { as: owner, body: { version: (await read()).version } })
    expect([body.status, body.reason]).toEqual(['queued', null])
    await app.services.tasks.runDue()
    expect(await read()).toMatchObject({ status: 'done', failures: 0 })
  })

  test('of one person: so many may wait, and no more', async () => {
    const owner = await exporter(['store.view', 'store.export'])
    for (let count = 0; count < 10; count++) await begin(owner, '/stores/export', { format: 'csv', query: {} })
    const { status, body } = await app.call('POST /stores/export', { as: owner, body: { format: 'csv', query: {} } })
    expect([status, body.error.reason]).toEqual([409, 'limit-reached'])
    const failed = { id: newId(), staff_id: owner.id, kind: 'export', title: 'Stores as CSV', parameters: '{}', status: 'failed' }
    await app.database.db.insertInto('task').values(failed).execute()
    const again = await app.call(`POST /tasks/${failed.id}/retry`, { as: owner, body: { version: 1 } })
    expect([again.status, again.body.error?.reason]).toEqual([409, 'limit-reached'])
  })
})
