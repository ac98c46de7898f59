import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { rolesThatGrant } from '../access/grantors.ts'
import { apiErrorOf, Refusal, statusOf } from '../errors.ts'
import { isDatabaseError, refusalOfDatabaseError } from '../record/sqlstate.ts'
import type { App } from './handler.ts'
import { pathOf } from './path-of.ts'
import { tookTooLong } from './time-limit.ts'
import { sendPage, wantsPage } from './web.ts'
import { pathMatcher, type WebPages } from './web-pages.ts'

/** Every failure leaves as the contract's error body; what is not ours to tell leaves as an opaque 500 with the request's id. */
export function handleErrors(app: App, pages: WebPages | null = null): void {
  app.fastify.setErrorHandler((error, request, reply) => answerError(app, error, request, reply))
  app.fastify.setNotFoundHandler((request, reply) => {
    if (pages && wantsPage(request)) return sendPage(pages, app.services, request, reply)
    const methods = methodsAt(app, request)
    if (methods.length === 0) return noSuchEndpoint(request)
    reply.header('allow', methods.join(', '))
    throw new Refusal('wrong-method', {
      reason: 'wrong-method',
      message: `Here ${methods.join(' and ')} can be asked for, not ${request.method}.`,
    })
  })
}

// What the contract declares at an address that was asked for in another way.
function methodsAt({ implemented }: App, { url }: FastifyRequest): string[] {
  const path = pathOf(url)
  if (!path.startsWith('/api/') || path.endsWith('/')) return []
  const here = [...implemented.values()].filter((endpoint) => pathMatcher(`/api${endpoint.path}`).test(path))
  return here.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).sort()
}

/** Always throws 404 for an address that leads nowhere, or not for this caller. */
export function noSuchEndpoint({ method, url }: FastifyRequest): never {
  const message = `There is no ${method} ${url.split('?', 1)[0]?.slice(0, 200)}.`
  throw new Refusal('not-found', { reason: 'no-such-endpoint', message })
}

async function answerError(app: App, error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const refusal = refusalOf(error)
  request.refusal = refusal
  const endpoint = request.routeOptions.config.endpoint?.name ?? 'none'
  const cause = refusal.cause ?? error
  if (refusal.kind === 'internal') request.log.error({ err: cause, endpoint }, refusal.message)
  if (refusal.kind === 'invalid' && isDatabaseError(cause) && cause.code.startsWith('22')) {
    app.services.metrics.validationGaps.inc({ endpoint, code: cause.code })
    request.log.warn({ err: cause, endpoint }, 'validation let through what the database refused')
  }
  return sendRefusal(request, reply, refusal, await whoCanGrant(app, refusal))
}

/** The error body and its headers; `more` is appended to the sentence. */
export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal, more = ''): FastifyReply {
  const told = apiErrorOf(refusal, request.id)
  told.message += more
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', String(refusal.retryAfterSeconds))
  // The route's own serializer knows successes only.
  return reply.code(statusOf(refusal)).type('application/json; charset=utf-8').serializer(JSON.stringify).send({ error: told })
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  return refusalOfDatabaseError(error) ?? refusalOfFramework(error) ?? opaque(error)
}

/** What the framework or one of its plugins refuses by itself, in our words; null for anything else. */
export function refusalOfFramework(error: unknown): Refusal | null {
  if (!(error instanceof Error) || !('statusCode' in error)) return null
  const { code, statusCode } = error as FastifyError
  if (code === 'FST_ERR_HANDLER_TIMEOUT') return tookTooLong()
  if (statusCode === undefined || statusCode < 400 || statusCode >= 500) return null
  return frameworkRefusals[statusCode]?.() ?? malformed()
}

const malformed = () => new Refusal('malformed', { reason: 'malformed-request', message: 'The request is malformed.' })
// Files that are not for everybody are not there: 403 has another meaning here.
const noSuchFile = () => new Refusal('not-found', { reason: 'no-such-endpoint', message: 'There is nothing at this address.' })

const frameworkRefusals: Record<number, () => Refusal> = {
  403: noSuchFile,
  404: noSuchFile,
  413: () => new Refusal('too-large', { reason: 'body-too-large', message: 'The request body is too large.' }),
  415: () => new Refusal('unsupported-media', { reason: 'not-json', message: 'The body must be sent as application/json.' }),
}

function opaque(cause: unknown): Refusal {
  return new Refusal('internal', { reason: 'internal', message: 'Something went wrong on our side. It has been logged.', cause })
}

async function whoCanGrant({ services }: App, { permission }: Refusal): Promise<string> {
  if (!permission) return ''
  const roles = await rolesThatGrant(services, permission).catch(() => [])
  return roles.length > 0 ? ` It can be granted by: ${roles.join(', ')}.` : ''
}
