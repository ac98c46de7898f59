import { fieldsOf, innerOf, type NamedEndpoint, type Schema } from '@larder/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sends } from './examples.ts'
import { endpoints, type SweptProduct, sweptProduct } from './swept-product.ts'

type Path = readonly string[]

/** What is compared with amounts that are there, each in its own currency, and sets none. */
const compared = [
  /^item\.write items\.0\.seen\./,
  /^change-set\.\w+ filter\./,
  // Of stores in several currencies: each row that the amount is not of says so, and stays.
  /^change-set\.\w+ change\.price\.amount$/,
]

/** Where an example leaves a list out: an entry from the example of another call. */
const donors: Readonly<Record<string, string>> = {
  'area.update feeTiers': 'area.create',
  'store.update feeTiers': 'area.create',
  'choice-group.update choices': 'choice-group.create',
}

/** Where a body takes an amount, as a list of keys each; `0`: in the first entry of a list. */
function amountsOf(schema: Schema | undefined): Path[] {
  if (!schema) return []
  const own = innerOf(schema)
  const { element } = own._zod.def as { element?: Schema }
  const parts = element ? { 0: element } : fieldsOf(own)
  if ('minor' in parts && 'currency' in parts) return [[]]
  return Object.entries(parts).flatMap(([key, part]) => amountsOf(part).map((path) => [key, ...path]))
}

function withForeign(body: unknown, [key, ...rest]: Path): unknown {
  if (key === undefined) return { minor: 1_000_000, ...(body as object), currency: 'EUR' }
  if (Array.isArray(body)) return body.with(Number(key), withForeign(body[Number(key)], rest))
  return { ...(body as object), [key]: withForeign((body as Record<string, unknown> | undefined)?.[key], rest) }
}

const cases = sends
  .flatMap((endpoint) => amountsOf(endpoint.shape.body).map((path) => ({ endpoint, path, name: `${endpoint.name} ${path.join('.')}` })))
  .filter(({ name }) => !compared.some((each) => each.test(name)))

let product: SweptProduct
beforeAll(async () => {
  product = await sweptProduct()
})
afterAll(() => product.app.close())

async function donated(name: string, key: string): Promise<object> {
  const donor = endpoints.find((each) => each.name === donors[name])
  return donor ? { [key]: ((await product.exampleOf(donor)).body as Record<string, unknown>)[key] } : {}
}

test('amounts come in by these calls', () => {
  expect(cases.length).toBeGreaterThan(40)
})

test.each(cases)('$name takes no amount in another currency, and says in which it is', async ({ endpoint, path, name }) => {
  const example = await product.exampleOf(endpoint)
  const [key = ''] = path
  const whole = { ...(path.includes('0') && (await donated(`${endpoint.name} ${key}`, key))), ...(example.body as object) }
  const answer = await product.carryOut(endpoint, { ...example, body: withForeign(whole, path) as object })
  if (key !== 'items' && !isLook(endpoint)) expect(answer.status, name).toBeOneOf([409, 422])
  expect(saysCurrency(answer.body), `${name}: ${JSON.stringify(answer.body)}`).toBe(true)
})

/** Whether it tells what would be, with what stands in its way. Of `items` each is answered for itself. */
function isLook({ shape }: NamedEndpoint): boolean {
  return 'problems' in fieldsOf(shape.response)
}

// By a field's words, or by both amounts where what somebody saw is not so any more.
function saysCurrency(body: unknown): boolean {
  const said = JSON.stringify(body)
  return /must be (in )?INR/.test(said) || (said.includes('₹') && said.includes('€')) || /"body\.collected":"must be/.test(said)
}
