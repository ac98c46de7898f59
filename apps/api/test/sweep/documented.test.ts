import { allContracts, type Contract, entityOf, fieldOf, mediaTypesOf, type NamedEndpoint } from '@larder/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentSchemas } from '#kit/openapi/schemas.ts'
import { sends } from './examples.ts'
import { type SweptProduct, sweptProduct } from './swept-product.ts'

const schemas = documentSchemas(Object.values<Contract>(allContracts).flatMap((contract) => Object.values(contract)) as NamedEndpoint[])
const described = sends.filter(({ shape: { body } }) => body && !mediaTypesOf(body))

/** Said of what nobody who copies an example could know: that more has to be sent, or that its moment is over or too far off. */
const misled = /is required|past|in the future|later than|ahead|away|within/

let product: SweptProduct
beforeAll(async () => {
  product = await sweptProduct()
})
afterAll(() => product.app.close())

/** The description's example with ids and versions of records that are there. */
function living({ shape: { body: schema } }: NamedEndpoint, told: object, good: object): object {
  const isOfRecord = (key: string) => key === 'version' || (schema && entityOf(fieldOf(schema, key) ?? schema))
  return Object.fromEntries(
    Object.entries({ ...told }).map(([key, value]) => [key, isOfRecord(key) && key in good ? good[key as never] : value]),
  )
}

test.each(described.map((endpoint) => [endpoint.name, endpoint] as const))(
  'the example of %s in the description lacks nothing and lies at a moment that may be named',
  async (_name, endpoint) => {
    const good = await product.exampleOf(endpoint)
    const body = living(endpoint, schemas.exampleOf(endpoint, 'body') as object, good.body as object)
    const { body: answer } = await product.send(endpoint, { ...good, body })
    const refusals = Object.entries(answer?.error?.fields ?? {}).filter(([, why]) => misled.test(String(why)))
    expect(refusals, JSON.stringify(body)).toEqual([])
  },
)
