import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { type FastifyInstance, type FastifyRequest, fastify, LogController } from 'fastify'
import type { Logger } from 'pino'
import type { Services } from '../context.ts'
import { apiErrorOf, Refusal } from '../errors.ts'
import { refusalOfFramework, sendRefusal } from './error-handler.ts'
import { passGate } from './gate.ts'
import { parseRequestJson } from './request-json.ts'
import { logOnDemand } from './request-log.ts'
import { limitTimeOfReads } from './time-limit.ts'

const goodRequestId = /^[\w-]{8,64}$/

/** A bare Fastify with the house's limits: sizes, times, JSON only, a request id on every answer. */
export function createServer(services: Services): FastifyInstance {
  const { log, config } = services
  const server = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (parent, bindings) => logOnDemand(parent as Logger, bindings),
    genReqId: requestIdOf,
    requestIdHeader: false,
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    // A client has this long to send its whole request, and a connection that says nothing is closed.
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    bodyLimit: 256 * 1024,
    // While closing, a request on an open connection is still answered; the connection then ends.
    return503OnClosing: false,
    http: { maxHeaderSize: 16 * 1024 },
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => void sendRefusal(request, reply, refuseAddress(services, request, error)),
    clientErrorHandler: answerBrokenRequest,
  })
  limitTimeOfReads(server as unknown as FastifyInstance, 6000)
  server.decorateRequest('admitted', null)
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => parseRequestJson(body))
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  return server as unknown as FastifyInstance
}

const malformed = new Refusal('malformed', { reason: 'malformed-request', message: 'The request is malformed.' })

// An address that cannot be read is refused before any hook runs; it is counted all the same.
function refuseAddress(services: Services, request: FastifyRequest, error: Error): Refusal {
  try {
    passGate(services, request)
  } catch (refusal) {
    if (refusal instanceof Refusal) return refusal
  }
  return refusalOfFramework(error) ?? malformed
}

/**
 * What Node's HTTP parser gives up on never becomes a request: the answer is written to the connection itself. One on which nothing came is
 * closed without a word: a browser opens connections ahead, and would take what is said for the answer to the next request that it sends.
 */
export function answerBrokenRequest(error: Error & { code?: string; rawPacket?: unknown }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesRead === 0) return void socket.destroy()
  const body = JSON.stringify({ error: apiErrorOf(malformed, randomUUID()) })
  const head = [
    'HTTP/1.1 400 Bad Request',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  const isHead = Buffer.isBuffer(error.rawPacket) && error.rawPacket.toString('latin1', 0, 5) === 'HEAD '
  socket.end(`${head.join('\r\n')}\r\n\r\n${isHead ? '' : body}`)
}

function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && goodRequestId.test(given) ? given : randomUUID()
}
