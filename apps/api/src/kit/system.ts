import { type Contract, systemContract } from '@larder/contract'
import type { FastifyRequest } from 'fastify'
import type { Config } from '#src/config.ts'
import { isPrivateAddress } from './addresses.ts'
import { docsPage } from './docs-page.ts'
import { noSuchEndpoint } from './error-handler.ts'
import { unavailable } from './errors.ts'
import type { App } from './handler.ts'
import { implement } from './implement.ts'
import { openApiOf } from './openapi.ts'
import { createReadiness } from './readiness.ts'

/** Endpoints of the machinery that anyone may call. */
export const systemDoors: readonly string[] = ['system.health', 'system.ready', 'system.openapi']

/** Health, readiness, the API's description and its page, and the figures. */
export function registerSystem(app: App, contracts: readonly Contract[]): void {
  const { fastify, services, metrics } = app
  const readiness = createReadiness(services)
  const document = once(() => ({ type: 'application/json', bytes: new TextEncoder().encode(JSON.stringify(openApiOf(contracts))) }))
  const page = once(() => docsPage(contracts))
  fastify.addHook('preClose', async () => readiness.stop())
  implement(app, systemContract, {
    health: async () => ({ status: 'ok', demo: services.config.demo }),
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
    if (!isNear(request, services.config)) noSuchEndpoint(request)
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
}

// A proxy that is not trusted has a near address whoever it speaks for.
function isNear({ ip, headers }: FastifyRequest, { trustProxy }: Config): boolean {
  const isSpokenFor = headers['x-forwarded-for'] !== undefined && trustProxy.length === 0
  return isPrivateAddress(ip) && !isSpokenFor
}

// Made when first asked for: a hundred endpoints described would make the start wait.
function once<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
