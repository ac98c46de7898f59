import type { CashDeposit, CashHolder } from '@larder/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addRider, addStore } from '../../../test/factories.ts'
import { type OrderWorld, orderWorld } from '../../../test/order-world.ts'
import { holdCash } from '../../../test/sweep/examples/cash.ts'
import type { Caller } from '../../../test/test-app.ts'

const day = 24 * 60
const reason = 'He says that it was stolen'
let world: OrderWorld
let checker: Caller

beforeAll(async () => {
  world = await orderWorld()
  checker = await world.app.addStaff({ name: 'Arun', permissions: ['approval.view', 'cash.view', 'cash.approve'] })
})
afterAll(() => world.app.close())

const inr = (minor: number) => ({ minor, currency: 'INR' })
/** Whoever writes off 50.00 by themselves. */
const cashier = (name = 'Meera') =>
  world.app.addStaff({ name, permissions: ['approval.view', 'cash.view', 'cash.create'], limits: { 'cash.create': 5_000 } })
const carrier = async () => {
  const rider = await addRider(world.db, world.branch)
  await collects(rider)
  return rider
}
/** Of a branch of its own, whose deposits wait for nobody else's. */
const carrierElsewhere = async () => {
  const store = await addStore(world.db)
  const rider = await addRider(world.db, { id: store.branch_id, currency: store.currency })
  await holdCash(world.db, store, rider.id, 25_000, world.clock.instant())
  return rider
}
const collects = (rider: { id: string }, minor = 25_000) => holdCash(world.db, world.store, rider.id, minor, world.clock.instant())
const holder = async ({ id }: { id: string }): Promise<CashHolder> =>
  (await world.app.call(`GET /cash-holders/${id}`, { as: checker })).body
const counting = async (rider: { id: string }, lacks: number) => {
  const { balance } = await holder(rider)
  const remark = lacks === 0 ? null : 'Notes were missing'
  return { riderId: rider.id, expected: balance, counted: inr(balance.minor - lacks), isAll: true, remark }
}
const deposit = async (rider: { id: string }, lacks: number, as: Caller) =>
  world.app.call('POST /cash-deposits', { as, body: await counting(rider, lacks) })
const ask = async (rider: { id: string }, lacks: number, as: Caller) =>
  world.app.call('POST /approvals', { as, body: { operation: 'cash-deposit.create', body: await counting(rider, lacks), reason } })
const approve = (id: string, as: Caller = checker) => world.app.call(`POST /approvals/${id}/approve`, { as, body: { version: 1 } })

describe('the limit of a difference', () => {
  test('holds for all of one holder on a day, whoever counts, less and more together', async () => {
    const rider = await carrier()
    const [first, second] = [await cashier(), await cashier('Latha')]
    expect((await deposit(rider, 3_000, first)).status).toBe(200)
    await collects(rider)
    const refused = await deposit(rider, 2_001, second)
    expect([refused.status, refused.body.error.reason]).toEqual([409, 'needs-approval'])
    expect(refused.body.error.message).toBe(
      `Cash difference of ${rider.name}: ₹20.01, with ₹30.00 before it that nobody else approved, ₹50.01 in all, is more than your limit of ₹50.00. This needs the approval of Role of Arun or Role of Priya Nair. Send it as a request.`,
    )
    expect((await deposit(rider, -2_000, second)).status).toBe(200)
    await collects(rider)
    expect((await deposit(rider, 1, first)).body.error.reason).toBe('needs-approval')
    expect((await deposit(rider, 0, first)).status).toBe(200)
  })

  test('holds for all that one person takes in on a day, also of several holders at once, and is whole again the next day', async () => {
    const as = await cashier()
    const riders = await Promise.all(Array.from({ length: 6 }, carrierElsewhere))
    const bodies = await Promise.all(riders.map((rider) => counting(rider, 3_000)))
    const sent = await Promise.all(bodies.map((body) => world.app.call('POST /cash-deposits', { as, body })))
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    const late = riders[sent.findIndex(({ status }) => status === 409)] as { id: string }
    world.clock.forward(day)
    expect((await deposit(late, 3_000, as)).status).toBe(200)
  })

  test('counts neither what was reversed nor what somebody without a limit would have had to ask nobody for', async () => {
    const as = await cashier()
    const rider = await carrier()
    const { body }: { body: CashDeposit } = await deposit(rider, 5_000, as)
    expect((await deposit(await carrier(), 1, as)).body.error.reason).toBe('needs-approval')
    const reverse = await world.app.call(`POST /cash-deposits/${body.id}/reverse`, { as: checker, body: { version: 1, reason: 'Found' } })
    expect(reverse.status).toBe(200)
    expect((await deposit(rider, 5_000, as)).status).toBe(200)
    const free = await world.app.addStaff({ permissions: ['cash.view', 'cash.create'] })
    expect((await deposit(await carrier(), 20_000, free)).status).toBe(200)
  })

  test('a reason without a difference is refused, not kept', async () => {
    const rider = await carrier()
    const body = { ...(await counting(rider, 0)), remark: 'All is well' }
    const part = { ...body, counted: inr(1_000), isAll: false }
    for (const each of [body, part]) {
      const refused = await world.app.call('POST /cash-deposits', { as: await cashier(), body: each })
      expect([refused.status, refused.body.error.fields]).toEqual([422, { 'body.remark': 'is left out where nothing differs' }])
    }
  })
})

describe('a difference beyond the limit', () => {
  test('is asked for, holds other deposits back, and is taken as it was counted, whatever was collected since', async () => {
    const as = await cashier()
    const rider = await carrier()
    const asked = await ask(rider, 15_000, as)
    expect(asked.status, JSON.stringify(asked.body)).toBe(200)
    expect(asked.body).toMatchObject({
      title: `Cash difference of ${rider.name}: ₹150.00`,
      entity: 'cash-holder',
      entityId: rider.id,
      reason,
      status: 'pending',
    })
    const told = Object.fromEntries(asked.body.changes.map(({ field, new: now }: { field: string; new: unknown }) => [field, now]))
    expect(told).toEqual({
      counted: inr(10_000),
      expected: inr(25_000),
      difference: inr(-15_000),
      differedAlone: inr(0),
      remark: 'Notes were missing',
    })
    const waiting = { id: asked.body.id, difference: inr(-15_000), by: 'Meera', at: asked.body.createdAt }
    expect(await holder(rider)).toMatchObject({ balance: inr(25_000), asked: waiting })
    const held = await deposit(rider, 0, world.admin)
    expect([held.status, held.body.error.reason]).toEqual([409, 'deposit-asked-for'])
    expect((await ask(rider, 20_000, as)).body.error.reason).toBe('deposit-asked-for')

    await collects(rider, 7_000)
    expect((await approve(asked.body.id, as)).body.error.reason).toBe('own-request')
    expect((await approve(asked.body.id)).status).toBe(200)
    expect(await holder(rider)).toMatchObject({ balance: inr(7_000), orders: 1, asked: null })
    const { rows } = (await world.app.call(`GET /cash-deposits?riderId=${rider.id}`, { as })).body
    const [made] = rows
    expect(rows).toHaveLength(1)
    expect(made).toMatchObject({
      counted: inr(10_000),
      expected: inr(25_000),
      difference: inr(-15_000),
      receivedBy: 'Meera',
      checkedBy: { id: checker.id, name: 'Arun' },
    })
    const [entry] = (await world.app.call(`GET /history/cash-deposit/${made.id}`, { as })).body.rows
    expect(entry).toMatchObject({ action: 'create', actorName: 'Meera', checkerName: 'Arun', reason })
    const booked = await world.db.selectFrom('ledger_entry').select(['accounts', 'amounts']).where('entity_id', '=', made.id).execute()
    expect(booked.map(({ accounts, amounts }) => Object.fromEntries(accounts.map((each, at) => [each, Number(amounts[at])])))).toEqual([
      { 'cash-office': 10_000, 'rider-cash': -25_000, 'cash-differences': 15_000 },
    ])
    // Another person saw it: it counts against nobody's limit.
    expect((await deposit(rider, 5_000, as)).status).toBe(200)
  })

  test('is overtaken where its holder has less by then, and refused it leaves all as it was', async () => {
    const as = await cashier()
    const rider = await carrier()
    const asked = await ask(rider, 15_000, as)
    await holdCash(world.db, world.store, rider.id, -1_000, world.clock.instant())
    const late = await approve(asked.body.id)
    expect([late.status, late.body.error.reason]).toEqual([409, 'overtaken'])
    expect(late.body.error.message).toContain('holds ₹240.00 now, not ₹250.00')
    const again = await ask(rider, 15_000, as)
    const refused = await world.app.call(`POST /approvals/${again.body.id}/refuse`, {
      as: checker,
      body: { version: 1, reason: 'Count again' },
    })
    expect(refused.status).toBe(200)
    expect(await holder(rider)).toMatchObject({ balance: inr(24_000), asked: null })
  })

  test('that a limit covers is not asked for', async () => {
    const rider = await carrier()
    expect((await ask(rider, 5_000, await cashier())).body.error.reason).toBe('needs-no-approval')
  })
})
