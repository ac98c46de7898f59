import type { FastifyBaseLogger } from 'fastify'
import { awayOf, whenDatabaseAnswers } from './await-database.ts'
import type { Config } from './config.ts'
import { createLifecycle, type Lifecycle } from './lifecycle.ts'
import { openStartupServer } from './startup-server.ts'

/** What a product that answers says of itself. */
export interface Ready {
  address: string
  demo: boolean
  /** Whether the channel key in the data folder opens this database. */
  hasChannelKey: boolean
  /** Whether anybody can sign in. */
  hasAccount: boolean
  /** The link of the first administrator, once for each start; null as soon as there was one. */
  firstAdminLink: string | null
}

/** A product that starts; `stop` ends it at any moment without losing an answer. */
export type Running = { ready: Promise<Ready>; stop: () => Promise<void> }

export interface BootOptions {
  config: Config
  log: FastifyBaseLogger
  /** Told in a few words what takes a while. */
  onStep: (step: string) => void
  /** Told in a sentence what is waited for, once for each reason; null when it is there again. */
  onWait: (reason: string | null) => void
}

/** Starts everything in the order in which one leans on the other, and listens. The port answers at once, as not ready. */
export function boot(options: BootOptions): Running {
  const life = createLifecycle(options.log)
  return { ready: start(options, life), stop: life.stop }
}

async function start({ config, log, onStep, onWait }: BootOptions, life: Lifecycle): Promise<Ready> {
  let awaited: { message: string; inShort: string } | null = null
  const onAway = (reason: unknown) => {
    const away = reason === null ? null : (awayOf(reason) ?? { message: String(reason), inShort: 'it is not in order' })
    if (away?.message !== awaited?.message) onWait(away?.message ?? null)
    awaited = away
  }
  const whatFor = () => awaited && `Waiting for the database: ${awaited.inShort}.`
  const startup = await life.add(
    openStartupServer(config, () => whatFor() ?? 'Larder is starting.'),
    (server) => server.close(),
  )
  // Loaded once the port answers: all that it is takes a moment.
  const { assemble } = await import('./assemble.ts')
  const attempt = (own: Lifecycle) => assemble({ config, log, life: own, onStep, onAway, awaited: whatFor })
  const product = await whenDatabaseAnswers(attempt, { log, life, onAway })
  onAway(null)
  const address = await life.add(startup.handOver(product.app.server), product.close)
  product.takeUpJobs()
  const { hasChannelKey, hasAccount } = product
  return { address, demo: config.demo, hasChannelKey, hasAccount, firstAdminLink: product.firstAdminLink(address) }
}
