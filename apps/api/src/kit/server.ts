import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type FastifyInstance, fastify } from 'fastify'
import type { Services } from './context.ts'
import { parseRequestJson } from './request-json.ts'

const goodRequestId = /^[\w-]{8,64}$/

/** A bare Fastify with the house's limits: sizes, times, JSON only, no HEAD, a request id on every answer. */
export function createServer({ log }: Services): FastifyInstance {
  const server = fastify({
    loggerInstance: log,
    exposeHeadRoutes: false,
    genReqId: requestIdOf,
    requestIdHeader: false,
    // A client has this long to send its whole request, and a connection that says nothing is closed.
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    bodyLimit: 256 * 1024,
    http: { maxHeaderSize: 16 * 1024 },
    routerOptions: { maxParamLength: 200 },
  })
  server.decorateRequest('admitted', null)
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => parseRequestJson(body))
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  return server as unknown as FastifyInstance
}

function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && goodRequestId.test(given) ? given : randomUUID()
}
