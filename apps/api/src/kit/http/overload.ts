import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { unavailable } from '../errors.ts'

/** Mean delay of the event loop within a second from which new requests are turned away, so that those inside get done. */
const maxEventLoopDelay = 500

/** 503 with Retry-After while the process can't keep up; whoever watches the process still gets an answer. */
export async function shedOverload(fastify: FastifyInstance): Promise<void> {
  await fastify.register(underPressure, {
    maxEventLoopDelay,
    pressureHandler: (request, _reply, _type, delay) => {
      const { config } = request.routeOptions
      const isForWatchers = config.outsideContract || config.endpoint?.entity === 'system'
      // No measurement in a whole second: one long pause that is over, as when the machine wakes up.
      if (isForWatchers || delay === Number.POSITIVE_INFINITY) return
      unavailable('overloaded', 'The server is overloaded. Please try again.', 2)
    },
  })
}
