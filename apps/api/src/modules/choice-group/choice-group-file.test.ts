import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { plainText } from '#kit/import/read-cell.ts'
import { addItem, addStore } from '../../../test/factories.ts'
import { check, exportFile, importFile, sendFile } from '../../../test/imports.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'

let app: TestApp
let editor: Caller
let store: Awaited<ReturnType<typeof addStore>>

const permissions = ['menu.view', 'menu.create', 'menu.edit', 'menu.delete', 'store.view'] as const

beforeAll(async () => {
  app = await testApp()
  editor = await app.addStaff({ permissions: [...permissions] })
})
afterAll(() => app.close())
beforeEach(async () => {
  store = await addStore(app.database.db)
})

const path = '/choice-groups'
const inr = (minor: number) => ({ minor, currency: 'INR' })
const item = (sku: string, given: object = {}, of = store) => addItem(app.database.db, of, { sku, ...given })
const heads = ['Store', 'Kind', 'Name', 'At least', 'At most', 'Free', 'Choices', 'Items by SKU']
const fileOf = (...rows: unknown[][]) => stringify([heads, ...rows])
const row = (given: Partial<Record<(typeof heads)[number], unknown>> = {}) => {
  const said = {
    ...{ Store: store.display_name, Kind: 'Option', Name: 'Portion', 'At least': 1, 'At most': 1, Free: 0 },
    ...{ Choices: 'Full; Half: -40', 'Items by SKU': '' },
    ...given,
  }
  return heads.map((head) => said[head as keyof typeof said])
}
const exported = (format: 'csv' | 'xlsx' = 'csv', of = store) => exportFile(app, path, editor, format, { storeId: of.id })
const groups = async (of = store) => {
  const { rows } = (await app.call(`GET ${path}?storeId=${of.id}&sort=name&limit=100`, { as: editor })).body
  return rows as Record<string, unknown>[]
}
const told = async (of = store) =>
  (await groups(of)).map(({ kind, name, minChoices, maxChoices, freeChoices, choices, skus }) => ({
    ...{ kind, name, minChoices, maxChoices, freeChoices, choices, skus },
  }))
const add = async (body: object) => {
  const answer = await app.call(`POST ${path}`, { as: editor, body: { storeId: store.id, ...body } })
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
  return answer.body
}

describe('a file of choice groups', () => {
  test('adds a group with its choices and items, and changes what another cell says', async () => {
    await item('APPAM')
    await item('PUTTU;1')
    await importFile(
      app,
      path,
      editor,
      fileOf(row({ Choices: 'Full; Half: -40; 500 g (not available)', 'Items by SKU': 'PUTTU\\;1; APPAM' })),
    )
    expect(await groups()).toMatchObject([
      {
        ...{ kind: 'option', name: 'Portion', minChoices: 1, maxChoices: 1, freeChoices: 0, items: 2, skus: ['APPAM', 'PUTTU;1'] },
        choices: [
          { name: 'Full', priceDelta: null, available: true },
          { name: 'Half', priceDelta: inr(-4000), available: true },
          { name: '500 g', priceDelta: null, available: false },
        ],
      },
    ])
    const [head = [], line = []] = parse(await exported(), { bom: true }) as string[][]
    expect(line[head.indexOf('Choices')]).toBe('Full; Half: -40.00 INR; 500 g (not available)')
    line[head.indexOf('Choices')] = 'Full;Half:-35'
    line[head.indexOf('Items by SKU')] = 'APPAM'
    const file = stringify([head, line])
    const looked = await check(app, path, editor, file)
    expect(looked.rows).toMatchObject([
      {
        outcome: 'change',
        changes: [
          { column: 'Choices', old: 'Full; Half: -40.00 INR; 500 g (not available)', new: 'Full;Half:-35' },
          { column: 'Items by SKU', old: 'APPAM; PUTTU\\;1', new: 'APPAM' },
        ],
      },
    ])
    await importFile(app, path, editor, file)
    expect(await told()).toMatchObject([{ choices: [{ name: 'Full' }, { priceDelta: inr(-3500) }], skus: ['APPAM'] }])
    expect((await check(app, path, editor, file)).counts, 'said otherwise, and the same').toMatchObject({ change: 0, unchanged: 1 })
    const entries = await app.database.db
      .selectFrom('audit_entry')
      .selectAll()
      .where('entity_id', '=', (await groups())[0]?.id as string)
      .orderBy('id')
      .execute()
    expect(entries.map(({ action }) => action)).toEqual(['create', 'update'])
  })

  test('says of each bad row which it is, which column, and which choice; of none of them anything is done', async () => {
    await item('CHEAP', { price_minor: 1000 })
    const other = await addStore(app.database.db)
    await item('THEIRS', {}, other)
    const file = fileOf(
      row({ Name: 'Good' }),
      row({ Name: 'Twice', Choices: 'Full; full' }),
      row({ Name: 'Words', Choices: 'Full: much' }),
      row({ Name: 'None', Choices: '' }),
      row({ Name: 'Foreign money', Choices: 'Full; Half: 3 USD' }),
      row({ Name: 'Extra', Kind: 'Add-on', Choices: 'Cheese: -5' }),
      row({ Name: 'Below nothing', 'Items by SKU': 'CHEAP' }),
      row({ Name: 'Not there', 'Items by SKU': 'CHEAP; THEIRS' }),
      row({ Name: 'Item twice', 'Items by SKU': 'CHEAP; CHEAP' }),
      row({ Name: 'More than most', 'At least': 2 }),
      row({ Name: 'Fixed', Kind: 'Size' }),
      row({ Name: 'Elsewhere', Store: 'No such store' }),
      row({ Name: 'good' }),
    )
    const { rows, counts } = await check(app, path, editor, file)
    expect(counts).toEqual({ create: 1, change: 0, unchanged: 0, refused: 12 })
    const problems = rows.filter(({ outcome }) => outcome === 'refused').map((each) => [each.row, ...each.problems.map(Object.values)])
    expect(problems).toEqual([
      [3, ['Choices', 'choice 2 stands here twice']],
      [4, ['Choices', expect.stringContaining('choice 1 has no amount behind its colon')]],
      [5, ['Choices', 'needs at least one choice']],
      [6, ['Choices', 'choice 2 must be in INR']],
      [7, ['Choices', 'choice 1 must not be negative: an add-on comes on top']],
      [8, ['Choices', expect.stringContaining('costs ₹10.00, and its options would take off up to ₹40.00')]],
      [9, ['Items by SKU', 'has THEIRS, which no item of the store has']],
      [10, ['Items by SKU', 'has CHEAP twice']],
      [11, ['At most', 'must be no less than the least']],
      [12, ['Kind', 'must be Option or Add-on']],
      [13, ['Store', 'does not exist']],
      [14, ['Name', 'is that of row 2 as well']],
    ])
    const task = await importFile(app, path, editor, file)
    expect(task.outcome).toMatchObject({ done: 1, refused: 12 })
    expect((await groups()).map(({ name }) => name)).toEqual(['Good'])
  })

  test('that was exported before takes back what a later one changed', async () => {
    await item('APPAM')
    const group = { kind: 'addon', name: 'Sides', minChoices: 0, maxChoices: 2, freeChoices: 1, skus: ['APPAM'] }
    await add({ ...group, choices: [{ name: 'Papad', priceDelta: inr(1000), available: true }] })
    const [before, file] = [await told(), (await exported()).toString()]
    await importFile(app, path, editor, file.replace('Papad: 10.00', 'Papad: 99.00').replace(',APPAM,', ',,'))
    expect(await told()).not.toEqual(before)
    expect((await groups())[0]).toMatchObject({ items: 0 })
    await importFile(app, path, editor, file)
    expect(await told()).toEqual(before)
  })

  test('is for whoever edits menus, within their reach', async () => {
    const theirs = await addStore(app.database.db)
    const scope = { kind: 'store' as const, ids: [store.id] }
    const officer = await app.addStaff({ permissions: [...permissions], scope })
    const looker = await app.addStaff({ permissions: ['menu.view'], scope })
    const file = fileOf(row(), row({ Store: theirs.display_name }))
    expect((await sendFile(app, `${path}/import/check`, looker, file)).status).toBe(401)
    const looked = await check(app, path, officer, file)
    expect(looked.counts).toMatchObject({ create: 1, refused: 1 })
    expect(looked.rows[0]?.problems).toEqual([{ column: 'Store', why: 'does not exist' }])
    await add({ storeId: theirs.id, kind: 'option', name: 'Secret', minChoices: 0, maxChoices: 1, choices: [choice('A')] })
    expect((await exportFile(app, path, looker)).toString()).not.toContain('Secret')
  })
})

const choice = (name: string) => ({ name, priceDelta: null, available: true })
const hostile = fc
  .tuple(
    fc.constantFrom('=', '+', '-', '@', "'", '"', ',', ';', ':', '; =', '\\', '＝', ''),
    fc.string({ unit: 'grapheme-ascii', maxLength: 8 }),
  )
  .map((parts) => parts.join('').trim())
const Delta = fc.option(fc.integer({ min: 0, max: 500_000 }), { nil: null })
const Group = fc.record({
  kind: fc.constantFrom('option', 'addon'),
  // What starts with an apostrophe of its own before a formula's sign is told from a guard by nothing.
  name: hostile.filter((name) => plainText(name) === name),
  most: fc.integer({ min: 1, max: 5 }),
  free: fc.nat({ max: 1 }),
  choices: fc.uniqueArray(fc.record({ name: hostile, delta: Delta, available: fc.boolean() }), {
    ...{ minLength: 1, maxLength: 5, selector: ({ name }: { name: string }) => name.toLowerCase() },
  }),
  items: fc.subarray([0, 1, 2]),
})
const codes = ['=1+1', 'A;=B', "'@C"]

test.each(['csv', 'xlsx'] as const)(
  'whatever a menu offers, its own export as %s changes nothing, and makes the same of another store',
  async (format) => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(Group, { minLength: 1, maxLength: 4, selector: ({ name }) => name.toLowerCase() }), async (given) => {
        // So many files a minute are a person's.
        editor = await app.addStaff({ permissions: [...permissions] })
        const [here, there] = [await addStore(app.database.db), await addStore(app.database.db)]
        for (const of of [here, there]) for (const sku of codes) await item(sku, {}, of)
        let added = 0
        for (const { kind, name, most, free, choices, items } of given) {
          const body = {
            ...{ storeId: here.id, kind, name, minChoices: 0, maxChoices: most, freeChoices: Math.min(free, most) },
            choices: choices.map(({ delta, ...each }) => ({ ...each, priceDelta: delta === null ? null : inr(delta) })),
            skus: items.map((at) => codes[at]),
          }
          // A name that nobody can see, or that is another's in another form, is not taken.
          const { status } = await app.call(`POST ${path}`, { as: editor, body })
          expect([200, 422]).toContain(status)
          if (status === 200) added++
        }
        fc.pre(added > 0)
        const file = await exported(format, here)
        expect((await check(app, path, editor, file, format)).counts).toEqual({ create: 0, change: 0, refused: 0, unchanged: added })
        if (format === 'xlsx') return
        const [head = [], ...lines] = parse(file, { bom: true }) as string[][]
        const said = (line: string[]) => heads.map((name) => (name === 'Store' ? there.display_name : line[head.indexOf(name)]))
        await importFile(app, path, editor, stringify([heads, ...lines.map(said)], { quoted: true }))
        expect(await told(there)).toEqual(await told(here))
      }),
      { numRuns: 15 },
    )
  },
)

describe('on the page of a store', () => {
  const looked = async (file: string, of = store) => {
    const fixed = new URLSearchParams({ storeId: of.id, kind: 'option' })
    const { status, body } = await sendFile(app, `${path}/import/check?fixed=${encodeURIComponent(String(fixed))}`, editor, file)
    expect([status, body.error]).toEqual([200, undefined])
    return body as { seen: string; counts: object; rows: { outcome: string; problems: object[] }[] }
  }
  const here = ['Name', 'At least', 'At most', 'Free', 'Choices']

  test('rows are of that store without a column for it, and none is of another', async () => {
    const other = await addStore(app.database.db)
    const file = stringify([here, ['Portion', 1, 1, 0, 'Full; Half: -40']])
    const { seen } = await looked(file)
    const fixed = encodeURIComponent(`storeId=${store.id}&kind=option`)
    const begun = await sendFile(app, `${path}/import?seen=${seen}&fixed=${fixed}`, editor, file)
    expect([begun.status, begun.body.error]).toEqual([200, undefined])
    await app.services.tasks.runDue()
    expect(await told()).toMatchObject([{ kind: 'option', name: 'Portion' }])
    const problem = (column: string) => [{ column, why: 'is not that of this page' }]
    const { rows } = await looked(
      fileOf(row({ Name: 'Size', Store: other.display_name }), row({ Name: 'Cut', Kind: 'Add-on' }), row({ Name: 'Spice', Store: '' })),
    )
    const outcomes = Object.groupBy(rows, ({ outcome }) => outcome)
    expect(outcomes.refused?.map(({ problems }) => problems)).toEqual([problem('Store'), problem('Kind')])
    expect(outcomes.create).toHaveLength(1)
    // A record of another store is found by its id, and stays as it is.
    await add({ storeId: other.id, kind: 'option', name: 'Theirs', minChoices: 0, maxChoices: 1, choices: [choice('A')] })
    const theirs = String(await exported('csv', other)).replace('Theirs', 'Ours')
    expect((await looked(theirs)).rows).toMatchObject([{ outcome: 'refused', problems: problem('Store') }])
    const [id] = (await groups(other)).map((group) => group.id)
    expect(
      (
        await looked(
          stringify([
            ['ID', 'Name'],
            [id, 'Ours'],
          ]),
        )
      ).rows,
    ).toMatchObject([{ outcome: 'refused', problems: problem('ID') }])
    const strange = await sendFile(app, `${path}/import/check?fixed=name%3Dx%26none%3Dy`, editor, file)
    expect(strange.body.error.fields).toHaveProperty(['query.fixed'])
  })
})
