import { grantConflicts, type Permission } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemActor } from '#kit/access/system-actor.ts'
import { addStore, letIn } from '../../../test/factories.ts'
import { protect } from '../../../test/second-factor.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'

const approves: Permission[] = ['approval.view', 'setting.view', 'setting-tax.edit', 'setting-tax.approve']
const alone = 'Nobody else could approve it.'
let app: TestApp
let boss: Caller
let clerk: Caller

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.database.db.updateTable('staff').set({ status: 'suspended' }).execute()
  await sql`update approval set status = 'withdrawn', decided_at = now() where status = 'pending'`.execute(app.database.db)
  boss = await app.addStaff({ name: 'Boss', isAdmin: true })
  clerk = await app.addStaff({ name: 'Clerk', permissions: approves })
})

const regime = 'installation.taxRegime'
async function change() {
  const now = await app.database.db.selectFrom('setting').selectAll().where('key', '=', regime).executeTakeFirst()
  return { version: now?.version ?? 0, value: now?.value === 'simple' ? 'in-gst' : 'simple' }
}
const direct = async (as: Caller) => app.call(`PATCH /settings/taxes/${regime}`, { as, body: await change() })
const ask = async (as: Caller) =>
  app.call('POST /approvals', {
    as,
    body: { operation: 'setting.changeTax', params: { id: regime }, body: await change(), reason: 'We leave GST' },
  })
const approve = (as: Caller, { id, version }: { id: string; version: number }) =>
  app.call(`POST /approvals/${id}/approve`, { as, body: { version } })
const becauseOf = async (path: string, as: Caller) =>
  (await app.call(`GET ${path}`, { as })).body.allowed.find(({ action }: { action: string }) => action === 'approve')?.because
/** What `allowed` says of the tax regime: who approves its change, or why nobody does now. */
async function toldOf(as: Caller) {
  const { body } = await app.call('GET /settings/values', { as })
  const row = body.find(({ id }: { id: string }) => id === regime)
  return row.allowed.find(({ action }: { action: string }) => action === 'changeTax')?.approval
}
const onStaff = async (whom: Caller, verb: string, body: object, by = boss) => {
  const { version } = await app.database.db.selectFrom('staff').select('version').where('id', '=', whom.id).executeTakeFirstOrThrow()
  const answer = await app.call(`POST /staff/${whom.id}/${verb}`, { as: by, body: { version, ...body } })
  expect([answer.status, answer.body.error?.message]).toEqual([200, undefined])
}
const everywhere = { kind: 'all', ids: [] }
async function emptyRole(): Promise<string> {
  const { id } = await app.addStaff({ name: 'Nothing', permissions: ['setting.view'] })
  await app.database.db.updateTable('staff').set({ status: 'suspended' }).where('id', '=', id).execute()
  return roleOf({ id })
}
const roleOf = async ({ id }: { id: string }) =>
  (await app.database.db.selectFrom('staff').select('role_id').where('id', '=', id).executeTakeFirstOrThrow()).role_id

const deeds: Readonly<Record<string, [words: string, done: (whom: Caller) => Promise<void>]>> = {
  'another password': ['Boss gave Clerk another password', (whom) => onStaff(whom, 'reset-password', {})],
  'a second factor taken away': [
    'Boss took the two-step sign-in of Clerk away',
    async (whom) => {
      await protect(app, whom)
      await onStaff(whom, 'remove-second-factor', { reason: 'Lost the phone' })
    },
  ],
  suspension: ['Boss suspended Clerk', (whom) => onStaff(whom, 'suspend', { reason: 'Away' })],
  'an account that is closed': ['Boss deactivated Clerk', (whom) => onStaff(whom, 'deactivate', { reason: 'Gone' })],
  'another role': [
    'Boss gave Clerk another role or scope',
    async (whom) => onStaff(whom, 'change-role', { roleId: await emptyRole(), scope: everywhere }),
  ],
  'another scope': [
    'Boss gave Clerk another role or scope',
    async (whom) => {
      const store = await addStore(app.database.db)
      await onStaff(whom, 'change-role', { roleId: await roleOf(whom), scope: { kind: 'store', ids: [store.id] } })
    },
  ],
  'another role, then another scope': [
    'Boss gave Clerk another role or scope',
    async (whom) => {
      const [roleId, store] = [await emptyRole(), await addStore(app.database.db)]
      await onStaff(whom, 'change-role', { roleId, scope: everywhere })
      await onStaff(whom, 'change-role', { roleId, scope: { kind: 'store', ids: [store.id] } })
    },
  ],
  'another role, when theirs is then deleted': [
    'Boss gave Clerk another role or scope',
    async (whom) => {
      const grants = approves.map((permission) => ({ permission, limitMinor: null }))
      const made = await app.call('POST /roles', {
        as: boss,
        body: { name: `Checkers ${whom.id}`, reach: 'all', teamIds: [], grants, acknowledged: Object.keys(grantConflicts) },
      })
      expect([made.status, made.body.error?.message]).toEqual([200, undefined])
      await app.database.db.updateTable('staff').set({ role_id: made.body.id }).where('id', '=', whom.id).execute()
      await onStaff(whom, 'change-role', { roleId: await emptyRole(), scope: everywhere })
      const gone = await app.call(`DELETE /roles/${made.body.id}`, {
        as: boss,
        body: { version: made.body.version },
      })
      expect([gone.status, gone.body.error?.message]).toEqual([200, undefined])
    },
  ],
  'a permission taken off their role': [
    'Boss changed the role Role of Clerk',
    async (whom) => {
      const id = await roleOf(whom)
      const { body: role } = await app.call(`GET /roles/${id}`, { as: boss })
      const grants = role.grants.filter(({ permission }: { permission: string }) => permission !== 'setting-tax.approve')
      const { status, body } = await app.call(`PATCH /roles/${id}`, { as: boss, body: { version: role.version, grants } })
      expect([status, body.error?.message]).toEqual([200, undefined])
    },
  ],
}

describe.each(Object.entries(deeds))('whoever shut out who could have approved, by %s,', (_name, [words, done]) => {
  test('does nothing at once for it: it waits, and says for whom and until when', async () => {
    expect((await direct(boss)).body.error.message).toContain('needs the approval of Role of Clerk.')
    await done(clerk)
    const { status, body } = await direct(boss)
    expect([status, body.error.reason]).toEqual([409, 'needs-approval'])
    expect(body.error.message).toContain(words)
    expect(body.error.message).toMatch(
      /Without that Clerk could approve this\. Until .+ 20\d\d.+ somebody independent .*Send it as a request\.$/,
    )
    const told = await toldOf(boss)
    expect([told.by, told.waits]).toEqual([[], expect.stringContaining(words)])
    const { body: request } = await ask(boss)
    expect(request.status).toBe('pending')
    expect(await becauseOf(`/approvals/${request.id}`, boss)).toBe('Another person has to approve what you asked for.')
    // Whoever is independent approves it all the same.
    const fresh = await app.addStaff({ name: 'Fresh', permissions: approves })
    expect((await approve(fresh, request)).body).toMatchObject({ status: 'approved', because: null })
  })
})

/** What is done to somebody's account, in the record, some days ago. */
const did = (by: Caller, whom: Caller, action: string, daysAgo: number, old: object = {}) =>
  sql`insert into audit_entry (at, actor_kind, actor_id, actor_name, entity, entity_id, action, old, request_id)
    values (clock_timestamp() - make_interval(days => ${daysAgo}), 'staff', ${by.id}, 'Boss', 'staff', ${whom.id}, ${action},
      ${JSON.stringify(old)}::jsonb, 'x')`.execute(app.database.db)
const suspend = ({ id }: Caller) => app.database.db.updateTable('staff').set({ status: 'suspended' }).where('id', '=', id).execute()

describe('a shop of two', () => {
  describe.each(['resetPassword', 'removeSecondFactor', 'suspend', 'changeRole', 'update'])('after %s', (action) => {
    test.each([
      [6, 409],
      [8, 200],
    ])('%i days ago: %i', async (daysAgo, status) => {
      const old = {
        resetPassword: {},
        removeSecondFactor: {},
        suspend: { status: 'active' },
        changeRole: { role_id: await roleOf(clerk) },
        update: { expires_at: null },
      }
      if (action === 'suspend') await suspend(clerk)
      const role_id = action === 'changeRole' ? await emptyRole() : await roleOf(clerk)
      await app.database.db
        .updateTable('staff')
        .set({ role_id, expires_at: action === 'update' ? '2026-01-01T00:00:00Z' : null })
        .where('id', '=', clerk.id)
        .execute()
      await did(boss, clerk, action, daysAgo, old[action as keyof typeof old])
      expect(await toldOf(boss)).toEqual({ by: [], ...(status === 409 && { waits: expect.stringContaining('Clerk could approve this') }) })
      expect((await direct(boss)).status).toBe(status)
    })
  })

  test('is not held by what is done to whom nobody asks: a new account, one that was never in, one that approves nothing', async () => {
    await letIn(app.database.db, boss.id, clerk.id)
    await onStaff(clerk, 'reset-password', {})
    expect((await direct(boss)).status).toBe(200)
    const late = await app.addStaff({ name: 'Late', permissions: approves })
    await app.database.db.updateTable('staff').set({ status: 'invited' }).where('id', '=', late.id).execute()
    await onStaff(late, 'reset-password', {})
    expect((await direct(boss)).status).toBe(200)
    const cook = await app.addStaff({ name: 'Cook', permissions: ['setting.view'] })
    await onStaff(cook, 'suspend', { reason: 'Away' })
    expect((await direct(boss)).status).toBe(200)
  })

  test('gets what a clerk asks for who approves nothing, though the owner gave them another password today', async () => {
    const asker = await app.addStaff({ name: 'Asker', permissions: ['approval.view', 'setting.view', 'setting-tax.edit'] })
    await suspend(clerk)
    await did(boss, asker, 'resetPassword', 0)
    const { body: request } = await ask(asker)
    expect(await becauseOf(`/approvals/${request.id}`, boss)).toBeNull()
    expect((await approve(boss, request)).body.status).toBe('approved')
  })
})

test('whoever came in as its maker does not approve it: an owner with an approver’s new password waits for a week', async () => {
  const { body: before } = await ask(clerk)
  expect(await becauseOf(`/approvals/${before.id}`, boss)).toBeNull()
  await did(boss, clerk, 'resetPassword', 1)
  const because = await becauseOf(`/approvals/${before.id}`, boss)
  expect(because).toMatch(/^Boss gave Clerk another password on .+\. Without that Boss could approve this\./)
  const { body: listed } = await app.call('GET /approvals?isMineToApprove=true', { as: boss })
  expect(listed.rows.map(({ id }: { id: string }) => id)).not.toContain(before.id)
  const { status, body } = await approve(boss, before)
  expect([status, body.error.reason, body.error.message]).toEqual([409, 'approver-shut-out', because])
})

test('of two whom the command line let in, whoever suspends the other waits as any two do', async () => {
  for (const { id } of [boss, clerk]) await letIn(app.database.db, systemActor.id, id, 0, 'create', 'system')
  expect((await direct(boss)).body.error.message).toContain('needs the approval of Role of Clerk.')
  await onStaff(clerk, 'suspend', { reason: 'Away' })
  expect((await direct(boss)).body.error.message).toContain('Boss suspended Clerk')
})

test('what is done by an account that its maker opened, and what is done to whom the other let in, holds as well', async () => {
  const puppet = await app.addStaff({ name: 'Puppet', isAdmin: true })
  await letIn(app.database.db, boss.id, puppet.id, 20)
  await onStaff(clerk, 'suspend', { reason: 'Away' }, puppet)
  expect((await direct(boss)).body.error.message).toContain('Puppet suspended Clerk')
})

describe('what knows no request', () => {
  const account = { holder: 'Fish Cove', accountNumber: '50100412342000', accountNumberAgain: '50100412342000', code: 'HDFC0001234' }
  test('a bank account waits, with why, and is entered alone a week later', async () => {
    const { db } = app.database
    const store = await addStore(db)
    const checker = await app.addStaff({ name: 'Checker', permissions: ['bank-account.view', 'bank-account.approve'] })
    const enter = async () => (await app.call('POST /bank-accounts', { as: boss, body: { storeId: store.id, ...account } })).body
    await suspend(checker)
    expect(await enter()).toMatchObject({ status: 'approved', because: alone })
    await did(boss, checker, 'suspend', 3, { status: 'active' })
    const entered = await enter()
    expect([entered.status, entered.waitsFor]).toEqual(['waiting', []])
    expect(entered.because).toMatch(/^Boss suspended Checker on .+\. Without that Checker could approve this\./)
  })

  test('a store is not approved by the owner whose own it is', async () => {
    const { db } = app.database
    const checker = await app.addStaff({ name: 'Checker', permissions: ['store.view', 'store-status.approve'] })
    const store = await addStore(db, { status: 'review', maker_ids: [boss.id] })
    const approveStore = async () => app.call(`POST /stores/${store.id}/approve`, { as: boss, body: { version: 1 } })
    await suspend(checker)
    await did(boss, checker, 'suspend', 3, { status: 'active' })
    const { status, body } = await approveStore()
    expect([status, body.error.reason]).toEqual([409, 'approver-shut-out'])
    expect(await becauseOf(`/stores/${store.id}`, boss)).toBe(body.error.message)
    expect(body.error.message).toContain('Boss suspended Checker')
  })
})
