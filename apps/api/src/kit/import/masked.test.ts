import { allContracts, idOf, masked, newId, recordContract, text } from '@larder/contract'
import { stringify } from 'csv-stringify/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { addArea, addBranch } from '../../../test/factories.ts'
import { check, exportFile, importFile } from '../../../test/imports.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'
import { registerTask } from '../../modules/task/task.routes.ts'
import { bind } from '../implement.ts'
import { resource } from '../resource.ts'

const mask = (value: string) => `•••• ${value.slice(-2)}`
const spotContract = recordContract('store-location', '/spots', {
  label: 'Spots',
  permission: 'setting',
  draft: { name: masked(text({ max: 80 }), 'customer.reveal', mask), active: z.boolean() },
  once: { areaId: idOf('area'), lat: z.number(), lng: z.number() },
  extra: {},
  filters: {},
  sorts: ['active'],
  imports: 'setting.edit',
})
const spots = resource(spotContract, {
  table: 'store_location',
  permission: 'setting.view',
  rows: (db) => db.selectFrom('store_location').innerJoin('area', 'area.id', 'store_location.area_id').selectAll('store_location'),
  scope: { branch: 'area.branch_id' },
  search: {},
  acts: {},
})

let app: TestApp
let whole: Caller
let masking: Caller
let areaId: string

beforeAll(async () => {
  const contracts = { spot: spotContract, task: allContracts.task }
  app = await testApp({ contracts, modules: [bind(spotContract, spots.handlers), registerTask] })
  areaId = (await addArea(app.database.db, await addBranch(app.database.db))).id
  const permissions = ['setting.view', 'setting.create', 'setting.edit', 'setting.export'] as const
  masking = await app.addStaff({ permissions: [...permissions] })
  whole = await app.addStaff({ permissions: [...permissions, 'customer.reveal'] })
})
afterAll(() => app.close())

const add = async () => {
  const body = { name: `Behind the mill, ${newId().slice(-12)}`, active: true, areaId, lat: 9, lng: 76 }
  const answer = await app.call('POST /spots', { as: whole, body })
  expect(answer).toMatchObject({ status: 200, body: { name: body.name } })
  return answer.body
}
const read = async (id: string) => (await app.call(`GET /spots/${id}`, { as: whole })).body
const fileOf = (id: string, name: string, active: string) =>
  stringify([
    ['ID', 'Name', 'Active'],
    [id, name, active],
  ])

test('what is masked in an export says nothing new when it comes back, whoever sends it', async () => {
  const { id, name } = await add()
  const exported = (await exportFile(app, '/spots', masking)).toString()
  expect([exported.includes(mask(name)), exported.includes(name)]).toEqual([true, false])
  for (const as of [masking, whole])
    expect(await check(app, '/spots', as, exported)).toMatchObject({ rows: [], counts: { change: 0, refused: 0 } })
  await importFile(app, '/spots', masking, fileOf(id, mask(name), 'No'))
  expect(await read(id)).toMatchObject({ name, active: false })
})

test('a mask is never written over what it hides, and no look at a file tells that', async () => {
  const { id, name } = await add()
  for (const as of [masking, whole]) {
    const { rows } = await check(app, '/spots', as, fileOf(id, '•••• zz', 'Yes'))
    expect(rows).toMatchObject([{ outcome: 'refused', problems: [{ column: 'Name', why: 'is masked: give all of it, or leave it out' }] }])
  }
  const { rows: none } = await check(
    app,
    '/spots',
    masking,
    stringify([
      ['Name', 'Active', 'Area id', 'Lat', 'Lng'],
      [mask(name), 'Yes', areaId, '9', '76'],
    ]),
  )
  expect(none).toMatchObject([{ outcome: 'refused', problems: [{ column: 'Name' }] }])
  const looked = await check(app, '/spots', masking, fileOf(id, 'In front of it', 'Yes'))
  expect(looked.rows).toMatchObject([{ outcome: 'change', changes: [{ column: 'Name', old: mask(name), new: 'In front of it' }] }])
  expect(JSON.stringify(looked)).not.toContain(name)
  // Whether it is what somebody guessed, it does not tell either.
  expect((await check(app, '/spots', masking, fileOf(id, name, 'Yes'))).counts).toMatchObject({ change: 1, unchanged: 0 })
  expect((await check(app, '/spots', whole, fileOf(id, name, 'Yes'))).counts).toMatchObject({ change: 0, unchanged: 1 })
  expect(await read(id)).toMatchObject({ name, version: 1 })
})
