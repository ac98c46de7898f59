import { riderContract } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensurePartitions } from '#db/partitions.ts'
import { bind } from '#kit/implement.ts'
import { riderHandlers } from '#modules/rider/rider-reveal.service.ts'
import { addBranch, addOrder, addRider, addStore, copyOrder } from '../../../test/factories.ts'
import { plansOf, scansOf } from '../../../test/plans.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'

const at = '2026-11-20T08:00:00.000Z'
let app: TestApp
let staff: Caller

beforeAll(async () => {
  app = await testApp({ contracts: { rider: riderContract }, modules: [bind(riderContract, riderHandlers)] })
  staff = await app.addStaff({ permissions: ['rider.view'] })
  await ensurePartitions(app.database.db, '2026-10', '2026-12')
})
afterAll(() => app.close())

const list = async (query: string, as = staff) => (await app.call(`GET /riders?${query}`, { as })).body
const namesOf = (page: { rows: { name: string }[] }) => page.rows.map(({ name }) => name)

test('riders of the scope with shift and search; those who left are gone', async () => {
  const { db } = app.database
  const [here, there] = [await addBranch(db), await addBranch(db)]
  await addRider(db, here, { name: 'Arun', phone: '+919447012345', cash_in_hand_minor: 12_000, lat: 9.95, lng: 76.25, positioned_at: at })
  await addRider(db, here, { name: 'Biju', shift_state: 'off' })
  await addRider(db, here, { name: 'Cyril', shift_state: 'break' })
  await addRider(db, here, { name: 'Dev', status: 'left' })
  await addRider(db, there, { name: 'Eldho' })
  const partner = await app.addStaff({ permissions: ['rider.view'], scope: { kind: 'branch', ids: [here.id] } })
  const officer = await app.addStaff({ permissions: ['rider.view'], scope: { kind: 'store', ids: [crypto.randomUUID()] } })
  expect(namesOf(await list('', partner))).toEqual(['Arun', 'Biju', 'Cyril'])
  expect(namesOf(await list('', officer))).toEqual([])
  expect(namesOf(await list(`branchId=${there.id}`))).toEqual(['Eldho'])
  expect(namesOf(await list('shiftState=on-shift', partner))).toEqual(['Arun', 'Cyril'])
  expect(namesOf(await list('shiftState=off', partner))).toEqual(['Biju'])
  expect(namesOf(await list('q=94470%2012', partner))).toEqual(['Arun'])
  const { rows } = await list('q=ARUN', partner)
  expect(rows[0]).toMatchObject({
    branch: { id: here.id, name: here.name },
    cashInHand: { minor: 12_000, currency: 'INR' },
    point: { lat: 9.95, lng: 76.25 },
    activeOrders: 0,
  })
})

test('the load of each is counted from active orders alone, however long their history', async () => {
  const { db } = app.database
  const store = await addStore(db)
  const [busy, idle] = [
    await addRider(db, { id: store.branch_id, currency: 'INR' }),
    await addRider(db, { id: store.branch_id, currency: 'INR' }),
  ]
  const model = await addOrder(db, store, { at, status: 'delivered', rider_id: busy.id })
  await copyOrder(db, model, 20_000, { status: sql`case when n <= 3 then 'picked_up' else 'delivered' end` })
  await sql`analyze orders`.execute(db)
  const load = async () =>
    (await list(`branchId=${store.branch_id}`)).rows.map((row: { id: string; activeOrders: number }) => [row.id, row.activeOrders])
  expect(new Map(await load())).toEqual(
    new Map([
      [busy.id, 3],
      [idle.id, 0],
    ]),
  )
  const scans = scansOf(await plansOf(app, load), 'orders').filter(({ looked }) => looked > 0)
  expect(scans.reduce((sum, { looked }) => sum + looked, 0)).toBe(3)
})
