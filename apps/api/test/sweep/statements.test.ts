import { afterAll, beforeAll, expect, test } from 'vitest'
import { queriesOf } from '../plans.ts'
import { lists, type SweptProduct, sweptProduct } from './swept-product.ts'
import { addVariedRows } from './varied-rows.ts'

const hands = 'whose hands are those of the makers, for who may approve'
/** What a page tells beside its rows, each time in one more statement however long it is; of all other lists it is in the rows. */
const besides: Readonly<Record<string, readonly string[]>> = {
  'approval.list': [hands],
  'audit-entry.list': ['names of the records that changes mention'],
  'bank-account.list': [hands],
  'branch-day.list': [hands],
  'cash-deposit.list': [hands],
  'change-row.list': ['names of tax profiles'],
  'change-set.list': [hands],
  'customer.list': ['for how long an order may be restored', 'what erasures wait for', 'what waits for approval'],
  'segment.list': ['how many customers each rule counts now'],
  'rider.list': ['documents', 'figures of the last weeks', hands],
  'scheduled-order.list': ['the orders of a page, whose numbers are found first'],
  'task.list': ['why rows were refused'],
}

let product: SweptProduct
beforeAll(async () => {
  product = await sweptProduct()
  await addVariedRows(product)
})
afterAll(() => product.app.close())

test('a page of a list is read in one statement, and in as many as are named where it tells more', async () => {
  const told: [string, number][] = []
  for (const list of lists) {
    const read = () => product.read(list, product.admin)
    // Settings that it asks for are known from the first time on.
    await read()
    told.push([list.name, (await queriesOf(product.app, read)).length])
  }
  expect(told).toEqual(lists.map(({ name }) => [name, 1 + (besides[name]?.length ?? 0)]))
})
