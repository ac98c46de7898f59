import { allContracts, type Contract } from '@larder/contract'
import type { FastifyInstance } from 'fastify'
import { checkAgreement, guardRoutes } from '#kit/agreement.ts'
import type { Services } from '#kit/context.ts'
import { handleErrors } from '#kit/error-handler.ts'
import type { App } from '#kit/handler.ts'
import { createMetrics } from '#kit/metrics.ts'
import { addressesOf, openApiOf } from '#kit/openapi.ts'
import { createServer } from '#kit/server.ts'
import { modules, openDoors } from './modules.ts'

export interface AppOptions {
  /** Read every answer against its schema and fail on a difference; for tests. */
  checkResponses?: boolean
  /** Folder of the built web app; without it the API serves itself alone. */
  webRoot?: string
  /** What to serve instead of the product; for tests of the kit. */
  contracts?: Record<string, Contract>
  modules?: readonly ((app: App) => void)[]
  openDoors?: ReadonlySet<string>
}

/** The whole API, ready to listen. Throws when router, contract, documentation and permissions do not agree. */
export async function buildApp(services: Services, options: AppOptions = {}): Promise<FastifyInstance> {
  const contracts = Object.values(options.contracts ?? allContracts) as Contract[]
  const fastify = createServer(services)
  const app: App = { fastify, services, metrics: createMetrics(), implemented: new Map(), checkResponses: options.checkResponses ?? false }
  guardRoutes(fastify)
  handleErrors(app)
  for (const register of options.modules ?? modules) register(app)
  checkAgreement(app, contracts, addressesOf(openApiOf(contracts)), options.openDoors ?? openDoors)
  await fastify.ready()
  return fastify
}
