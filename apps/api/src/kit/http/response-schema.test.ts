import { allContracts, type Contract, contract, get, type NamedEndpoint } from '@larder/contract'
import { type FastifyInstance, fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { checkResponse, responseSchema, serializerOf } from './response-schema.ts'

const Inner = z.strictObject({ a: z.int(), note: z.optional(z.string()) })
const Rich = z.strictObject({
  text: z.nullable(z.string()),
  whole: z.nullable(z.int()),
  flag: z.nullable(z.boolean()),
  word: z.nullable(z.enum(['x', 'y'])),
  always: z.nullable(z.literal('z')),
  inner: z.nullable(Inner),
  list: z.nullable(z.array(Inner)),
  names: z.nullable(z.record(z.string(), z.int())),
  either: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('a'), weight: z.int() }),
    z.strictObject({ kind: z.literal('b'), message: z.nullable(z.string()) }),
  ]),
  maybe: z.nullable(z.union([z.string(), z.int()])),
  any: z.unknown(),
  date: z.iso.datetime(),
})
const full = {
  text: 'a "quoted" \u2028 ü',
  whole: 3,
  flag: false,
  word: 'y',
  always: 'z',
  inner: { a: 1 },
  list: [{ a: 1, note: 'n' }, { a: 2 }],
  names: { one: 1 },
  either: { kind: 'b', message: null },
  maybe: 5,
  any: { deep: [null, 1] },
  date: '2026-11-20T10:00:00.000Z',
}
const empty = {
  text: null,
  whole: null,
  flag: null,
  word: null,
  always: null,
  inner: null,
  list: null,
  names: null,
  either: { kind: 'a', weight: 1 },
  maybe: null,
  any: null,
  date: '2026-11-20T10:00:00.000Z',
}

let server: FastifyInstance
beforeAll(() => {
  server = fastify()
  server.post('/', (request, reply) => serializerOf(reply, Rich)(request.body as Record<string, unknown>))
})
afterAll(() => server.close())

async function serialise(value: object): Promise<unknown> {
  const { payload } = await server.inject({ method: 'POST', url: '/', payload: value })
  return JSON.parse(payload)
}

describe('an answer', () => {
  it.each([
    ['full', full],
    ['empty', empty],
  ])('that is %s leaves as it is', async (_what, value) => {
    expect(Rich.safeParse(value).success).toBe(true)
    expect(await serialise(value)).toEqual(value)
  })

  it('leaves without what its schema does not name, at any depth', async () => {
    const secret = { passwordHash: 'x' }
    const loose = {
      ...full,
      ...secret,
      inner: { a: 1, ...secret },
      list: [{ a: 1, ...secret }],
      either: { kind: 'b', message: 'm', ...secret },
    }
    expect(JSON.stringify(await serialise(loose))).not.toContain('passwordHash')
  })

  it('is written by the serializer of its schema, the same one whichever server answers', async () => {
    const seen: unknown[] = []
    for (const schema of [Rich, Rich, Inner]) {
      const other = fastify()
      other.get('/', (_request, reply) => {
        seen.push(serializerOf(reply, schema))
        return ''
      })
      await other.inject('/')
      await other.close()
    }
    const [first, again, another] = seen
    expect(again).toBe(first)
    expect(another).not.toBe(first)
  })

  it('is refused in tests when a field is missing, stray or of another kind', () => {
    const { show } = contract('rich', { show: get('/rich', { permission: 'public', response: Rich, summary: 'Rich' }) })
    expect(() => checkResponse(show, full)).not.toThrow()
    const { text: _, ...missing } = full
    for (const wrong of [missing, { ...full, stray: 1 }, { ...full, whole: 1.5 }, { ...full, inner: { a: null } }, undefined]) {
      expect(() => checkResponse(show, wrong)).toThrow('rich.show answers what its schema does not allow')
    }
  })

  it('needs no choice between alternatives but for unions that the contract tells apart by a word', () => {
    const endpoints = Object.values(allContracts as Record<string, Contract>).flatMap((given) => Object.values(given)) as NamedEndpoint[]
    const choices = endpoints.filter(({ shape }) => JSON.stringify(responseSchema(shape.response)).includes('"anyOf"'))
    expect(choices.map(({ name }) => name)).toEqual([])
  })
})
