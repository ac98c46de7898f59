import type { FastifyInstance, FastifyRequest } from 'fastify'
import { knownLately } from '../access/sessions.ts'
import type { Actor } from '../actor.ts'
import type { Services } from '../context.ts'
import { type Payer, payerAt, payerFor, refuseRate } from './limits.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose share this request was taken from. */
    payer: Payer | null
  }
  interface FastifyContextConfig {
    /** Sends a file of the web app as it lies there. */
    servesFile?: boolean
  }
}

// A page of the web app is some fifty files, and behind one address may sit a whole office.
const filePrice = 0.1

/** The admission gate: every request is counted before anything else is done for it, whatever it asks for. 429 when its share is used up. */
export function guardGate(fastify: FastifyInstance, services: Services): void {
  fastify.decorateRequest('payer', null)
  fastify.addHook('onRequest', (request, _reply, done) => {
    passGate(services, request)
    done()
  })
  fastify.addHook('onResponse', ({ payer, routeOptions }, reply, done) => {
    if (payer && routeOptions.config.servesFile && reply.statusCode < 400) services.limits.giveBack(payer.key, 1 - filePrice)
    done()
  })
}

/**
 * Takes a request from somebody's share: the caller's own if its credential was good a moment ago, so that nobody is kept waiting by
 * others at the same address; else the address's, and nobody is looked up for an address that has used up its share.
 */
export function passGate(services: Services, request: FastifyRequest): void {
  services.proxies.watch(request.raw)
  const caller = knownLately(services, request.headers)
  request.payer = caller ? payerFor(services.limits, caller) : payerAt(services.limits, request.ip)
  pay(services, request.payer, request.ip)
}

/** Now it is known who asks: they pay instead of their address. */
export function payAs(services: Services, request: FastifyRequest, actor: Actor): void {
  const payer = payerFor(services.limits, actor)
  if (!request.payer || request.payer.key === payer.key) return
  services.limits.giveBack(request.payer.key, 1)
  request.payer = payer
  pay(services, payer, request.ip)
}

function pay({ limits, log }: Services, { key, perMinute }: Payer, address: string): void {
  const wait = limits.take(key, perMinute)
  if (wait === 0) return
  if (limits.isNews(key)) log.warn({ payer: key, address, perMinute }, 'too many requests: they are turned away')
  refuseRate(wait)
}
