import { timingSafeEqual } from 'node:crypto'
import { type Contract, systemContract } from '@larder/contract'
import type { FastifyRequest } from 'fastify'
import { hashToken } from '../access/sessions.ts'
import type { Services } from '../context.ts'
import { unavailable } from '../errors.ts'
import { implement } from '../implement.ts'
import { docsPage } from '../openapi/docs-page.ts'
import { openApiOf } from '../openapi/openapi.ts'
import { createReadiness } from '../watch/readiness.ts'
import { isPrivateAddress } from './addresses.ts'
import { noSuchEndpoint } from './error-handler.ts'
import type { App } from './handler.ts'
import { keptFor } from './kept-for.ts'

/** Endpoints of the machinery that anyone may call. */
export const systemDoors: readonly string[] = ['system.health', 'system.ready', 'system.openapi']

/** Health, readiness, the API's description and its page, and the figures. */
export function registerSystem(app: App, contracts: readonly Contract[]): void {
  const { fastify, services } = app
  const { metrics, inFlight } = services
  const readiness = createReadiness(services)
  const document = keptFor(exampleMs, () => ({
    type: 'application/json',
    bytes: new TextEncoder().encode(JSON.stringify(openApiOf(contracts))),
  }))
  const page = keptFor(exampleMs, () => docsPage(contracts))
  fastify.addHook('preClose', async () => readiness.stop())
  implement(app, systemContract, {
    health: async () => ({ status: 'ok', demo: services.config.demo, passkeys: services.config.publicUrl !== null }),
    ready: async () => {
      const replica = await readiness.look()
      if (replica !== null) return { ready: true, replica }
      return unavailable('not-ready', services.awaited() ?? 'The database is away or the process stops.')
    },
    openapi: async () => document(),
  })
  fastify.get('/api/docs', { config: { outsideContract: true } }, (_request, reply) => {
    const { html, contentSecurityPolicy } = page()
    return reply.type('text/html; charset=utf-8').header('content-security-policy', contentSecurityPolicy).send(html)
  })
  // Figures are for whoever runs the machine, not for the street.
  fastify.get('/metrics', { config: { outsideContract: true } }, async (request, reply) => {
    if (!mayMeasure(request, services)) noSuchEndpoint(request)
    return reply.type(metrics.registry.contentType).send(await inFlight.follow(() => metrics.registry.metrics()))
  })
}

// With a token, whoever brings it; without one, who stands beside the machine and comes straight. Behind a proxy everybody stands there.
function mayMeasure({ raw, headers }: FastifyRequest, { config, proxies }: Services): boolean {
  if (config.metricsToken !== null) return isEqual(headers.authorization ?? '', `Bearer ${config.metricsToken}`)
  return config.trustProxy.length === 0 && proxies.isDirect(raw) && isPrivateAddress(proxies.addressOf(raw))
}

function isEqual(given: string, expected: string): boolean {
  return timingSafeEqual(hashToken(given), hashToken(expected))
}

/** Milliseconds: half of what the nearest example of the description lies ahead. */
const exampleMs = 6 * 60 * 60 * 1000
