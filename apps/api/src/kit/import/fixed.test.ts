import { newId } from '@larder/contract'
import { stringify } from 'csv-stringify/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMachine, addStore } from '../../../test/factories.ts'
import { check, sendFile } from '../../../test/imports.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const fixed = (said: Record<string, string>) => `?fixed=${encodeURIComponent(String(new URLSearchParams(said)))}`
const group = stringify([
  ['Name', 'At least', 'At most', 'Free', 'Choices'],
  ['Portion', 0, 1, 0, 'Full'],
])

test('a page of what its caller does not reach is refused as one of nothing, whatever lies there', async () => {
  const [mine, theirs] = [await addStore(app.database.db), await addStore(app.database.db)]
  const machine = await addMachine(app.database.db, theirs)
  await addMachine(app.database.db, mine, { name: machine.name })
  const person = await app.addStaff({
    permissions: ['machine.view', 'machine.create', 'machine.edit', 'store.view', 'menu.view', 'menu.create', 'menu.edit'],
    scope: { kind: 'store', ids: [mine.id] },
  })
  const file = (name: string) =>
    stringify([
      ['Name', 'Kind'],
      [name, 'Till'],
    ])
  const asked = async (path: string, storeId: string, content: string, said: Record<string, string> = {}) => {
    const { status, body } = await sendFile(app, `${path}${fixed({ storeId, ...said })}`, person, content)
    const { reason, message, fields } = body.error ?? {}
    return { status, reason, message, fields }
  }
  const nowhere = {
    status: 422,
    reason: 'reference-not-found',
    message: 'Store does not exist.',
    fields: { 'query.fixed.storeId': 'does not exist' },
  }
  for (const storeId of [theirs.id, newId()])
    for (const name of [machine.name, newId()])
      for (const verb of ['import/check', 'import']) expect(await asked(`/machines/${verb}`, storeId, file(name))).toEqual(nowhere)
  expect(await asked('/choice-groups/import/check', theirs.id, group, { kind: 'addon' })).toEqual(nowhere)
  expect(await asked('/choice-groups/import/check', mine.id, group, { kind: 'addon' })).toMatchObject({ status: 200 })
  expect(await asked('/machines/import/check', mine.id, file(machine.name))).toMatchObject({ status: 200 })
  // Nor does a row tell of it that names the place itself, by name or by id.
  for (const cells of [
    ['Store', theirs.display_name],
    ['Store id', theirs.id],
  ])
    for (const name of [machine.name, newId()]) {
      const rows = stringify([
        ['Name', 'Kind', cells[0]],
        [name, 'Till', cells[1]],
      ])
      const looked = await check(app, '/machines', person, rows)
      expect(looked.rows.map(({ problems }) => problems)).toEqual([[{ column: cells[0], why: 'does not exist' }]])
    }
})
