import { fieldsOf, type NamedEndpoint } from '@larder/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factsOf } from '#kit/import/facts-of.ts'
import { queriesOf } from '../plans.ts'
import { lists, type SweptProduct, sweptProduct } from './swept-product.ts'
import { addVariedRows } from './varied-rows.ts'

/** What a page tells beside its rows, each time in one more statement however long it is; of all other lists it is in the rows. */
const besides: Readonly<Record<string, readonly string[]>> = {
  'audit-entry.list': ['names of the records that changes mention'],
  'change-row.list': ['names of tax profiles'],
  'customer.list': ['for how long an order may be restored', 'what erasures wait for', 'what waits for approval'],
  'segment.list': ['how many customers each rule counts now'],
  'rider.list': ['documents', 'figures of the last weeks'],
  'scheduled-order.list': ['the orders of a page, whose numbers are found first'],
  'task.list': ['why rows were refused'],
}

/** Nothing on its first page waits for somebody. */
const unchecked = new Set(['store.list'])
/** Of what somebody checks, whose hands are those of the makers, for who may. */
const tellsHands = ({ entity, name, shape }: NamedEndpoint) =>
  !unchecked.has(name) &&
  'allowed' in fieldsOf(shape.response) &&
  Object.values<{ madeBy?: unknown }>(factsOf(entity)?.declared.acts ?? {}).some(({ madeBy }) => madeBy)

let product: SweptProduct
beforeAll(async () => {
  product = await sweptProduct()
  await addVariedRows(product)
})
afterAll(() => product.app.close())

test('a page of a list is read in one statement, and in as many as are named where it tells more', async () => {
  const told: [string, number][] = []
  const asked: string[] = []
  for (const list of lists) {
    const read = () => product.read(list, product.admin)
    // What is known for a while is asked for the first time, and whenever the while ends: what every read asks is the least of several.
    const reads = [await queriesOf(product.app, read), await queriesOf(product.app, read), await queriesOf(product.app, read)]
    const [own = []] = reads.toSorted((a, b) => a.length - b.length)
    told.push([list.name, own.length])
    asked.push(...own.map(({ sql }) => `${list.name}: ${sql.slice(0, 200)}`))
  }
  expect(told, asked.join('\n')).toEqual(
    lists.map((list) => [list.name, 1 + (besides[list.name]?.length ?? 0) + (tellsHands(list) ? 1 : 0)]),
  )
})
