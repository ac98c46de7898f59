import { newId } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'
import type { RunningTask } from '../context.ts'
import { publish } from '../live/pub-sub.ts'

let app: TestApp
let admin: Caller
let during: (task: RunningTask) => Promise<unknown>

beforeAll(async () => {
  app = await testApp({ live: true })
  admin = await app.addStaff({ isAdmin: true })
  app.services.tasks.declare({
    name: 'trial',
    atOnce: 1,
    retries: 0,
    run: async (task) => {
      await task.owner('store.view')
      await during(task)
      await task.owner('store.view')
      return { words: 'Done' }
    },
  })
})
afterAll(() => app.close())

/** Runs a task of a person's, in the midst of which something happens; answers how it ended. */
async function run(owner: Caller, happens: typeof during): Promise<{ status: string; reason: string | null }> {
  during = happens
  const row = { id: newId(), staff_id: owner.id, kind: 'trial', title: 'Trial', parameters: '{}' }
  await app.database.db.insertInto('task').values(row).execute()
  await app.services.tasks.runDue()
  return app.database.db.selectFrom('task').select(['status', 'reason']).where('id', '=', row.id).executeTakeFirstOrThrow()
}

async function does(what: string, body: object): Promise<void> {
  const { status, body: answer } = await app.call(what, { as: admin, body })
  expect([status, answer.error]).toEqual([200, undefined])
}

const closed = { status: 'failed', reason: 'The account of whoever began it is not open any more.' }
const lacking = { status: 'failed', reason: 'You may not view stores any more (store.view).' }

test('a task ends with the next that it does once its owner was suspended', async () => {
  const owner = await app.addStaff({ permissions: ['store.view'] })
  const suspend = () => does(`POST /staff/${owner.id}/suspend`, { version: 1, reason: 'Left' })
  expect(await run(owner, suspend)).toEqual(closed)
})

test('a task ends with the next that it does once its owner has a role that may not', async () => {
  const [owner, other] = [await app.addStaff({ permissions: ['store.view'] }), await app.addStaff({ permissions: ['order.view'] })]
  const { role_id: roleId } = await app.database.db
    .selectFrom('staff')
    .select('role_id')
    .where('id', '=', other.id)
    .executeTakeFirstOrThrow()
  const demote = () => does(`POST /staff/${owner.id}/change-role`, { version: 1, roleId, scope: { kind: 'all', ids: [] } })
  expect(await run(owner, demote)).toEqual(lacking)
})

test('a task ends as soon as its process hears of it where another one took the permission away', async () => {
  const owner = await app.addStaff({ permissions: ['store.view'] })
  const { role_id: id } = await app.database.db.selectFrom('staff').select('role_id').where('id', '=', owner.id).executeTakeFirstOrThrow()
  const elsewhere = async (task: RunningTask) => {
    await app.database.db.transaction().execute(async (db) => {
      await sql`delete from role_grant where role_id = ${id}`.execute(db)
      await publish(db, 'larder_access', JSON.stringify({ about: 'role', id }))
    })
    await vi.waitFor(() => expect(task.owner('store.view')).rejects.toThrow('store.view'), { timeout: 500, interval: 5 })
  }
  expect(await run(owner, elsewhere)).toEqual(lacking)
})

test('a task of somebody whom nothing concerns asks who they are once, however much it does', async () => {
  const owner = await app.addStaff({ permissions: ['store.view'] })
  const seen = new Set<unknown>()
  const often = async (task: RunningTask) => {
    for (let time = 0; time < 20; time++) seen.add((await task.owner('store.view')).actor)
  }
  expect(await run(owner, often)).toEqual({ status: 'done', reason: null })
  expect(seen.size).toBeLessThan(3)
})
