import { Writable } from 'node:stream'
import { mediaTypesOf, type NamedEndpoint, newId, permissions } from '@larder/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '#kit/watch/logger.ts'
import { addStore } from '../factories.ts'
import type { Caller } from '../test-app.ts'
import { sends } from './examples.ts'
import { fingerprintOf, tablesWith } from './fingerprint.ts'
import { type SweptProduct, sweptProduct } from './swept-product.ts'
import type { Example } from './world.ts'

/** What is sent with every refused write; nothing may keep it. */
const canary = 'kanarienvogel-4711'
const lines: string[] = []
/** Who tries to sign in is in the record on purpose. */
const guarded = sends.filter(({ shape }) => shape.permission !== 'public' && !mediaTypesOf(shape.body))

let product: SweptProduct
let powerless: Caller
let neighbour: Caller
let keyless: Caller

beforeAll(async () => {
  const log = createLog(
    { logLevel: 'debug' },
    new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk))
        done()
      },
    }),
  )
  product = await sweptProduct({ log })
  const { app } = product
  powerless = await app.addStaff()
  const elsewhere = await addStore(app.database.db)
  neighbour = await app.addStaff({ permissions: [...permissions], scope: { kind: 'store', ids: [elsewhere.id] } })
  keyless = await app.addChannel([])
})
afterAll(() => product.app.close())

/** Every text in a body is another one. */
const replaced = (body: unknown): object =>
  JSON.parse(JSON.stringify(body ?? {}, (_key, value) => (typeof value === 'string' ? canary : value)))
/** Nothing else is wrong with it than something that no body has. */
const surprising = (body: unknown): object => ({ ...(body as object | undefined), [canary]: canary, surprise: canary })

interface Attempt {
  who: string
  as?: Caller
  body?: object
}

/** Who is refused before the body is read sends whatever it is; who is let in, one that is wrong in one place alone. */
function attemptsOf({ shape: { permission, body: takes } }: NamedEndpoint, { body }: Example, may: Caller | undefined): Attempt[] {
  const isChannel = permission.startsWith('channel:')
  const strangers: Attempt[] = [{ who: 'nobody' }, { who: 'a token of nobody', as: { id: newId(), token: `${canary}-${newId()}` } }]
  if (permission !== 'signed-in')
    strangers.push(isChannel ? { who: 'a key without the scope', as: keyless } : { who: 'somebody without a permission', as: powerless })
  const known: Attempt[] = may ? [{ who: 'who may', as: may }] : []
  if (!isChannel) known.push({ who: 'somebody of another store', as: neighbour })
  if (!takes) return strangers
  return [
    ...strangers.map((attempt) => ({ ...attempt, body: replaced(body) })),
    ...[...strangers, ...known].map((attempt) => ({ ...attempt, body: surprising(body) })),
  ]
}

describe.each(guarded.map((endpoint) => [endpoint.name, endpoint as NamedEndpoint] as const))('%s', (_, endpoint) => {
  test('leaves nothing of what was sent where it is refused: no row, no event, no entry, no key and no line of the log', async () => {
    const example = await product.exampleOf(endpoint)
    const path = endpoint.path.replace(/:(\w+)/g, (__, name: string) => example.params?.[name] ?? newId())
    const attempts = attemptsOf(endpoint, example, product.callerOf(endpoint, example))
    const before = await fingerprintOf(product.app)
    for (const { who, ...call } of attempts) {
      const headers = { 'idempotency-key': `${canary}-${newId()}`, 'user-agent': canary }
      const { status } = await product.app.call(`${endpoint.method} ${path}`, { ...call, headers })
      expect([401, 403, 404, 409, 422, 429], `by ${who}`).toContain(status)
    }
    // Of all of them at once: a look at every table takes longer than what is sent.
    expect(await fingerprintOf(product.app), `by ${attempts.map(({ who }) => who).join(' or ')}`).toEqual(before)
    expect(lines.filter((line) => line.includes(canary))).toEqual([])
  })
})

test('and nothing of it stands in any table', async () => {
  expect(await tablesWith(product.app, canary)).toEqual([])
  expect(lines.length).toBeGreaterThan(0)
})
