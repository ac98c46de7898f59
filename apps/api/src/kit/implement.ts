import {
  type Contract,
  defaultMaxBytes,
  type FileContent,
  isFileStream,
  isStreamed,
  mediaTypesOf,
  type NamedEndpoint,
  type Schema,
} from '@larder/contract'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Context, Jobs } from './context.ts'
import { Refusal } from './errors.ts'
import { exportHandler } from './export/export-list.ts'
import { acceptFiles, fileTimeout, sendFile, sendStream, streamTimeout, withoutBytes } from './files/files.ts'
import { authorizeRequest } from './http/authorize-request.ts'
import type { AnyHandler, App, Handlers } from './http/handler.ts'
import { findReplay, hashOf, idempotencyKeyOf, isAnswered, isRepeatable } from './http/idempotency.ts'
import { checkResponse, serializerOf } from './http/response-schema.ts'
import { knownTags, type Tagged } from './http/tags.ts'
import { parseInput } from './http/validate.ts'
import { shownInAnyOf, shownTo } from './read/masked-fields.ts'
import { throughReplica } from './read/replica.ts'
import { overManyHandler } from './work/over-many.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the request was let in. */
    admitted: Context | null
  }
  interface FastifyContextConfig {
    /** The contract's endpoint behind a route; a route below `/api` without one is refused. */
    endpoint?: NamedEndpoint
  }
}

/**
 * The only door to `/api`: gives every endpoint of a contract its handler. A request passes, in this order: limits of size and time,
 * who it is, how often they come, whether they may, what it carries, a replay of the same key, the handler, the masks and the schema of
 * the response.
 * Every success is 200.
 */
export function implement<T extends Record<string, NamedEndpoint>, H extends Handlers<T>>(app: App, contract: T, handlers: H): void {
  const stray = Object.keys(handlers).find((key) => !(key in contract))
  if (stray) throw new Error(`the handler "${stray}" has no endpoint`)
  for (const [key, endpoint] of Object.entries(contract)) {
    const own = (handlers as Record<string, unknown>)[key] as AnyHandler | undefined
    const handler = own ?? taskHandler(app, contract, endpoint)
    // The compiler asks for it too; but the product runs without having been compiled.
    if (!handler) throw new Error(`${endpoint.name} has no handler`)
    if (endpoint.shape.fromReplica && endpoint.method !== 'GET') throw new Error(`${endpoint.name} writes: no replica can answer it`)
    const reading = endpoint.shape.fromReplica ? throughReplica(handler) : handler
    addRoute(app, endpoint, reading)
    app.services.tasks.offer(endpoint, reading)
  }
}

/** The handler of what the kit does by its declaration, as a task. */
function taskHandler({ handlers }: App, contract: Contract, endpoint: NamedEndpoint): AnyHandler | undefined {
  if (endpoint.shape.exports) return exportHandler(contract, endpoint)
  return endpoint.shape.overMany && overManyHandler(endpoint, handlers)
}

/** A module as the list of modules takes it: the handlers of its contract, and what it does by itself. */
export function bind<T extends Record<string, NamedEndpoint>>(contract: T, handlers: Handlers<T>, registerJobs?: (jobs: Jobs) => void) {
  return (app: App): void => {
    implement(app, contract, handlers)
    registerJobs?.(app.services.jobs)
  }
}

/** A kind of record or else handlers of a contract, and what registers more than that. */
type Module<T extends Contract> = { handlers: Handlers<T>; register?: (app: App) => void } | ((app: App) => void)

/** Every contract with its module. */
export function bindAll<T extends Record<string, Contract>>(contracts: T, modules: { [K in keyof T]: Module<T[K]> }) {
  return Object.entries(contracts).map(([name, contract]) => {
    const module = modules[name as keyof T] as Module<Contract>
    if (typeof module === 'function') return module
    return (app: App): void => {
      implement(app, contract, module.handlers)
      module.register?.(app)
    }
  })
}

function addRoute(app: App, endpoint: NamedEndpoint, handler: AnyHandler): void {
  if (app.implemented.has(endpoint.name)) throw new Error(`${endpoint.name} is implemented twice`)
  app.implemented.set(endpoint.name, endpoint)
  app.handlers.set(endpoint.name, handler)
  const { inFlight } = app.services
  const route: RouteOptions = {
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    bodyLimit: endpoint.shape.maxBytes ?? defaultMaxBytes,
    config: { endpoint },
    onRequest: async (request, reply) => {
      request.admitted = await inFlight.follow(() => authorizeRequest(app.services, endpoint, request, reply))
    },
    handler: (request, reply) => inFlight.follow(() => answer(app, endpoint, handler, request, reply)),
  }
  const mediaTypes = mediaTypesOf(endpoint.shape.body)
  if (isStreamed(endpoint.shape.response)) route.handlerTimeout = streamTimeout
  if (mediaTypes === null) app.fastify.route(route)
  else
    app.fastify.register(async (scope) => {
      acceptFiles(scope, mediaTypes)
      scope.route({ ...route, handlerTimeout: fileTimeout })
    })
}

async function answer(app: App, endpoint: NamedEndpoint, handler: AnyHandler, request: FastifyRequest, reply: FastifyReply) {
  const ctx = request.admitted
  if (!ctx) throw new Error(`${endpoint.name} was reached without being let in`)
  const input = parseInput(endpoint, request)
  ctx.idempotency = idempotencyOf(endpoint, request, input)
  ctx.approval = endpoint.shape.approval
  if (endpoint.shape.tagged) ctx.knownTags = knownTags(request.headers['if-none-match'])
  const replay = await findReplay(ctx)
  const maskRefusal = (error: unknown) => {
    if (error instanceof Refusal && error.current !== undefined) error.current = shownInAnyOf(ctx, shapesOf(app, endpoint), error.current)
    throw error
  }
  const whole = replay?.isOfSameReach
    ? markReplayed(reply, replay.response)
    : await handleOnce(ctx, handler, input, reply).catch(maskRefusal)
  if (endpoint.shape.tagged && isStill(reply, whole as Tagged<unknown>)) return reply.code(304).send()
  const output = shownTo(ctx, endpoint.shape.response, endpoint.shape.tagged ? (whole as Tagged<unknown>).value : whole)
  if (app.checkResponses) checkResponse(endpoint, output)
  if (isFileStream(output)) return sendStream(reply, output)
  if (mediaTypesOf(endpoint.shape.response)) return sendFile(request, reply, output as FileContent)
  // Compiled by the first answer, not at the start: a hundred of them would make it wait.
  const serialize = serializerOf(reply, endpoint.shape.response)
  reply.type('application/json; charset=utf-8')
  // What is told to one person for one moment is nobody's to keep.
  if (endpoint.shape.unheard) reply.header('cache-control', 'no-store')
  return serialize(output as Record<string, unknown>)
}

/** Tells the tag of an answer, and whether the caller has what it is of. */
function isStill(reply: FastifyReply, { tag, value }: Tagged<unknown>): boolean {
  // Weak: what is told is the same, its bytes on the way may be packed.
  reply.header('etag', `W/"${tag}"`).header('cache-control', 'private, no-cache')
  return value === undefined
}

/** In what the records of an endpoint's entity are answered, a refusal's newer one too. */
function shapesOf({ implemented }: App, { entity }: NamedEndpoint): Schema[] {
  return [...implemented.values()].filter((other) => other.entity === entity).map(({ shape }) => shape.response)
}

// The second of two equal requests at once fails in one way or another; if the first has answered meanwhile, its answer is the second's.
// Whose reach is another one since is asked anew, and told of then only what they could do once more now.
async function handleOnce(ctx: Context, handler: AnyHandler, input: unknown, reply: FastifyReply): Promise<unknown> {
  try {
    return await handler(ctx, input)
  } catch (error) {
    const replay = await findReplay(ctx)
    if (!replay || !(replay.isOfSameReach || isAnswered(error))) throw error
    return markReplayed(reply, replay.response)
  }
}

function markReplayed(reply: FastifyReply, response: unknown): unknown {
  reply.header('idempotent-replayed', 'true')
  return response
}

function idempotencyOf(endpoint: NamedEndpoint, request: FastifyRequest, input: Record<string, unknown>): Context['idempotency'] {
  if (!isRepeatable(endpoint)) return null
  const key = idempotencyKeyOf(request.headers['idempotency-key'])
  if (key === null) return null
  return { key, bodyHash: hashOf(mediaTypesOf(endpoint.shape.body) ? withoutBytes(input) : input) }
}
