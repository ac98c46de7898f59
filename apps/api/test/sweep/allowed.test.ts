import { allContracts, type Contract, type NamedEndpoint } from '@larder/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lists, type SweptProduct, sweptProduct } from './swept-product.ts'
import { addVariedRows } from './varied-rows.ts'

/** Lists whose rows are read one by one as well. */
const read = lists.filter(({ name, path }) => {
  const one = Object.values<Contract>(allContracts)
    .flatMap((contract) => Object.values<NamedEndpoint>(contract))
    .find((endpoint) => endpoint.method === 'GET' && endpoint.path === `${path}/:id`)
  return name.endsWith('.list') && one !== undefined
})
const compared = new Set<string>()

let product: SweptProduct

beforeAll(async () => {
  product = await sweptProduct()
  await addVariedRows(product)
})
afterAll(() => product.app.close())

test.each(read.map((list) => [list.name, list] as const))(
  '%s says of each row what may be done as the record itself does',
  async (name, list) => {
    const { body } = await product.read(list, product.admin, { limit: '25' })
    for (const row of body.rows.filter(({ allowed }: { allowed?: unknown }) => allowed !== undefined)) {
      const one = await product.app.call(`GET ${list.path}/${row.id}`, { as: product.admin })
      expect([row.id, row.allowed]).toEqual([row.id, one.body.allowed])
      compared.add(name)
    }
  },
)

test('many lists have rows to compare', () => {
  expect(compared.size).toBeGreaterThan(20)
})
