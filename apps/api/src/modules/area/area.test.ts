import { areaContract, crateContract, type Permission, storeLocationContract } from '@larder/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bind } from '#kit/implement.ts'
import { areas } from '#modules/area/area.service.ts'
import { crates } from '#modules/crate/crate.service.ts'
import { storeLocations } from '#modules/store-location/store-location.service.ts'
import { addArea, addBranch, addStore, square } from '../../../test/factories.ts'
import { inr } from '../../../test/rupees.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'

const all: Permission[] = ['setting.view', 'setting.create', 'setting.edit', 'setting.delete']
const moved = (lat: number, lng: number) => square.map((point) => ({ lat: point.lat + lat, lng: point.lng + lng }))
let app: TestApp
let editor: Caller
let branch: Awaited<ReturnType<typeof addBranch>>

beforeAll(async () => {
  const contracts = { area: areaContract, storeLocation: storeLocationContract, crate: crateContract }
  app = await testApp({
    contracts,
    modules: [
      bind(areaContract, areas.handlers),
      bind(storeLocationContract, storeLocations.handlers),
      bind(crateContract, crates.handlers),
    ],
  })
  editor = await app.addStaff({ permissions: all })
  branch = await addBranch(app.database.db)
})
afterAll(() => app.close())

const draft = (given: object = {}) => ({
  branchId: branch.id,
  name: `Area ${crypto.randomUUID()}`,
  polygon: square,
  feeTiers: [
    { maxKm: 3, fee: inr(2500) },
    { maxKm: 6, fee: inr(4500) },
  ],
  minBasket: inr(9900),
  surgePpm: 0,
  active: true,
  ...given,
})
const create = (given: object = {}) => app.call('POST /areas', { as: editor, body: draft(given) })

describe('areas', () => {
  test('a drawn area comes back as it was drawn, with its size', async () => {
    const { status, body } = await create({ name: 'Kadavanthra' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: 'Kadavanthra', polygon: square, minBasket: inr(9900), stores: 0, version: 1 })
    expect(body.feeTiers).toEqual(draft().feeTiers)
    expect(body.areaKm2).toBeGreaterThan(120)
    expect(body.areaKm2).toBeLessThan(123)
    expect((await app.call(`GET /areas/${body.id}`, { as: editor })).body).toEqual(body)
  })

  test.each([
    [
      'tiers that do not rise',
      {
        feeTiers: [
          { maxKm: 6, fee: inr(1) },
          { maxKm: 3, fee: inr(2) },
        ],
      },
      'body.feeTiers.1.maxKm',
    ],
    ['a fee in another currency', { feeTiers: [{ maxKm: 6, fee: { minor: 1, currency: 'EUR' } }] }, 'body.feeTiers.0.fee'],
    ['a least basket in another currency', { minBasket: { minor: 1, currency: 'USD' } }, 'body.minBasket'],
    ['a negative fee', { feeTiers: [{ maxKm: 6, fee: inr(-1) }] }, 'body.feeTiers.0.fee.minor'],
    ['edges that cross', { polygon: [square[0], square[2], square[1], square[3]] }, 'body.polygon'],
    [
      'half of the country',
      { polygon: square.map(({ lat, lng }) => ({ lat: (lat - 9.9) * 50 + 9, lng: (lng - 76.2) * 50 + 76 })) },
      'body.polygon',
    ],
    [
      'a footprint',
      { polygon: square.map(({ lat, lng }) => ({ lat: (lat - 9.9) * 0.001 + 9, lng: (lng - 76.2) * 0.001 + 76 })) },
      'body.polygon',
    ],
    ['a branch that is not there', { branchId: crypto.randomUUID() }, 'body.branchId'],
  ])('%s is 422 on its field', async (_, given, field) => {
    const { status, body } = await create(given)
    expect(status).toBe(422)
    expect(Object.keys(body.error.fields)).toEqual([field])
  })

  test('a name is taken within its branch', async () => {
    const other = await addBranch(app.database.db)
    await create({ name: 'Edappally' })
    expect((await create({ name: 'Edappally' })).body.error.fields).toEqual({ 'body.name': 'is already taken' })
    expect((await create({ name: 'Edappally', branchId: other.id })).status).toBe(200)
  })

  test('shared ground with another active area of the branch is told, not refused', async () => {
    branch = await addBranch(app.database.db)
    const { body: west } = await create({ name: 'West' })
    const { body: east } = await create({ name: 'East', polygon: moved(0, 0.05) })
    const { body: far } = await create({ name: 'Far', polygon: moved(0, 0.15) })
    await create({ name: 'Asleep', active: false })
    expect(east.overlaps).toEqual([{ id: west.id, name: 'West' }])
    expect(far.overlaps).toEqual([])
    const { body } = await app.call(`GET /areas?branchId=${branch.id}`, { as: editor })
    expect(body.rows.map((row: { overlaps: object[] }) => row.overlaps.length)).toEqual([0, 1, 0, 1])
  })

  test('a change keeps what it does not name, moves no area to another branch, and needs the newest version', async () => {
    const { body: area } = await create()
    const change = (body: object) => app.call(`PATCH /areas/${area.id}`, { as: editor, body })
    const { body: changed } = await change({ version: 1, surgePpm: 200_000 })
    expect(changed).toEqual({ ...area, surgePpm: 200_000, version: 2 })
    const stale = await change({ version: 1, surgePpm: 0 })
    expect(stale.status).toBe(409)
    expect(stale.body.error.current).toEqual(changed)
    const other = await addBranch(app.database.db)
    expect((await change({ version: 2, branchId: other.id })).body.error.fields).toHaveProperty(['body.branchId'])
  })

  test('one with stores stays and says how many', async () => {
    const row = await addArea(app.database.db, branch)
    await addStore(app.database.db, { branch, area: row })
    const refused = await app.call(`DELETE /areas/${row.id}`, { as: editor, body: { version: 1 } })
    expect(refused.body.error).toMatchObject({ kind: 'refused', reason: 'in-use', message: 'It is used by 1 store.' })
    const empty = await addArea(app.database.db, branch)
    expect((await app.call(`DELETE /areas/${empty.id}`, { as: editor, body: { version: 1 } })).status).toBe(200)
  })

  test('someone of a branch sees and changes its areas alone', async () => {
    const [mine, theirs] = [await addBranch(app.database.db), await addBranch(app.database.db)]
    const [area, foreign] = [await addArea(app.database.db, mine), await addArea(app.database.db, theirs)]
    const partner = await app.addStaff({ permissions: all, scope: { kind: 'branch', ids: [mine.id] } })
    const officer = await app.addStaff({ permissions: all, scope: { kind: 'store', ids: [crypto.randomUUID()] } })
    const { body } = await app.call('GET /areas', { as: partner })
    expect(body.rows.map(({ id }: { id: string }) => id)).toEqual([area.id])
    expect((await app.call(`PATCH /areas/${foreign.id}`, { as: partner, body: { version: 1, active: false } })).status).toBe(404)
    expect((await app.call(`DELETE /areas/${foreign.id}`, { as: partner, body: { version: 1 } })).status).toBe(404)
    const drawn = await app.call('POST /areas', { as: partner, body: draft({ branchId: theirs.id }) })
    expect(drawn.body.error.fields).toEqual({ 'body.branchId': 'does not exist' })
    expect((await app.call('GET /areas', { as: officer })).body.rows).toEqual([])
  })
})

describe('store locations', () => {
  test('lie within an area that the caller reaches, and keep it while stores sit in them', async () => {
    const [area, other] = [await addArea(app.database.db, branch), await addArea(app.database.db, branch)]
    const place = { areaId: area.id, name: 'Market', point: { lat: 9.95, lng: 76.25 }, active: true }
    const outside = await app.call('POST /store-locations', { as: editor, body: { ...place, point: { lat: 9.5, lng: 76.25 } } })
    expect(outside.body.error.fields).toEqual({ 'body.point': `lies outside of ${area.name}` })
    const { body: location } = await app.call('POST /store-locations', { as: editor, body: place })
    expect(location).toMatchObject({ ...place, areaName: area.name, stores: 0 })
    await addStore(app.database.db, { branch, area, location_id: location.id })
    const change = (body: object) => app.call(`PATCH /store-locations/${location.id}`, { as: editor, body })
    expect((await change({ version: 1, areaId: other.id })).body.error.reason).toBe('in-use')
    expect((await change({ version: 1, point: { lat: 9.5, lng: 76.25 } })).body.error.fields).toHaveProperty(['body.point'])
    expect((await change({ version: 1, name: 'Old market' })).body).toMatchObject({ name: 'Old market', stores: 1 })
    const partner = await app.addStaff({ permissions: all, scope: { kind: 'branch', ids: [crypto.randomUUID()] } })
    expect((await app.call(`GET /store-locations/${location.id}`, { as: partner })).status).toBe(404)
    const foreign = await app.call('POST /store-locations', { as: partner, body: { ...place, name: 'Elsewhere' } })
    expect(foreign.body.error.fields).toEqual({ 'body.areaId': 'does not exist' })
  })
})

test('a crate has its deposit in the currency of the installation', async () => {
  const crate = { code: 'CR-S', name: 'Small', size: 'small', capacityGrams: 8000, deposit: inr(5000), stock: 10, active: true }
  const { body: row } = await app.call('POST /crates', { as: editor, body: crate })
  expect(row).toMatchObject(crate)
  expect((await app.call('POST /crates', { as: editor, body: crate })).body.error.fields).toEqual({ 'body.code': 'is already taken' })
  const change = (deposit: object) => app.call(`PATCH /crates/${row.id}`, { as: editor, body: { version: 1, deposit } })
  expect((await change({ minor: 5, currency: 'EUR' })).body.error.fields).toEqual({ 'body.deposit.currency': 'must be INR' })
  expect((await change(inr(6000))).body.deposit).toEqual(inr(6000))
})
