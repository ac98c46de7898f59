import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { systemClock } from '#kit/clock.ts'
import type { Services } from '#kit/context.ts'
import { createServices, startServices, stopServices } from '#kit/services.ts'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { createLifecycle } from './lifecycle.ts'
import { type PrepareOptions, prepare } from './prepare.ts'

/** A product that starts: `ready` is the address it answers at; `stop` ends it at any moment without losing an answer. */
export type Running = { ready: Promise<string>; stop: () => Promise<void> }

export type BootOptions = Omit<PrepareOptions, 'life'> & {
  /** Told in a few words what takes a while. */
  onStep: (step: string) => void
}

const WEB_ROOT = join(import.meta.dirname, '../../web/dist')
const IN_FLIGHT_LIMIT_MS = 10_000

/** Starts everything in the order in which one leans on the other, and listens. */
export function boot(options: BootOptions): Running {
  const life = createLifecycle(options.log)
  return { ready: start({ ...options, life }), stop: life.stop }
}

async function start(options: BootOptions & PrepareOptions): Promise<string> {
  const { config, log, life, onStep } = options
  const prepared = await prepare(options)
  if (config.demo) {
    // Loaded here alone: the city's names and menus are no part of a real installation.
    const { seedDemo } = await import('#seed/seed.ts')
    await seedDemo(prepared.databaseUrl, { orders: config.demoOrders, dataDir: config.dataDir, now: systemClock.instant(), onStep })
  }
  const services = createServices({ ...prepared, config, clock: systemClock, log })
  await life.add(startServices(services), () => stopServices(services))
  const app = await buildApp(services, { webRoot: existsSync(WEB_ROOT) ? WEB_ROOT : undefined })
  const address = await life.add(listen(app, config), () => stopServing(app, services))
  // Requests need not wait for the queue to look after its tables; the services end it, also while it starts.
  services.jobs.start().catch(options.onLost)
  return address
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    return await app.listen({ host, port })
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    throw isTaken ? new Error(`Port ${port} of ${host} is in use: end what uses it, or choose another with PORT.`) : error
  }
}

// No new connection; sockets are told, requests in flight are answered.
async function stopServing(app: FastifyInstance, services: Services): Promise<void> {
  const closed = app.close()
  await services.realtime.stop()
  await Promise.race([closed, pause(IN_FLIGHT_LIMIT_MS, undefined, { ref: false })])
}
