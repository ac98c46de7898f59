import { type Contract, systemContract } from '@larder/contract'
import { docsPage } from './docs-page.ts'
import { noSuchEndpoint } from './error-handler.ts'
import { unavailable } from './errors.ts'
import type { App } from './handler.ts'
import { implement } from './implement.ts'
import { isPrivateAddress } from './private-address.ts'
import { createReadiness } from './readiness.ts'

/** Endpoints of the machinery that anyone may call. */
export const systemDoors: readonly string[] = ['system.health', 'system.ready', 'system.openapi']

/** Health, readiness, the API's description and its page, and the figures. */
export function registerSystem(app: App, contracts: readonly Contract[], document: Record<string, unknown>): void {
  const { fastify, services, metrics } = app
  const readiness = createReadiness(services)
  fastify.addHook('preClose', async () => readiness.stop())
  implement(app, systemContract, {
    health: async () => ({ status: 'ok', demo: services.config.demo }),
    ready: async () =>
      (await readiness.isReady()) ? { ready: true } : unavailable('not-ready', 'The database is away or the process stops.'),
    openapi: async () => document,
  })
  const page = docsPage(contracts)
  fastify.get('/api/docs', { config: { outsideContract: true } }, (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', page.contentSecurityPolicy).send(page.html),
  )
  // Figures are for whoever runs the machine, not for the street.
  fastify.get('/metrics', { config: { outsideContract: true } }, async (request, reply) => {
    if (!isPrivateAddress(request.ip)) noSuchEndpoint(request)
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
}
