import { addDays, type CashDay, type CashLine, type LocalDate, msOf, newId } from '@larder/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensurePartitions, monthOfInstant } from '#db/partitions.ts'
import { movableClock } from '#kit/clock.ts'
import { entryInsert, entryOf } from '#modules/ledger/post.service.ts'
import { addBranch, addOrder, addRider, addStore } from '../../../test/factories.ts'
import { plansOf, scansOf } from '../../../test/plans.ts'
import { holdCash } from '../../../test/sweep/examples/cash.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'

const clock = movableClock(msOf('2026-11-20T06:00:00.000Z'))
let app: TestApp
let desk: Caller
let other: Caller
beforeAll(async () => {
  app = await testApp({ clock })
  await ensurePartitions(app.database.db, monthOfInstant('2026-11-01T00:00:00.000Z'), monthOfInstant('2027-12-01T00:00:00.000Z'))
  desk = await app.addStaff({ isAdmin: true, name: 'Meera' })
  other = await app.addStaff({ isAdmin: true, name: 'Arun' })
})
afterAll(() => app.close())

const today = (): LocalDate => new Date(clock.ms() + 330 * 60_000).toISOString().slice(0, 10)
const inr = (minor: number) => ({ minor, currency: 'INR' })

async function world() {
  const { db } = app.database
  const branch = await addBranch(db)
  const store = await addStore(db, { branch, display_name: 'Counter' })
  const riders = [await addRider(db, branch, { name: 'Abin' }), await addRider(db, branch, { name: 'Biju' })] as const
  return { branch, store, riders }
}
type World = Awaited<ReturnType<typeof world>>

const deposit = (owner: object, expected: number, counted: number, isAll = true) =>
  app.call('POST /cash-deposits', {
    as: desk,
    body: { ...owner, expected: inr(expected), counted: inr(counted), isAll, remark: isAll && counted !== expected ? 'Counted so' : null },
  })
const reverse = (id: string) => app.call(`POST /cash-deposits/${id}/reverse`, { as: other, body: { version: 1, reason: 'Wrong' } })
const look = async ({ branch }: World, day: LocalDate): Promise<CashLine[]> =>
  (await app.call(`GET /branches/${branch.id}/day?day=${day}`, { as: desk })).body.cash
const close = ({ branch }: World, day: LocalDate) => app.call('POST /branch-days', { as: desk, body: { branchId: branch.id, day } })
const kept = async (query: string, as = desk): Promise<CashDay[]> => (await app.call(`GET /cash-days?${query}`, { as })).body.rows
const summed = ({ from, opening, collected, deposited, difference, closing }: CashLine) => [
  from.name,
  ...[opening, collected, deposited, difference, closing].map(({ minor }) => minor),
]

test('a holder’s day is what they began with, took, brought and carry over, kept when the day is closed', async () => {
  const here = await world()
  const { branch, store, riders } = here
  const { db } = app.database
  const [abin, biju] = riders
  await holdCash(db, store, abin.id, 5_000, clock.instant())
  const first = today()
  clock.forward(24 * 60)
  const second = today()
  await holdCash(db, store, abin.id, 20_000, clock.instant())
  await holdCash(db, store, null, 700, clock.instant())
  expect((await deposit({ riderId: abin.id }, 25_000, 24_000)).status).toBe(200)
  await holdCash(db, store, biju.id, 9_000, clock.instant())
  expect((await deposit({ riderId: biju.id }, 9_000, 4_000, false)).status).toBe(200)
  clock.forward(24 * 60)
  // What comes after the day is none of it.
  expect((await deposit({ riderId: biju.id }, 5_000, 5_000)).status).toBe(200)

  expect((await look(here, first)).map(summed)).toEqual([['Abin', 0, 5_000, 0, 0, 5_000]])
  const lines = [
    ['Abin', 5_000, 20_000, 24_000, -1_000, 0],
    ['Biju', 0, 9_000, 4_000, 0, 5_000],
    ['Counter', 0, 700, 0, 0, 700],
  ]
  expect((await look(here, second)).map(summed)).toEqual(lines)
  const { status, body: closed } = await close(here, second)
  expect(status).toBe(200)
  expect((await kept(`branchDayId=${closed.id}`)).map(summed).toSorted()).toEqual(lines)
  expect(await kept(`holderId=${biju.id}`)).toEqual([
    expect.objectContaining({ day: second, holder: 'rider', branchDayId: closed.id, branch: { id: branch.id, name: branch.name } }),
  ])
})

test('cash that an order of before deposits brought to the bank itself is deposited on that day, and the day adds up', async () => {
  const here = await world()
  const { db } = app.database
  const { store, riders } = here
  await holdCash(db, store, riders[0].id, 5_000, clock.instant())
  const order = await addOrder(db, store, { payment_method: 'cash', payment_state: 'deposited', status: 'delivered', total_minor: 7_000 })
  const place = { ...order, branch_time_zone: store.time_zone }
  const entries = [
    { kind: 'collected', moved: { 'store-cash': 7_000, customers: -7_000 } },
    { kind: 'deposited', moved: { bank: 7_000, 'store-cash': -7_000 } },
  ] as const
  await entryInsert(
    'test',
    entries.map((entry) => entryOf(place, clock.instant(), entry)),
  ).execute(db)
  const { figures, cash } = (await app.call(`GET /branches/${here.branch.id}/day?day=${today()}`, { as: desk })).body
  expect(cash.map(summed)).toEqual([
    ['Abin', 0, 5_000, 0, 0, 5_000],
    ['Counter', 0, 7_000, 7_000, 0, 0],
  ])
  expect(figures).toMatchObject({ deposited: inr(7_000), held: inr(5_000) })
})

test('what is kept stays, and is kept anew when the day is closed again', async () => {
  const here = await world()
  const { store, riders } = here
  const { db } = app.database
  await holdCash(db, store, riders[0].id, 5_000, clock.instant())
  const day = today()
  clock.forward(24 * 60)
  const { body: closed } = await close(here, day)
  const write = (statement: ReturnType<typeof sql>) =>
    expect(statement.execute(db)).rejects.toThrow('a closed day keeps what its holders had')
  await write(sql`update branch_day_cash set name = 'Somebody' where branch_day_id = ${closed.id}`)
  await write(sql`delete from branch_day_cash where branch_day_id = ${closed.id}`)

  const act = (verb: string, version: number, body: object = {}) =>
    app.call(`POST /branch-days/${closed.id}/${verb}`, { as: other, body: { version, ...body } })
  const { body: reopened } = await act('reopen', closed.version, { reason: 'A name was wrong' })
  await db.updateTable('rider').set({ name: 'Abin K.' }).where('id', '=', riders[0].id).execute()
  expect((await act('close-again', reopened.version)).body.status).toBe('closed')
  expect((await kept(`branchDayId=${closed.id}`)).map(summed)).toEqual([['Abin K.', 0, 5_000, 0, 0, 5_000]])
})

test('a day that is closed late keeps what was deposited on it and held at its end, not what is held by then', async () => {
  const here = await world()
  const { branch, store, riders } = here
  const [abin] = riders
  await holdCash(app.database.db, store, abin.id, 30_000, clock.instant())
  expect((await deposit({ riderId: abin.id }, 30_000, 12_000, false)).status).toBe(200)
  const late = today()
  clock.forward(24 * 60)
  await holdCash(app.database.db, store, abin.id, 5_000, clock.instant())
  expect((await deposit({ riderId: abin.id }, 23_000, 23_000)).status).toBe(200)
  clock.forward(24 * 60)
  const told = { deposited: inr(12_000), held: inr(18_000) }
  const { body: before } = await app.call(`GET /branches/${branch.id}/day?day=${late}`, { as: desk })
  expect(before.figures).toMatchObject(told)
  const { body: closed } = await close(here, late)
  expect(closed.figures).toMatchObject(told)
  const lines = await kept(`branchDayId=${closed.id}`)
  expect(lines.map(({ closing }) => closing.minor)).toEqual([18_000])
  // The day itself stays what it was, whatever is brought after it was closed.
  const { body: after } = await app.call(`GET /branches/${branch.id}/day?day=${late}`, { as: desk })
  expect(after.figures).toEqual(before.figures)
})

test('holders of another branch are nobody’s business, and a store has its own counter alone', async () => {
  const here = await world()
  const { branch, store, riders } = here
  const { db } = app.database
  await holdCash(db, store, riders[0].id, 5_000, clock.instant())
  await holdCash(db, store, null, 700, clock.instant())
  const day = today()
  clock.forward(24 * 60)
  await close(here, day)
  const as = (scope: { kind: 'branch' | 'store'; ids: string[] }) => app.addStaff({ permissions: ['cash.view'], scope })
  expect(await kept('', await as({ kind: 'branch', ids: [(await addBranch(db)).id] }))).toEqual([])
  const ofStore = await kept('', await as({ kind: 'store', ids: [store.id] }))
  expect(ofStore.map(({ from }) => from.name)).toEqual(['Counter'])
  expect(await kept('', await as({ kind: 'branch', ids: [branch.id] }))).toHaveLength(2)
})

test('a day is read back from what is held now over the entries since it began, by an index', async () => {
  const here = await world()
  await holdCash(app.database.db, here.store, null, 700, clock.instant())
  const plans = await plansOf(app, () => look(here, today()))
  const scans = [...scansOf(plans, 'ledger_entry'), ...scansOf(plans, 'cash_held')]
  expect(scans.length).toBeGreaterThan(0)
  expect(scans.every(({ index }) => index !== null)).toBe(true)
})

type Step =
  | { kind: 'take'; who: number; minor: number }
  | { kind: 'deposit'; who: number; share: number; off: number; isAll: boolean }
  | { kind: 'reverse'; which: number }
  | { kind: 'night' }
const who = fc.nat(2)
const steps = fc.array(
  fc.oneof<fc.Arbitrary<Step>[]>(
    fc.record({ kind: fc.constant('take' as const), who, minor: fc.integer({ min: 1, max: 90_000 }) }),
    fc.record({
      kind: fc.constant('deposit' as const),
      who,
      share: fc.double({ min: 0.01, max: 1, noNaN: true }),
      off: fc.integer({ min: -300, max: 300 }),
      isAll: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('reverse' as const), which: fc.nat(20) }),
    fc.constant({ kind: 'night' as const }),
  ),
  { minLength: 12, maxLength: 24 },
)

/** What the accounts on which holders' cash stands came to in a branch by the end of a day. */
async function ledgerAt({ branch }: World, day: LocalDate): Promise<number> {
  const { rows } = await sql<{ minor: number }>`select coalesce(sum(amount), 0)::float8 as minor
    from ledger_entry, unnest(accounts, amounts) as posting (account, amount)
    where branch_id = ${branch.id} and day <= ${day} and account in ('rider-cash', 'store-cash')`.execute(app.database.db)
  return Number(rows[0]?.minor)
}

test('whatever is taken, brought and reversed: closings of every day are the ledger’s, and open the next', async () => {
  const { db } = app.database
  await fc.assert(
    fc.asyncProperty(steps, async (life) => {
      const here = await world()
      const holders = [{ riderId: here.riders[0].id }, { riderId: here.riders[1].id }, { storeId: here.store.id }]
      const held = [0, 0, 0]
      const standing: { id: string; who: number; gone: number }[] = []
      const begun = today()
      for (const step of life) {
        if (step.kind === 'night') clock.forward(24 * 60)
        else if (step.kind === 'take') {
          await holdCash(db, here.store, holders[step.who]?.riderId ?? null, step.minor, clock.instant())
          held[step.who] = (held[step.who] ?? 0) + step.minor
        } else if (step.kind === 'deposit') {
          const has = held[step.who] ?? 0
          if (has === 0) continue
          const counted = step.isAll ? Math.max(0, has + step.off) : Math.max(1, Math.floor(has * step.share))
          const { status, body } = await deposit(holders[step.who] ?? {}, has, counted, step.isAll)
          expect([status, body.error]).toEqual([200, undefined])
          const gone = step.isAll ? has : counted
          held[step.who] = has - gone
          standing.push({ id: body.id, who: step.who, gone })
        } else {
          const [back] = standing.splice(step.which % Math.max(1, standing.length), 1)
          if (!back) continue
          expect((await reverse(back.id)).status).toBe(200)
          held[back.who] = (held[back.who] ?? 0) + back.gone
        }
      }
      clock.forward(24 * 60)
      let before = new Map<string, number>()
      for (let day = begun; day < today(); day = addDays(day, 1)) {
        const live = await look(here, day)
        const { body: closed } = await close(here, day)
        const lines = await kept(`branchDayId=${closed.id}&limit=100`)
        expect(lines.map(summed).toSorted()).toEqual(live.map(summed).toSorted())
        expect(lines.reduce((sum, { closing }) => sum + closing.minor, 0)).toBe(await ledgerAt(here, day))
        const opened = new Map(lines.filter(({ opening }) => opening.minor !== 0).map(({ from, opening }) => [from.id, opening.minor]))
        expect(opened).toEqual(before)
        before = new Map(lines.filter(({ closing }) => closing.minor !== 0).map(({ from, closing }) => [from.id, closing.minor]))
      }
      const now = holders.map(({ riderId, storeId }, at) => [riderId ?? storeId ?? newId(), held[at] ?? 0] as const)
      expect(before).toEqual(new Map(now.filter(([, minor]) => minor !== 0)))
    }),
    { numRuns: 6 },
  )
})
