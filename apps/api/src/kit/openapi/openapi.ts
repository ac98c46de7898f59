import {
  accessOf,
  allContracts,
  type ChannelParty,
  type ChannelScope,
  type Contract,
  channelScopeWords,
  defaultMaxBytes,
  describePermission,
  type ErrorKind,
  entityOf,
  errorKinds,
  fieldsOf,
  mediaTypesOf,
  type NamedEndpoint,
  type Permission,
  plainFormat,
  proofMinutes,
  refusalReasons,
  type Schema,
} from '@larder/contract'
import * as z from 'zod/mini'
import { isRepeatable } from '../http/idempotency.ts'
import { manyOf } from '../plural.ts'
import { chapters, errorWords, markdownOf, tagWordsOf } from './chapters.ts'
import type { JsonSchema } from './outline.ts'
import { type DocumentedSchemas, documentSchemas } from './schemas.ts'
import { socketEvents } from './socket.ts'

type Json = Record<string, unknown>

/** Which endpoint the document tells of under which path and method: `{ '/stores/{id}': { get: … } }`. */
export function documentedEndpoints(contracts: readonly Contract[]): Record<string, Record<string, NamedEndpoint>> {
  const paths: Record<string, Record<string, NamedEndpoint>> = {}
  for (const endpoint of contracts.flatMap((contract) => Object.values(contract)) as NamedEndpoint[]) {
    const template = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[template] = { ...paths[template], [endpoint.method.toLowerCase()]: endpoint }
  }
  return paths
}

/** The OpenAPI 3.1 document of the given contracts. */
export function openApiOf(contracts: readonly Contract[]): Json {
  const endpoints = contracts.flatMap((contract) => Object.values(contract)) as NamedEndpoint[]
  const schemas = documentSchemas(endpoints)
  const paths: Record<string, Json> = {}
  for (const [template, operations] of Object.entries(documentedEndpoints(contracts))) {
    paths[template] = Object.fromEntries(Object.entries(operations).map(([method, endpoint]) => [method, operationOf(endpoint, schemas)]))
  }
  const entities = [...new Set(endpoints.map(({ entity }) => entity))].sort()
  return {
    openapi: '3.1.0',
    info: {
      title: 'Larder',
      version: '1',
      description: chapters.map(markdownOf).join('\n\n'),
    },
    servers: [{ url: '/api' }],
    tags: entities.map((name) => ({ name, description: tagWordsOf(name) })),
    paths,
    'x-socket': socketOf(),
    components: {
      schemas: schemas.components(['ErrorBody', ...Object.values(socketEvents).flatMap(({ payload }) => payload ?? [])]),
      parameters: { IdempotencyKey: idempotencyKey, IfNoneMatch: ifNoneMatch },
      responses: Object.fromEntries(refusals.map(({ status, name, kinds }) => [name, refusalOf(status, kinds)])),
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'A session token or a channel key.' },
        bearer: { type: 'http', scheme: 'bearer', description: 'The same value; if both are sent they must be equal.' },
      },
    },
  }
}

/** A contract's schema as JSON Schema 2020-12, whole, as it is sent (`input`) or as it comes back (`output`). */
export function schemaOf(schema: Schema, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

/** Who may call, in a sentence or two. */
export function accessWords(endpoint: NamedEndpoint): string {
  const [access, view] = accessOf(endpoint)
  const { parties } = endpoint.shape
  if (access === 'public') return 'Open to everybody.'
  if (access === 'signed-in') return 'For anyone who is signed in.'
  if (parties)
    return `Needs a channel key with the scope \`${access}\`, ${channelScopeWords[access as ChannelScope]}, of a kind that speaks for ${partiesWords(parties)}.`
  const also = view ? ` And \`${view}\`, as what it is done to is answered: ${describePermission(view as Permission)}.` : ''
  return `Needs the permission \`${access}\`: ${describePermission(access as Permission)}.${also}`
}

/** `a store or a rider`. */
function partiesWords(parties: readonly ChannelParty[]): string {
  return parties.map((party) => `a ${party}`).join(' or ')
}

/** Whether who calls is asked again who they are, in a sentence. */
export function proofWords({ proof }: Pick<NamedEndpoint['shape'], 'proof'>): string {
  return proof ? `Takes a proof of who one is that is at most ${proofMinutes} minutes old (\`proof-needed\`).` : ''
}

/** How often and how much, in sentences. */
export function limitWords({ perMinute, maxBytes }: Pick<NamedEndpoint['shape'], 'perMinute' | 'maxBytes'>, hasBody: boolean): string {
  const often = perMinute ? `At most ${plainFormat.number(perMinute)} requests a minute for one caller.` : ''
  const much = hasBody ? `The body has at most ${plainFormat.number((maxBytes ?? defaultMaxBytes) / 1024)} KiB.` : ''
  return [often, much].filter(Boolean).join(' ')
}

function operationOf(endpoint: NamedEndpoint, schemas: DocumentedSchemas): Json {
  const { shape, name, entity } = endpoint
  const [, view] = accessOf(endpoint)
  const repeatable = isRepeatable(endpoint)
  const limits = {
    ...(shape.perMinute && { perMinute: shape.perMinute }),
    ...(shape.body && { maxBytes: shape.maxBytes ?? defaultMaxBytes }),
  }
  const description = [accessWords(endpoint), proofWords(shape), limitWords(shape, shape.body !== undefined)].filter(Boolean).join(' ')
  return {
    operationId: name,
    tags: [entity],
    summary: shape.summary,
    description,
    'x-permission': shape.permission,
    ...(view && { 'x-view-permission': view }),
    ...(shape.parties && { 'x-parties': shape.parties }),
    ...(shape.proof && { 'x-proof': shape.proof }),
    ...(Object.keys(limits).length > 0 && { 'x-limits': limits }),
    security: shape.permission === 'public' ? [] : [{ key: [] }, { bearer: [] }],
    parameters: [
      ...parametersOf(endpoint, 'params', schemas),
      ...parametersOf(endpoint, 'query', schemas),
      ...(repeatable ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
      ...(shape.tagged ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
    ],
    ...(shape.body && { requestBody: { required: true, content: contentOf(endpoint, 'body', schemas) } }),
    responses: {
      200: {
        description: 'Done.',
        ...(repeatable && { headers: replayed }),
        ...(shape.tagged && { headers: tagHeader }),
        content: contentOf(endpoint, 'response', schemas),
      },
      ...(shape.tagged && { 304: { description: 'What the caller has is still so; there is no body.', headers: tagHeader } }),
      ...Object.fromEntries(
        refusals
          .filter((refusal) => refusal.isOf(endpoint))
          .map(({ status, name }) => [status, { $ref: `#/components/responses/${name}` }]),
      ),
    },
  }
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes the write safe to repeat: the same key with the same input gives the stored answer and one effect. With another input it is refused (422). A key belongs to its caller and is kept for 48 hours.',
  schema: { type: 'string', minLength: 1, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' },
}

const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of what the caller has: while it is still so, the answer is 304 and empty.',
  schema: { type: 'string' },
}

const tagHeader = { ETag: { description: 'Another one once something else is told.', schema: { type: 'string' } } }

const replayed = {
  'idempotent-replayed': {
    description: '`true` where this is the stored answer of an earlier request with the same key.',
    schema: { type: 'string', enum: ['true'] },
  },
}

interface RefusalFacts {
  status: number
  /** Of the component. */
  name: string
  kinds: readonly ErrorKind[]
  isOf: (endpoint: NamedEndpoint) => boolean
}

const takes = ({ shape }: NamedEndpoint) => Boolean(shape.params ?? shape.query ?? shape.body)
const isOpen = ({ shape }: NamedEndpoint) => shape.permission === 'public'
const isOfChannel = ({ shape }: NamedEndpoint) => shape.permission.startsWith('channel:')

/** Which refusals an operation can give, by what is declared of it. */
const refusals: readonly RefusalFacts[] = [
  { status: 400, name: 'Malformed', kinds: ['malformed'], isOf: takes },
  {
    status: 401,
    name: 'NotPermitted',
    kinds: ['not-permitted', 'credentials', 'unproved'],
    isOf: (one) => !isOpen(one) || one.shape.body !== undefined,
  },
  { status: 403, name: 'SessionOver', kinds: ['session-over'], isOf: (one) => !isOpen(one) && !isOfChannel(one) },
  { status: 404, name: 'NotFound', kinds: ['not-found'], isOf: ({ shape }) => shape.params !== undefined || shape.seeks === true },
  {
    status: 409,
    name: 'Conflict',
    kinds: ['stale', 'refused'],
    isOf: (one) => one.method !== 'GET' && !isOpen(one),
  },
  { status: 413, name: 'TooLarge', kinds: ['too-large'], isOf: ({ shape }) => shape.body !== undefined },
  { status: 415, name: 'UnsupportedMedia', kinds: ['unsupported-media'], isOf: ({ shape }) => shape.body !== undefined },
  // What takes nothing refuses a parameter that somebody sends.
  { status: 422, name: 'Invalid', kinds: ['invalid'], isOf: () => true },
  { status: 429, name: 'Limited', kinds: ['limited'], isOf: () => true },
  { status: 500, name: 'Internal', kinds: ['internal'], isOf: () => true },
  { status: 503, name: 'Unavailable', kinds: ['unavailable'], isOf: () => true },
]

function refusalOf(status: number, kinds: readonly ErrorKind[]): Json {
  const stray = kinds.find((kind) => errorKinds[kind] !== status)
  if (stray) throw new Error(`${stray} is not told as ${status}`)
  const waits = status === 429 || status === 503
  return {
    description: kinds.map(kindWords).join(' '),
    ...(waits && {
      headers: { 'retry-after': { description: 'Seconds to wait before the next try.', schema: { type: 'integer', minimum: 1 } } },
    }),
    content: json({ $ref: '#/components/schemas/ErrorBody' }),
  }
}

function kindWords(kind: ErrorKind): string {
  const reasons = Object.keys(refusalReasons[kind]).map((word) => `\`${word}\``)
  return `\`${kind}\`: ${errorWords[kind]} Its \`reason\`: ${reasons.join(', ')}.`
}

function parametersOf(endpoint: NamedEndpoint, part: 'params' | 'query', schemas: DocumentedSchemas): Json[] {
  if (!endpoint.shape[part]) return []
  const { properties = {}, required = [] } = schemas.fieldsOf(endpoint, part)
  const examples = schemas.exampleOf(endpoint, part) as Json
  return Object.entries(properties).map(([name, { description = '', ...schema }]) => ({
    name,
    in: part === 'params' ? 'path' : 'query',
    required: part === 'params' || required.includes(name),
    description: name === 'id' ? `Which ${whose(endpoint)}.` : description,
    schema,
    ...(required.includes(name) && { example: examples[name] }),
  }))
}

const entities = new Set(Object.values<Contract>(allContracts).flatMap((contract) => Object.values(contract).map(({ entity }) => entity)))

/** What the id of a path is of: what its schema says, what stands before it there, where that is a kind of record, else what the endpoint is of. */
function whose({ path, entity, shape }: NamedEndpoint): string {
  const before = path.split('/:id')[0]?.split('/').at(-1)?.replaceAll('-', ' ')
  const id = shape.params && fieldsOf(shape.params).id
  const named = (id && entityOf(id)) ?? [...entities].find((kind) => manyOf(kind) === before) ?? entity
  return named.replaceAll('-', ' ')
}

/** JSON of the schema's form, or a file of one of its media types, whose bytes need no schema. */
function contentOf(endpoint: NamedEndpoint, part: 'body' | 'response', schemas: DocumentedSchemas): Json {
  const mediaTypes = mediaTypesOf(endpoint.shape[part])
  if (mediaTypes) return Object.fromEntries(mediaTypes.map((type) => [type, {}]))
  return json(schemas.partOf(endpoint, part), part === 'body' ? schemas.exampleOf(endpoint, part) : undefined)
}

function json(schema: JsonSchema, example?: unknown): Json {
  return { 'application/json': { schema, ...(example !== undefined && { example }) } }
}

function socketOf(): Json {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  const events = Object.entries(socketEvents).map(([name, { words, payload, isList, fields }]) => {
    const schema = payload ? (isList ? { type: 'array', items: ref(payload) } : ref(payload)) : fields
    return [name, { description: words, ...(schema && { payload: schema }) }]
  })
  return { path: '/socket.io/', protocol: 'Socket.IO 4', auth: { token: 'The session token.' }, events: Object.fromEntries(events) }
}
