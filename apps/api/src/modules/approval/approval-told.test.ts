import type { Permission } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sequenceBatch } from '#kit/record/outbox-sequence.ts'
import { addStore, letIn } from '../../../test/factories.ts'
import { plansOf, scansOf } from '../../../test/plans.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'

const regime = 'installation.taxRegime'
let app: TestApp
let boss: Caller

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.database.db.updateTable('staff').set({ status: 'suspended' }).execute()
  await sql`update approval set status = 'withdrawn', decided_at = now() where status = 'pending'`.execute(app.database.db)
  boss = await app.addStaff({ name: 'Boss', isAdmin: true })
})

const person = (name: string, permissions: Permission[]) => app.addStaff({ name, permissions })
const becauseOf = async (path: string, as: Caller) =>
  (await app.call(`GET ${path}`, { as })).body.allowed.find(({ action }: { action: string }) => action === 'approve')?.because
/** What the bell tells somebody of a record. */
async function rings(as: Caller, id: string): Promise<boolean> {
  await sequenceBatch(app.database.db)
  const { body } = await app.call('GET /alerts', { as })
  return body.rows.some(({ entityId }: { entityId: string }) => entityId === id)
}

const kinds = {
  async request(maker: Caller) {
    const now = await app.database.db.selectFrom('setting').selectAll().where('key', '=', regime).executeTakeFirst()
    const body = { version: now?.version ?? 0, value: now?.value === 'simple' ? 'in-gst' : 'simple' }
    const asked = { operation: 'setting.changeTax', params: { id: regime }, body, reason: 'We leave GST' }
    return (await app.call('POST /approvals', { as: maker, body: asked })).body
  },
  async account(maker: Caller) {
    const store = await addStore(app.database.db)
    const account = { holder: 'Cove', accountNumber: '50100412342000', accountNumberAgain: '50100412342000', code: 'HDFC0001234' }
    return (await app.call('POST /bank-accounts', { as: maker, body: { storeId: store.id, ...account } })).body
  },
  async store(maker: Caller) {
    return addStore(app.database.db, { status: 'review', maker_ids: [maker.id] })
  },
}
const cases = [
  {
    kind: 'request',
    path: 'approvals',
    makes: ['approval.view', 'setting.view', 'setting-tax.edit'],
    finds: 'approval.view',
    checks: ['setting.view', 'setting-tax.approve'],
  },
  {
    kind: 'account',
    path: 'bank-accounts',
    makes: ['bank-account.view', 'bank-account.create'],
    finds: 'bank-account.view',
    checks: ['bank-account.approve'],
  },
  { kind: 'store', path: 'stores', makes: ['store.view', 'store.edit'], finds: 'store.view', checks: ['store-status.approve'] },
] as const

describe.each(cases)('of a $kind', ({ kind, path, makes, finds, checks }) => {
  test('whoever may approve it and could never find it counts for nobody', async () => {
    const maker = await person('Maker', [...makes])
    await letIn(app.database.db, boss.id, maker.id)
    await person('Blind', [...checks])
    const { id } = await kinds[kind](maker)
    expect(await becauseOf(`/${path}/${id}`, boss)).toBeNull()
    await person('Seeing', [finds, ...checks])
    expect(await becauseOf(`/${path}/${id}`, boss)).toContain('one of you opened the account of the other')
  })
})

describe.each(cases.filter(({ kind }) => kind !== 'store'))('the bell of a $kind', ({ kind, makes, finds, checks }) => {
  test('rings for those who may approve it, and for nobody else who could', async () => {
    const maker = await person('Maker', [...new Set([...makes, ...checks])])
    const [hand, blind, independent] = [
      await person('Hand', [finds, ...checks]),
      await person('Blind', [...checks]),
      await person('Independent', [finds, ...checks]),
    ]
    await letIn(app.database.db, maker.id, hand.id)
    await letIn(app.database.db, boss.id, maker.id)
    const { id } = await kinds[kind](maker)
    const heard = await Promise.all([maker, hand, blind, boss, independent].map((as) => rings(as, id)))
    expect(heard).toEqual([false, false, false, false, true])
  })
})

test('a store is approved by nobody who has changed it, however many did after them', async () => {
  const { db } = app.database
  const edits: Permission[] = ['store.view', 'store.edit', 'store-status.create', 'store-status.approve']
  const [first, second, third] = [await person('First', edits), await person('Second', edits), await person('Third', edits)]
  const store = await addStore(db, { status: 'review' })
  const { id } = store
  const change = async (as: Caller, prepMinutes: number) => {
    const { version } = (await app.call(`GET /stores/${id}`, { as })).body
    expect((await app.call(`PATCH /stores/${id}`, { as, body: { version, prepMinutes } })).status).toBe(200)
  }
  await change(first, 31)
  await change(second, 32)
  const approve = async (as: Caller) => {
    const { version } = (await app.call(`GET /stores/${id}`, { as })).body
    return app.call(`POST /stores/${id}/approve`, { as, body: { version } })
  }
  for (const editor of [first, second]) {
    const { status, body } = await approve(editor)
    expect([status, body.error.reason]).toEqual([409, 'own-store'])
    expect(await becauseOf(`/stores/${id}`, editor)).toBe(body.error.message)
  }
  expect((await approve(third)).body.status).toBe('approved')
})

test('who may approve is found by indexes however long the record is, and by one statement of a list', async () => {
  const { db } = app.database
  await sql`insert into audit_entry (at, actor_kind, actor_id, actor_name, entity, entity_id, action, old, request_id)
    select clock_timestamp() - make_interval(hours => n % 160), 'staff', gen_random_uuid(), 'Somebody', 'staff', gen_random_uuid(),
      (array['update', 'suspend', 'resetPassword', 'create'])[1 + n % 4], '{"status": "active"}', 'x'
    from generate_series(1, 5000) as n`.execute(db)
  await sql`vacuum analyze audit_entry`.execute(db)
  const maker = await person('Maker', [...cases[1].makes, ...cases[1].checks])
  const clerk = await person('Clerk', [...cases[1].checks, ...cases[1].makes])
  await letIn(db, maker.id, clerk.id, 20)
  await letIn(db, boss.id, maker.id)
  for (let each = 0; each < 3; each++) await kinds.account(maker)
  await app.database.db.updateTable('staff').set({ status: 'suspended' }).where('id', '=', clerk.id).execute()
  const plans = await plansOf(app, () => app.call('GET /bank-accounts?status=waiting', { as: boss }))
  const scans = scansOf(plans, 'audit_entry')
  const indexes = ['audit_entry_let_in', 'audit_entry_lets_in', 'audit_entry_keeps_out']
  expect(indexes.filter((index) => !scans.some((scan) => scan.index === index))).toEqual([])
  const known = [...indexes, 'audit_entry_entity_entity_id_entity_sequence_key']
  expect(scans.filter(({ index, looked }) => !known.includes(String(index)) || looked > 50)).toEqual([])
  expect(plans.filter(({ sql: text }) => text.includes('kin_before') && text.includes('weighed'))).toHaveLength(1)
})
