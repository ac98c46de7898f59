import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics } from './metrics.ts'

/** One line and one measurement per answered request: who asked what, how it ended, how long it took. Never what was sent. */
export function observeRequests(fastify: FastifyInstance, { requestSeconds }: Metrics): void {
  fastify.addHook('onResponse', async (request, reply) => {
    const endpoint = request.routeOptions.config.endpoint?.name ?? 'none'
    requestSeconds.observe({ endpoint, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
    request.log[levelOf(request, reply)](
      { endpoint, status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10, actor: request.admitted?.actor.name },
      `${request.method} ${request.routeOptions.url ?? '(no route)'}`,
    )
  })
}

// Reads are many and change nothing; refusals and writes are what one looks for later.
function levelOf(request: FastifyRequest, reply: FastifyReply): 'debug' | 'info' | 'warn' {
  if (reply.statusCode >= 500) return 'warn'
  return request.method === 'GET' && reply.statusCode < 400 ? 'debug' : 'info'
}
