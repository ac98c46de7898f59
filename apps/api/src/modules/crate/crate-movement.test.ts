import type { CrateMovement } from '@larder/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addBranch, addStore } from '../../../test/factories.ts'
import { inr } from '../../../test/rupees.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'
import { moved } from './crate-movement.decide.ts'

let app: TestApp
let clerk: Caller
let storeId: string

beforeAll(async () => {
  app = await testApp()
  clerk = await app.addStaff({
    permissions: ['setting.view', 'setting.create', 'setting.edit', 'setting.delete', 'crate-movement.view', 'crate-movement.create'],
    name: 'Asha',
  })
  storeId = (await addStore(app.database.db)).id
})
afterAll(() => app.close())

const call = (address: string, body?: object, as = clerk) => app.call(address, { as, ...(body && { body }) })
let made = 0
async function addCrate(stock: number, rupees = 100): Promise<string> {
  const draft = {
    code: `C-${++made}`,
    name: 'Fish crate',
    size: 'small',
    capacityGrams: 8000,
    deposit: inr(rupees * 100),
    stock,
    active: true,
  }
  return (await call('POST /crates', draft)).body.id
}
const move = (crateId: string, kind: CrateMovement['kind'], quantity: number, given: object = {}) =>
  call('POST /crate-movements', { kind, quantity, crateId, storeId, ...given })
const crateOf = async (id: string) => (await call(`GET /crates/${id}`)).body

describe('crates of a store', () => {
  test('are issued for their deposit and come back for it, with the balance after each, and the stock beside', async () => {
    const id = await addCrate(10)
    expect((await move(id, 'issue', 4)).body).toMatchObject({ balance: 4, deposit: inr(40_000), depositHeld: inr(40_000), by: 'Asha' })
    expect(await crateOf(id)).toMatchObject({ stock: 10, issued: 4, available: 6 })
    expect((await move(id, 'return', 1)).body).toMatchObject({ balance: 3, deposit: inr(-10_000), depositHeld: inr(30_000) })
    expect((await call(`GET /crate-balances?crateId=${id}`)).body.rows).toMatchObject([
      { balance: 3, depositHeld: inr(30_000), store: { id: storeId } },
    ])
    const { body } = await call(`GET /crate-movements?crateId=${id}&sort=-createdAt`)
    expect(body.rows.map(({ balance }: CrateMovement) => balance)).toEqual([3, 4])
  })

  test('bring back what was paid, also when the deposit has changed since', async () => {
    const id = await addCrate(10)
    await move(id, 'issue', 2)
    const crate = await crateOf(id)
    await call(`PATCH /crates/${id}`, { version: crate.version, deposit: inr(20_000) })
    expect((await move(id, 'issue', 1)).body).toMatchObject({ balance: 3, depositHeld: inr(40_000) })
    await move(id, 'return', 2)
    expect((await move(id, 'return', 1)).body).toMatchObject({ balance: 0, depositHeld: inr(0) })
  })

  test('are no more than there are, and no fewer than come back', async () => {
    const id = await addCrate(3)
    const many = await move(id, 'issue', 4)
    expect([many.status, many.body.error.reason, many.body.error.message]).toEqual([
      409,
      'too-few-in-stock',
      'Only 3 of these crates are in stock.',
    ])
    await move(id, 'issue', 2)
    const back = await move(id, 'return', 3)
    expect([back.status, back.body.error.reason]).toEqual([409, 'too-few-held'])
    const crate = await crateOf(id)
    const fewer = await call(`PATCH /crates/${id}`, { version: crate.version, stock: 1 })
    expect([fewer.status, fewer.body.error.reason]).toEqual([409, 'crates-with-stores'])
    expect((await call(`DELETE /crates/${id}`, { version: crate.version })).body.error.reason).toBe('in-use')
    const because = 'Movements of stores name it: take it out of use instead.'
    expect((await crateOf(id)).allowed).toContainEqual({ action: 'remove', because })
    expect((await crateOf(await addCrate(1))).allowed).toContainEqual({ action: 'remove', because: null })
  })

  test('are corrected by a name, also below zero', async () => {
    const id = await addCrate(5)
    await move(id, 'issue', 2)
    expect((await move(id, 'correction', -3)).body.error.fields).toEqual({ 'body.remark': 'is required: a correction has a name' })
    expect((await move(id, 'correction', -3, { remark: 'Count of November' })).body).toMatchObject({ balance: -1, depositHeld: inr(0) })
    expect((await move(id, 'issue', 3)).body).toMatchObject({ balance: 2, depositHeld: inr(20_000) })
  })

  test.each([
    ['issue', 0],
    ['return', -1],
    ['correction', 0],
    ['issue', 10_001],
  ] as const)('refuse %s of %d', async (kind, quantity) => {
    const { status, body } = await move(await addCrate(5), kind, quantity, { remark: 'Count' })
    expect([status, Object.keys(body.error.fields)]).toEqual([422, ['body.quantity']])
  })

  test('are not issued twice by two people at once', async () => {
    const id = await addCrate(5)
    const answers = await Promise.all(Array.from({ length: 8 }, () => move(id, 'issue', 1)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 409, 409, 409])
    expect(await crateOf(id)).toMatchObject({ issued: 5, available: 0 })
    const back = await Promise.all(Array.from({ length: 6 }, () => move(id, 'return', 1)))
    expect(back.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 409])
  })

  test('of a crate that is out of use come back and are not issued', async () => {
    const id = await addCrate(5)
    await move(id, 'issue', 1)
    const crate = await crateOf(id)
    await call(`PATCH /crates/${id}`, { version: crate.version, active: false })
    expect((await move(id, 'issue', 1)).body.error.fields).toEqual({ 'body.crateId': 'is not in use' })
    expect((await move(id, 'return', 1)).status).toBe(200)
  })

  test('are those of the stores that one reaches', async () => {
    const id = await addCrate(5)
    await move(id, 'issue', 1)
    const branch = await addBranch(app.database.db)
    const scope = { kind: 'branch' as const, ids: [branch.id] }
    const elsewhere = await app.addStaff({ permissions: ['crate-movement.view', 'crate-movement.create'], scope })
    expect((await call(`GET /crate-movements?crateId=${id}`, undefined, elsewhere)).body.rows).toEqual([])
    expect((await call(`GET /crate-balances?crateId=${id}`, undefined, elsewhere)).body.rows).toEqual([])
    const foreign = await call('POST /crate-movements', { kind: 'issue', quantity: 1, crateId: id, storeId }, elsewhere)
    expect([foreign.status, foreign.body.error.fields]).toMatchObject([422, { 'body.storeId': 'does not exist' }])
  })

  test('stand as they were written', async () => {
    await expect(app.database.db.updateTable('crate_movement').set({ quantity: 1 }).execute()).rejects.toThrow()
    await expect(app.database.db.deleteFrom('crate_movement').execute()).rejects.toThrow()
  })
})

test('a deposit is never held without crates, nor lost on the way', () => {
  const movement = fc.record({
    kind: fc.constantFrom<CrateMovement['kind']>('issue', 'return', 'correction'),
    quantity: fc.integer({ min: 1, max: 50 }),
    unit: fc.integer({ min: 0, max: 100_000 }),
  })
  fc.assert(
    fc.property(fc.array(movement, { maxLength: 30 }), (movements) => {
      let held = { balance: 0, depositMinor: 0 }
      for (const { kind, quantity, unit } of movements) {
        held = moved(held, { kind, quantity: kind === 'correction' ? -quantity : quantity }, unit)
        expect(held.depositMinor).toBeGreaterThanOrEqual(0)
        if (held.balance <= 0) expect(held.depositMinor).toBe(0)
      }
    }),
  )
})
