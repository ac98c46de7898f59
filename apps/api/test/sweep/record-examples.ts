import {
  type Allowed,
  addDays,
  type Contract,
  entityOf,
  fieldOf,
  LocalDate,
  type NamedEndpoint,
  newId,
  rangeOf,
  type Schema,
  valueWords,
} from '@larder/contract'
import * as z from 'zod/mini'
import { documentSchemas } from '#kit/openapi/schemas.ts'
import type { Example } from './world.ts'

export interface Around {
  /** By entity the id of a record that a draft may name. */
  known: Readonly<Record<string, string>>
  /** The id of one of another entity, made once; nothing where none is made by itself. */
  made(entity: string): Promise<string | undefined>
  /** Makes a call that must be done; answers with the record. */
  done(endpoint: NamedEndpoint, example: Example): Promise<Made>
  /** The same by somebody else than whoever calls then, as these get it. */
  doneByOther(endpoint: NamedEndpoint, example: Example): Promise<Made>
}
interface Made {
  id: string
  version: number
  allowed?: Allowed
}

type Examples = Record<string, () => Promise<Example>>
type Body = Readonly<Record<string, unknown>>
type BodyOf = (endpoint: NamedEndpoint) => Promise<Body>

/**
 * Good calls of the records that are made, changed, acted on, revealed and removed as `recordContract` has it: what the API's description
 * sends, with ids of records that are there, and names and numbers that no other has. What takes more than that has calls of its own.
 */
export function recordExamples(contracts: readonly Contract[], around: Around): Examples {
  const endpoints = contracts.flatMap((contract) => Object.values(contract)) as NamedEndpoint[]
  const schemas = documentSchemas(endpoints)
  const bodyOf = (endpoint: NamedEndpoint) => living(schemas.exampleOf(endpoint, 'body') as Body, endpoint, around)
  return Object.fromEntries(contracts.flatMap((contract) => Object.entries(examplesOf(contract, bodyOf, around))))
}

function examplesOf({ create, ...verbs }: Contract, bodyOf: BodyOf, { done, doneByOther }: Around): Examples {
  if (!create) return {}
  const onOne = Object.values(verbs).filter(({ method, path, shape }) => method !== 'GET' && isOnOne(path, create) && shape.body)
  const isActedOn = ({ path, shape }: NamedEndpoint) => path !== `${create.path}/:id` && shape.body && fieldOf(shape.body, 'version')
  const acts = onOne.filter(isActedOn)

  async function makeOne(make = done) {
    const draft = await bodyOf(create as NamedEndpoint)
    return { draft, made: await make(create as NamedEndpoint, { body: draft }) }
  }
  async function callOn(endpoint: NamedEndpoint, draft: Body, { id, version }: Made): Promise<Example> {
    const { body: schema } = endpoint.shape
    const own = await bodyOf(endpoint)
    const body = endpoint === verbs.update ? differing(own, draft, endpoint) : own
    return { params: { id }, body: { ...body, ...(schema && fieldOf(schema, 'version') && { version }) } }
  }
  async function exampleOf(endpoint: NamedEndpoint): Promise<Example> {
    // Nobody checks what they made.
    const isCheck = endpoint.shape.permission.endsWith('.approve')
    const first = await makeOne(isCheck ? doneByOther : done)
    if (isOpen(first.made, endpoint)) return callOn(endpoint, first.draft, first.made)
    // What is no act on a new one is one after another act.
    for (const act of acts.filter((other) => isOpen(first.made, other))) {
      const { draft, made } = await makeOne()
      const led = await done(act, await callOn(act, draft, made))
      if (isOpen(led, endpoint)) return callOn(endpoint, draft, led)
    }
    throw new Error(`${endpoint.name} can be done neither to a new one nor after one act`)
  }
  return {
    [create.name]: async () => ({ body: await bodyOf(create) }),
    ...Object.fromEntries(onOne.map((endpoint) => [endpoint.name, () => exampleOf(endpoint)])),
  }
}

const isOnOne = (path: string, create: NamedEndpoint) => path === `${create.path}/:id` || path.startsWith(`${create.path}/:id/`)

/** Whether nothing stands in the way of it now. */
function isOpen({ allowed = [] }: Made, { name, entity }: NamedEndpoint): boolean {
  return (allowed.find(({ action }) => `${entity}.${action}` === name)?.because ?? null) === null
}

/** The same body as somebody would send it today: of records that are there, with a text of its own where any would do. */
async function living(body: Body, { entity: own, shape: { body: schema } }: NamedEndpoint, { known, made }: Around): Promise<Body> {
  if (!schema) return body
  const values = Object.entries(body).map(async ([key, value]) => {
    const field = fieldOf(schema, key)
    const entity = field && entityOf(field)
    // One of its own kind would take another one first.
    const isMade = entity && !(entity in known) && entity !== own && value !== null
    if (entity) return [key, (isMade ? await made(entity) : known[entity]) ?? value]
    return [key, typeof value === 'string' ? another(key, value, field) : value]
  })
  return Object.fromEntries(await Promise.all(values))
}

/** A text that no other record has, where any would do. */
function another(key: string, value: string, field: Schema | undefined): string {
  if (!['name', 'code'].includes(key)) return numbered(value, field)
  const { max = 80 } = rangeOf(field)
  const other = named(value, max)
  return !field || takes(field, other) ? other : lettered(max)
}

function named(word: string, most: number): string {
  return `${word} ${newId().slice(-8)}`.slice(-most)
}

/** A code of capital letters alone, which few can have. */
function lettered(count: number): string {
  const random = crypto.getRandomValues(new Uint8Array(count))
  return String.fromCharCode(...[...random].map((byte) => 65 + (byte % 26)))
}

/** An account's number and the like: six digits or more at the end, of which there are others. */
function numbered(value: string, field: Schema | undefined): string {
  const other = value.replace(/\d{6,}$/, (digits) =>
    String(Number.parseInt(newId().slice(-10), 16))
      .padStart(digits.length, '7')
      .slice(-digits.length),
  )
  return field && takes(field, other) ? other : value
}

/** A change in every field that it names, where there is another value. */
function differing(change: Body, draft: Body, { name, shape: { body: schema } }: NamedEndpoint): Body {
  const isSame = (key: string, value: unknown) => JSON.stringify(value) === JSON.stringify(draft[key])
  const changed = Object.entries(change).map(([key, value]) => {
    const field = schema && fieldOf(schema, key)
    return [key, field && isSame(key, value) ? otherThan(value, field) : value] as const
  })
  if (changed.every(([key, value]) => key === 'version' || isSame(key, value)))
    throw new Error(`${name}: its example changes nothing that a creation's has. Give it one with \`examples.change\`.`)
  return Object.fromEntries(changed)
}

function otherThan(value: unknown, field: Schema): unknown {
  return othersThan(value, field).find((other) => takes(field, other)) ?? value
}

function othersThan(value: unknown, field: Schema): unknown[] {
  if (typeof value === 'number') return [value + 1, value - 1]
  if (typeof value === 'boolean') return [!value]
  if (typeof value !== 'string') return []
  const day = takes(LocalDate, value) ? [addDays(value as LocalDate, 1)] : []
  const words = Object.keys(valueWords(field) ?? {}).filter((word) => word !== value)
  return [...day, ...words, `${value} 2`, `${value}2`]
}

function takes(field: Schema, value: unknown): boolean {
  return z.core.safeParse(field, value).success
}
