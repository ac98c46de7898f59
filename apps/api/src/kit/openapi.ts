import { type Contract, ErrorBody, errorKinds, mediaTypesOf, type NamedEndpoint, type Schema } from '@larder/contract'
import * as z from 'zod/mini'

type JsonSchema = Record<string, unknown>

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
export function openApiOf(contracts: readonly Contract[]): JsonSchema {
  const paths: Record<string, JsonSchema> = {}
  for (const [template, operations] of Object.entries(documentedEndpoints(contracts))) {
    paths[template] = Object.fromEntries(Object.entries(operations).map(([method, endpoint]) => [method, operationOf(endpoint)]))
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Larder',
      version: '1',
      description: 'Back-office of a delivery marketplace. Errors carry one body; 403 means that the session is over.',
    },
    servers: [{ url: '/api' }],
    paths,
    components: {
      schemas: { Error: schemaOf(ErrorBody, 'output') },
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'A session token or a channel key.' },
        bearer: { type: 'http', scheme: 'bearer', description: 'The same value; if both are sent they must be equal.' },
      },
    },
  }
}

/** A contract's schema as JSON Schema 2020-12, as it is sent (`input`) or as it comes back (`output`). */
export function schemaOf(schema: Schema, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

function operationOf(endpoint: NamedEndpoint): JsonSchema {
  const { shape, name, entity, method } = endpoint
  const parameters = [...parametersOf(shape.params, 'path'), ...parametersOf(shape.query, 'query')]
  if (method === 'POST' && shape.permission !== 'public' && !shape.unaudited) parameters.push(idempotencyKey)
  return {
    operationId: name,
    tags: [entity],
    summary: shape.summary,
    description: `Needs: ${shape.permission}.`,
    'x-permission': shape.permission,
    security: shape.permission === 'public' ? [] : [{ key: [] }, { bearer: [] }],
    parameters,
    ...(shape.body ? { requestBody: { required: true, content: contentOf(shape.body, 'input') } } : {}),
    responses: { 200: { description: 'Success', content: contentOf(shape.response, 'output') }, default: failure },
  }
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key with the same body gives the same answer and one effect; another body is 422.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
}

const failure = {
  description: `A failure; status by kind: ${Object.entries(errorKinds)
    .map(([kind, status]) => `${kind} ${status}`)
    .join(', ')}`,
  content: json({ $ref: '#/components/schemas/Error' }),
}

function parametersOf(schema: Schema | undefined, place: 'path' | 'query'): JsonSchema[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Record<string, JsonSchema>; required?: string[] }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

/** JSON of the schema's form, or a file of one of its media types, whose bytes need no schema. */
function contentOf(schema: Schema, io: 'input' | 'output'): JsonSchema {
  const mediaTypes = mediaTypesOf(schema)
  return mediaTypes ? Object.fromEntries(mediaTypes.map((type) => [type, {}])) : json(schemaOf(schema, io))
}

function json(schema: JsonSchema): JsonSchema {
  return { 'application/json': { schema } }
}
