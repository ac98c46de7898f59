import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'

let app: TestApp
let keeper: Caller
let clerk: Caller
beforeAll(async () => {
  app = await testApp()
  keeper = await app.addStaff({ permissions: ['ticket.view', 'setting-reasons.edit'] })
  clerk = await app.addStaff({ permissions: ['ticket.view', 'ticket.edit'] })
})
afterAll(() => app.close())

const draft = { name: 'Late order', text: 'Dear {customer}, {order} is late.', audience: 'outside', sort: 1, active: true }
const add = (body: object = {}, as = keeper) => app.call('POST /macros', { as, body: { ...draft, ...body } })

test('whoever looks after reasons keeps them, and whoever works on tickets reads them', async () => {
  const { body } = await add()
  expect((await add({ name: 'Mine' }, clerk)).status).toBe(401)
  await add({ name: 'Ask the store', audience: 'internal', text: 'Ask {store}, {agent}', sort: 0 })
  const listed = async (query: string) =>
    (await app.call(`GET /macros?${query}`, { as: clerk })).body.rows.map(({ name }: { name: string }) => name)
  expect(await listed('sort=sort')).toEqual(['Ask the store', 'Late order'])
  expect(await listed('audience=outside&active=true')).toEqual(['Late order'])
  const retired = { as: keeper, body: { version: body.version, active: false } }
  expect((await app.call(`PATCH /macros/${body.id}`, retired)).body).toMatchObject({ active: false })
  expect(await listed('audience=outside&active=true')).toEqual([])
})

test('a placeholder that there is not is refused at the text, in a new one and in a change', async () => {
  const fields = { 'body.text': 'knows no {adress}, {}: there are {customer}, {order}, {store}, {agent}' }
  expect((await add({ name: 'Wrong', text: 'To {adress}, {} of {order}' })).body.error.fields).toEqual(fields)
  const { body } = await add({ name: 'Right' })
  const changed = { as: keeper, body: { version: body.version, text: 'To {adress}, {} of {order}' } }
  expect((await app.call(`PATCH /macros/${body.id}`, changed)).body.error.fields).toEqual(fields)
})

test('a name stands once, however it is written', async () => {
  await add({ name: 'Refund sent' })
  expect((await add({ name: 'REFUND ｓent' })).body.error.fields).toMatchObject({ 'body.name': expect.any(String) })
})
