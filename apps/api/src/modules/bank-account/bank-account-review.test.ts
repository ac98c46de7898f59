import type { Permission } from '@larder/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addRider, addStore, letIn } from '../../../test/factories.ts'
import { isWaitedFor, whileHeld } from '../../../test/held.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'

const makes: Permission[] = ['bank-account.view', 'bank-account.create']
const checks: Permission[] = ['bank-account.view', 'bank-account.approve']
let app: TestApp
let maker: Caller

beforeAll(async () => {
  app = await testApp()
  maker = await app.addStaff({ permissions: makes, name: 'Binu' })
  await app.addStaff({ permissions: checks, name: 'Carol' })
})
afterAll(() => app.close())

const account = { holder: 'Fish Cove LLP', accountNumber: '50100412342000', accountNumberAgain: '50100412342000', code: 'HDFC0001234' }
const enter = (owner: object, as = maker) => app.call('POST /bank-accounts', { as, body: { ...owner, ...account } })
const approve = ({ id, version }: { id: string; version: number }, as: Caller) =>
  app.call(`POST /bank-accounts/${id}/approve`, { as, body: { version } })

describe('of whom is in review', () => {
  const owners = {
    store: async () => {
      const its = await addStore(app.database.db, { status: 'review' })
      return { path: `/stores/${its.id}`, owner: { storeId: its.id }, permission: 'store-status.approve' as const }
    },
    rider: async () => {
      const branch = { id: (await addStore(app.database.db)).branch_id, currency: 'INR' } as never
      const { id } = await addRider(app.database.db, branch, { status: 'review', shift_state: 'off' })
      return { path: `/riders/${id}`, owner: { riderId: id }, permission: 'rider.operate' as const }
    },
  } as const

  test.each(['store', 'rider'] as const)('an account of a %s raises the version: nobody approves what they have not seen', async (kind) => {
    const { path, owner, permission } = await owners[kind]()
    const approver = await app.addStaff({ permissions: [`${kind}.view`, permission] })
    const { body: seen } = await app.call(`GET ${path}`, { as: approver })
    const { body: entered } = await enter(owner)
    expect(entered.status).toBe('in-use')
    const { status, body } = await app.call(`POST ${path}/approve`, { as: approver, body: { version: seen.version } })
    expect([status, body.error.reason, body.error.current.version]).toEqual([409, 'changed-meanwhile', seen.version + 1])
    const [entry] = (await app.call(`GET /history/${path.slice(1).replace('s/', '/')}`, { as: approver })).body.rows
    expect(entry).toMatchObject({ action: 'enterAccount', actorName: 'Binu', changes: [{ field: 'bankAccount', new: '•••• 2000' }] })
    expect(entry.changeSetId).not.toBeNull()
  })

  test('entered and approved at the same moment, what is used at once was seen by whoever approved', async () => {
    const approver = await app.addStaff({ permissions: ['store.view', 'store-status.approve'] })
    const ends = new Set<string>()
    for (let round = 0; round < 6; round++) {
      const { path, owner } = await owners.store()
      const { version } = (await app.call(`GET ${path}`, { as: approver })).body
      const approve = () => app.call(`POST ${path}/approve`, { as: approver, body: { version } })
      let both: Promise<[Awaited<ReturnType<typeof enter>>, Awaited<ReturnType<typeof approve>>]> | undefined
      await whileHeld(app.database, `select from store where id = '${owner.storeId}' for update`, async () => {
        const first = round % 2 === 0 ? enter(owner) : approve()
        await isWaitedFor(app.database)
        const second = round % 2 === 0 ? approve() : enter(owner)
        await isWaitedFor(app.database, 2)
        both = Promise.all(round % 2 === 0 ? [first, second] : [second, first])
      })
      const [entered, approved] = (await both) ?? []
      ends.add(`${approved?.status} ${entered?.body.status}`)
    }
    expect([...ends].toSorted()).toEqual(['200 waiting', '409 in-use'])
  })
})

test('an account, where nobody independent is left, is approved by the owner, and says so', async () => {
  const { db } = app.database
  const store = await addStore(db)
  const away = await db.updateTable('staff').set({ status: 'suspended' }).where('status', '=', 'active').returning('id').execute()
  const owner = await app.addStaff({ isAdmin: true, name: 'Owner' })
  const [first, second] = [await app.addStaff({ permissions: makes }), await app.addStaff({ permissions: checks })]
  for (const { id } of [first, second]) await letIn(db, owner.id, id)
  const { body: entered } = await enter({ storeId: store.id }, first)
  expect([entered.status, entered.waitsFor]).toEqual(['waiting', ['Role of Owner']])
  expect((await approve(entered, second)).body.error.reason).toBe('own-hand')
  const because = 'Nobody who is independent of its maker could approve it.'
  expect((await approve(entered, owner)).body).toMatchObject({ status: 'approved', checkedBy: { name: 'Owner' }, because })
  const [entry] = (await app.call(`GET /history/bank-account/${entered.id}`, { as: owner })).body.rows
  expect(entry).toMatchObject({ action: 'approve', reason: because })
  const gone = [owner, first, second].map(({ id }) => id)
  await db.updateTable('staff').set({ status: 'suspended' }).where('id', 'in', gone).execute()
  const back = away.map(({ id }) => id)
  await db.updateTable('staff').set({ status: 'active' }).where('id', 'in', back).execute()
})
