import { newId, savedViewContract, savedViewLimits } from '@larder/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bind } from '#kit/implement.ts'
import { savedViews } from '#modules/saved-view/saved-view.service.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'

let app: TestApp
let asha: Caller
let binu: Caller

beforeAll(async () => {
  app = await testApp({
    contracts: { savedView: savedViewContract },
    modules: [bind(savedViewContract, savedViews.handlers)],
  })
  asha = await app.addStaff({ name: 'Asha' })
  binu = await app.addStaff({ name: 'Binu' })
})
afterAll(() => app.close())

const save = (as: Caller, name: string, isShared: boolean) =>
  app.call('POST /saved-views', { as, body: { resource: 'order', name, query: { status: 'late', sort: '-placedAt' }, isShared } })
const names = async (as: Caller, resource = 'order') =>
  (await app.call(`GET /saved-views?resource=${resource}`, { as })).body.rows.map(({ name }: { name: string }) => name)

test("one sees one's own views and those that are shared", async () => {
  await save(asha, 'Late now', true)
  await save(asha, 'My own', false)
  expect(await names(asha)).toEqual(['Late now', 'My own'])
  expect(await names(binu)).toEqual(['Late now'])
  expect(await names(binu, 'store')).toEqual([])
  const [shared] = (await app.call('GET /saved-views?resource=order', { as: binu })).body.rows
  expect(shared).toMatchObject({ ownerName: 'Asha', isMine: false, query: { status: 'late', sort: '-placedAt' } })
})

test('a view is changed and deleted by its owner alone, at the version they saw', async () => {
  const { id } = (await save(asha, 'Refunds', true)).body
  const change = (as: Caller, body: object) => app.call(`PATCH /saved-views/${id}`, { as, body })
  expect((await change(binu, { version: 1, name: 'Mine now' })).status).toBe(404)
  expect((await change(asha, { version: 1, isShared: false })).body).toMatchObject({ name: 'Refunds', isShared: false, version: 2 })
  expect((await change(asha, { version: 1, name: 'Late' })).body.error.current).toMatchObject({ version: 2 })
  const remove = (as: Caller) => app.call(`DELETE /saved-views/${id}`, { as, body: { version: 2 } })
  expect((await remove(binu)).status).toBe(404)
  expect((await remove(asha)).body).toEqual({ id })
  expect((await remove(asha)).status).toBe(404)
})

test('a view is limited in what it holds', async () => {
  const long = await app.call('POST /saved-views', {
    as: asha,
    body: { resource: 'order', name: 'x', isShared: false, query: { q: 'x'.repeat(501) } },
  })
  expect(long.status).toBe(422)
  const filters = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`key-${index}`, 'x'.repeat(450)]))
  const many = await app.call('POST /saved-views', { as: asha, body: { resource: 'order', name: 'x', isShared: false, query: filters } })
  expect(many.body.error.fields).toEqual({ 'body.query': 'is too long: at most 4000 characters' })
  expect((await app.call('GET /saved-views?resource=../../etc', { as: asha })).status).toBe(422)
})

describe('of one person', () => {
  const fill = (owner: Caller, count: number, isShared: boolean) =>
    app.database.db
      .insertInto('saved_view')
      .values(
        Array.from({ length: count }, (_, index) => ({
          id: newId(),
          staff_id: owner.id,
          resource: 'store',
          name: `View ${String(index).padStart(3, '0')}`,
          query: '{}',
          is_shared: isShared,
        })),
      )
      .execute()

  test('so many views are kept and so many shared, also when two are saved at once', async () => {
    const chitra = await app.addStaff({ name: 'Chitra' })
    await fill(chitra, savedViewLimits.shared - 1, true)
    const answers = await Promise.all([save(chitra, 'A', true), save(chitra, 'B', true), save(chitra, 'C', true)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const refused = answers.find(({ status }) => status === 409)?.body.error
    expect(refused).toMatchObject({
      kind: 'refused',
      reason: 'limit-reached',
      message: expect.stringContaining('You already share 20 views'),
    })
    const { id } = (await save(chitra, 'Mine', false)).body
    const share = await app.call(`PATCH /saved-views/${id}`, { as: chitra, body: { version: 1, isShared: true } })
    expect(share.body.error.reason).toBe('limit-reached')
    await fill(chitra, savedViewLimits.views - savedViewLimits.shared - 2, false)
    const last = await Promise.all([save(chitra, 'D', false), save(chitra, 'E', false)])
    expect(last.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await app.database.db.selectFrom('saved_view').select('id').where('staff_id', '=', chitra.id).execute()).toHaveLength(100)
    expect((await app.call(`PATCH /saved-views/${id}`, { as: chitra, body: { version: 1, name: 'Renamed' } })).status).toBe(200)
  })

  test('a new view is on the first page however many others share theirs; the pages hold each view once', async () => {
    for (let person = 0; person < 15; person++) await fill(await app.addStaff({ name: `Sharer ${person}` }), savedViewLimits.shared, true)
    const divya = await app.addStaff({ name: 'Divya' })
    await app.call('POST /saved-views', { as: divya, body: { resource: 'store', name: 'Zebra', query: {}, isShared: false } })
    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const { body } = await app.call(`GET /saved-views?resource=store&limit=100${cursor}`, { as: divya })
      if (!cursor) expect(body.rows[0]).toMatchObject({ name: 'Zebra', isMine: true })
      seen.push(...body.rows.map(({ id }: { id: string }) => id))
      if (!body.next) break
      cursor = `&cursor=${body.next}`
    }
    const visible = 16 * savedViewLimits.shared
    expect([seen.length, new Set(seen).size]).toEqual([visible, visible])
  })

  test('what is shared can be deleted by whoever keeps the settings too, and nothing else of theirs', async () => {
    const [elsa, keeper] = [await app.addStaff({ name: 'Elsa' }), await app.addStaff({ permissions: ['setting.delete'] })]
    const [shared, own] = [(await save(elsa, 'Shared', true)).body, (await save(elsa, 'Own', false)).body]
    await app.database.db.updateTable('staff').set({ status: 'deactivated' }).where('id', '=', elsa.id).execute()
    const remove = (id: string, as: Caller) => app.call(`DELETE /saved-views/${id}`, { as, body: { version: 1 } })
    expect((await remove(shared.id, binu)).status).toBe(404)
    expect((await remove(own.id, keeper)).status).toBe(404)
    expect((await app.call(`PATCH /saved-views/${shared.id}`, { as: keeper, body: { version: 1, name: 'x' } })).status).toBe(404)
    const listed = (await app.call('GET /saved-views?resource=order&q=shared', { as: keeper })).body.rows
    expect(listed).toMatchObject([{ name: 'Shared', isMine: false, isRemovable: true }])
    expect((await remove(shared.id, keeper)).body).toEqual({ id: shared.id })
  })
})
