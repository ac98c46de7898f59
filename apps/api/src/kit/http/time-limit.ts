import type { FastifyInstance, FastifyReply } from 'fastify'
import { Refusal } from '../errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** When it is answered that this takes too long. */
    patience: NodeJS.Timeout | null
  }
}

/** 503: nothing is wrong with what was asked but that it takes too long. */
export const tookTooLong = () =>
  new Refusal('unavailable', { reason: 'took-too-long', message: 'This took too long. Please try again.', retryAfterSeconds: 2 })

/**
 * A read that is not answered within these milliseconds is refused with 503. A write never is: it may be done all the same, and what bounds
 * it are the times that the database gives a statement and a lock. The framework's own `handlerTimeout`, of no use for writes either, makes an
 * error with its stack for every request that ends well, which costs as much as reading a record.
 */
export function limitTimeOfReads(fastify: FastifyInstance, milliseconds: number): void {
  fastify.decorateRequest('patience', null)
  fastify.addHook('onRequest', (request, reply, done) => {
    // A route with a limit of its own is an answer that comes piece by piece.
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (isRead && !request.routeOptions.handlerTimeout) request.patience = setTimeout(giveUp, milliseconds, reply)
    done()
  })
  fastify.addHook('onResponse', ({ patience }, _reply, done) => {
    if (patience) clearTimeout(patience)
    done()
  })
}

// What has begun to come is let come.
function giveUp(reply: FastifyReply): void {
  if (!reply.sent && !reply.raw.headersSent) reply.send(tookTooLong())
}
