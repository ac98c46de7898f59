import { allContracts, type Contract, fieldsOf, importFieldsOf, maskOf, type NamedEndpoint } from '@larder/contract'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { check, exportFile, importFile } from '../imports.ts'
import { type SweptProduct, sweptProduct } from './swept-product.ts'

const contracts: [string, Contract][] = Object.entries<Contract>(allContracts)
/** Every list that is read from files. */
const imported = contracts.filter(([, { import: begin }]) => begin)
/** Lists that people add to and change by a form, and that no file is read into, with why; what takes a recent proof of who one is never is. */
const notImported = {
  savedView: "What a person looks at is theirs, and no list of the installation's.",
  draft: 'What somebody has begun to type.',
  ticket: 'Each is opened about what happened, one at a time.',
  item: 'A file of a menu becomes a change set, which is looked at, published and taken back.',
  menuCategory: 'It comes with the items of a file of a menu.',
  brand: 'It comes with the items of a file of a menu.',
  segment: 'A rule that is put together, and counted before it is kept.',
  storeDocument: 'Each comes with its own file.',
  riderPayRule: 'One a branch and period, which begins on a day to come.',
}

/** What a new one of a list needs and no cell can say, with why: its file changes those that are there. */
const unsaidInFiles: Readonly<Record<string, { fields: readonly string[]; because: string }>> = {
  area: { fields: ['Polygon', 'Fee tiers'], because: 'An outline is drawn.' },
}

/** What nobody sees whole, a file that was exported does not have either. */
const isHidden = ({ shape: { body } }: NamedEndpoint) =>
  body && Object.values(fieldsOf(body)).some((field) => maskOf(field)?.reveal === null)

let product: SweptProduct
beforeAll(async () => {
  product = await sweptProduct({ live: true })
})
afterAll(() => product.app.close())

test('every list with a creation and a change is read from files, or is named here', () => {
  const others = contracts.filter(
    ([, { list, create, update, import: begin }]) =>
      list && create && create.shape.proof !== 'recent' && !isHidden(create) && update && !begin,
  )
  expect(others.map(([name]) => name).sort(), 'a contract needs `imports`, or a reason in notImported').toEqual(
    Object.keys(notImported).sort(),
  )
})

describe.each(imported)('a file of %s', (name, contract) => {
  const list = contract.list as NamedEndpoint
  const { fields, unsaid } = importFieldsOf(contract)

  test('says all that a new one needs', () => {
    expect(unsaid, 'nothing in a file can say it: the field needs `inCell`, or a reason in unsaidInFiles').toEqual(
      unsaidInFiles[name]?.fields ?? [],
    )
  })

  async function fill(): Promise<void> {
    const { create } = contract
    for (let count = 0; create && count < 2; count++) {
      const { status, body } = await product.carryOut(create, await product.exampleOf(create))
      expect(status, JSON.stringify(body)).toBe(200)
    }
  }

  test.each(['csv', 'xlsx'] as const)('that was exported as %s changes nothing', async (format) => {
    await fill()
    const { app, admin } = product
    const { total } = (await app.call(`GET ${list.path}?count=true`, { as: admin })).body
    const file = await exportFile(app, list.path, admin, format)
    const { counts, rows } = await check(app, list.path, admin, file, format)
    expect(rows).toEqual([])
    expect(counts).toEqual({ create: 0, change: 0, refused: 0, unchanged: total.value })
    expect(total.value).toBeGreaterThan(0)
  })

  test('changes what one cell says otherwise, with an entry, and nothing when it comes again', async () => {
    await fill()
    const { app, admin } = product
    const [head = [], ...lines] = parse(await exportFile(app, list.path, admin), { bom: true }) as string[][]
    const now = 'Quite another'
    const field = fields.find(({ form, isOnce, schema }) => form === 'text' && !isOnce && z.safeParse(schema, now).success)
    if (!field) throw new Error(`no field of it takes ${now}`)
    const [line = []] = lines
    const id = line[head.indexOf('ID')]
    const old = line[head.indexOf(field.head)]
    line[head.indexOf(field.head)] = now
    const file = stringify([head, ...lines])
    const { counts, rows } = await check(app, list.path, admin, file)
    expect(counts, JSON.stringify(rows)).toMatchObject({ create: 0, change: 1, refused: 0 })
    expect(rows).toMatchObject([{ row: 2, outcome: 'change', changes: [{ column: field.head, old, new: now }] }])
    const task = await importFile(app, list.path, admin, file)
    expect(task.outcome).toEqual({ done: 1, refused: 0, reasons: [] })
    const entries = await app.database.db
      .selectFrom('audit_entry')
      .select(['entity_id', 'action', 'actor_id'])
      .where('request_id', '=', `task-${task.id}`)
      .where('entity', '=', list.entity)
      .execute()
    expect(entries).toEqual([{ entity_id: id, action: 'update', actor_id: admin.id }])
    expect((await check(app, list.path, admin, file)).counts).toMatchObject({ create: 0, change: 0, refused: 0 })
  })
})
