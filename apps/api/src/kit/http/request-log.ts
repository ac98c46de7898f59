import { isId } from '@larder/contract'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Refusal } from '../errors.ts'
import type { Metrics } from '../watch/metrics.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Why it was not done. */
    refusal: Refusal | null
  }
}

/** One line and one measurement per answered request: who asked what, from where, how it ended, how long it took. Never what was sent. */
export function observeRequests(fastify: FastifyInstance, { requestSeconds, limited }: Metrics): void {
  fastify.decorateRequest('refusal', null)
  fastify.addHook('onResponse', (request, reply, done) => {
    const { admitted, refusal, routeOptions, method, ip } = request
    const operation = routeOptions.config.endpoint?.name ?? 'none'
    const { statusCode: status, elapsedTime } = reply
    requestSeconds.observe({ endpoint: operation, status: String(status) }, elapsedTime / 1000)
    if (refusal?.kind === 'limited') limited.inc({ reason: refusal.reason, caller: request.payer?.key.split(':', 1)[0] ?? 'address' })
    const level = levelOf(request, reply)
    if (request.log instanceof LogOnDemand && !request.log.isLevelEnabled(level)) return done()
    request.log[level](
      {
        operation,
        status,
        ms: Math.round(elapsedTime * 10) / 10,
        address: ip,
        ...(admitted && { actor: admitted.actor.id, actorKind: admitted.actor.kind }),
        record: recordOf(request),
        ...(refusal && { reason: refusal.reason, because: becauseOf(refusal) }),
      },
      `${method} ${routeOptions.url ?? '(no route)'}`,
    )
    done()
  })
}

// Reads are many and change nothing; refusals and writes are what one looks for later. Of a flood that is turned away the first line tells.
function levelOf({ method }: FastifyRequest, { statusCode }: FastifyReply): 'debug' | 'info' | 'warn' {
  if (statusCode >= 500) return 'warn'
  if (statusCode === 429) return 'debug'
  return method !== 'GET' && method !== 'HEAD' ? 'info' : statusCode < 400 ? 'debug' : 'info'
}

// Ids alone: what a refused sign-in is recorded under is somebody's address, and a caller may write anything into a path.
function recordOf({ params, admitted }: FastifyRequest): string | undefined {
  const id = admitted?.record ?? (params as { id?: string } | undefined)?.id
  return id !== undefined && isId(id) ? id : undefined
}

// What it came from is told in words; a trace stands with the errors that are ours.
function becauseOf({ kind, cause }: Refusal): string | undefined {
  return kind === 'unavailable' && cause instanceof Error ? cause.message : undefined
}

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const

/** A child of `parent` that comes to be when something is written: most requests write nothing, and hiding secrets in its bindings is dear. */
export function logOnDemand(parent: Logger, bindings: object): FastifyBaseLogger {
  return new LogOnDemand(parent, bindings) as unknown as FastifyBaseLogger
}

class LogOnDemand {
  #parent: Logger
  #bindings: object
  #made: Logger | null = null
  constructor(parent: Logger, bindings: object) {
    this.#parent = parent
    this.#bindings = bindings
  }
  get level() {
    return this.#parent.level
  }
  get made(): Logger {
    this.#made ??= this.#parent.child(this.#bindings)
    return this.#made
  }
  child(bindings: object, options?: object): Logger {
    return this.made.child(bindings, options)
  }
  isLevelEnabled(level: string): boolean {
    return this.#parent.isLevelEnabled(level)
  }
  silent(): void {}
  static {
    for (const level of levels) {
      Object.defineProperty(LogOnDemand.prototype, level, {
        value(this: LogOnDemand, ...words: unknown[]) {
          if (this.isLevelEnabled(level)) (this.made[level] as (...words: unknown[]) => void)(...words)
        },
      })
    }
  }
}
