import { allContracts, type Contract, systemContract } from '@larder/contract'
import type { FastifyInstance } from 'fastify'
import { registerJobs } from '#jobs/register-jobs.ts'
import type { Services } from '#kit/context.ts'
import { checkContracts, guardRoutes } from '#kit/http/contract-check.ts'
import { handleErrors } from '#kit/http/error-handler.ts'
import { guardGate } from '#kit/http/gate.ts'
import type { App } from '#kit/http/handler.ts'
import { shedOverload } from '#kit/http/overload.ts'
import { observeRequests } from '#kit/http/request-log.ts'
import { addSecurityHeaders } from '#kit/http/security-headers.ts'
import { createServer } from '#kit/http/server.ts'
import { registerSystem, systemDoors } from '#kit/http/system.ts'
import { serveWeb } from '#kit/http/web.ts'
import { bindAll } from '#kit/implement.ts'
import { measureServices } from '#kit/watch/metrics-services.ts'
import * as modules from './modules.ts'

export interface AppOptions {
  /** Read every answer against its schema and fail on a difference; for tests. */
  checkResponses?: boolean
  /** Folder of the built web app; without one that is built the API serves itself alone. */
  webRoot?: string
  /** What to serve instead of the product; for tests of the kit. The system's own endpoints are always there. */
  contracts?: Record<string, Contract>
  modules?: readonly ((app: App) => void)[]
  openDoors?: ReadonlySet<string>
  /** Turn requests away while the process can't keep up; on unless a test shares the machine with others. */
  shedsLoad?: boolean
}

const { system: _, ...contractsOfModules } = allContracts
const registerProduct = [...bindAll(contractsOfModules, modules), ({ services }: App) => registerJobs(services)]

/** Endpoints that anyone may call. The start-up refuses a public endpoint that is not named here. */
const productDoors: ReadonlySet<string> = new Set([
  'session.login',
  'session.readInvite',
  'session.acceptInvite',
  'passkey.ask',
  'passkey.login',
  'payment.callback',
])

// A part of the product has the doors of its part.
function doorsOf(contracts: readonly Contract[]): string[] {
  const partOf = (name: string) => name.split('.')[0]
  const parts = new Set(contracts.flatMap((contract) => Object.values(contract).map(({ name }) => partOf(name))))
  return [...productDoors].filter((name) => parts.has(partOf(name)))
}

/** The whole API, ready to listen. Throws when router, contract, documentation and permissions do not agree. */
export async function buildApp(services: Services, options: AppOptions = {}): Promise<FastifyInstance> {
  const contracts: Contract[] = [...new Set<Contract>([...Object.values(options.contracts ?? allContracts), systemContract])]
  const fastify = createServer(services)
  const app: App = { fastify, services, implemented: new Map(), handlers: new Map(), checkResponses: options.checkResponses ?? false }
  guardRoutes(fastify)
  observeRequests(fastify, services.metrics)
  measureServices(services)
  addSecurityHeaders(fastify, services.config)
  guardGate(fastify, services)
  if (options.shedsLoad ?? true) await shedOverload(fastify)
  const pages = options.webRoot ? await serveWeb(fastify, options.webRoot) : null
  handleErrors(app, pages)
  registerSystem(app, contracts)
  for (const register of options.modules ?? registerProduct) register(app)
  checkContracts(app, contracts, new Set([...systemDoors, ...(options.openDoors ?? doorsOf(contracts))]))
  services.realtime.attach(fastify.server)
  fastify.addHook('preClose', () => services.realtime.stop())
  await fastify.ready()
  return fastify
}
