import type { NamedEndpoint } from '@larder/contract'
import type { Context } from './context.ts'
import { Refusal } from './errors.ts'
import { forgetOldest } from './forget-oldest.ts'

/** Counts requests in this process. A caller may use a whole minute's share at once and earns it back evenly. */
export interface Limits {
  /** Seconds until the next request of this key is welcome; 0 = now, and it is counted. */
  take(key: string, perMinute: number): number
  /** For a member of staff or an anonymous address, all endpoints together. */
  perMinute: number
}

interface Bucket {
  left: number
  at: number
}

const maxKeys = 20_000
/** Programs carry the orders of a whole city through one key. */
const channelFactor = 100

export function createLimits(perMinute: number): Limits {
  const buckets = new Map<string, Bucket>()
  return {
    perMinute,
    take(key, share) {
      const now = performance.now()
      const bucket = buckets.get(key) ?? { left: share, at: now }
      bucket.left = Math.min(share, bucket.left + ((now - bucket.at) * share) / 60_000)
      bucket.at = now
      buckets.delete(key)
      buckets.set(key, bucket)
      // The longest unused go first: their buckets are the fullest.
      forgetOldest(buckets, maxKeys)
      if (bucket.left < 1) return Math.ceil(((1 - bucket.left) * 60) / share)
      bucket.left -= 1
      return 0
    },
  }
}

/** Goes on unless this caller asks too much: all its requests together, and this endpoint's own limit. 429 with Retry-After. */
export function checkRate({ services, actor, address }: Context, endpoint: NamedEndpoint): void {
  const { limits } = services
  const caller = actor.kind === 'system' ? `address:${address}` : `${actor.kind}:${actor.id}`
  const whole = limits.take(caller, limits.perMinute * (actor.kind === 'channel' ? channelFactor : 1))
  const { perMinute } = endpoint.shape
  const wait = whole || (perMinute ? limits.take(`${caller} ${endpoint.name}`, perMinute) : 0)
  if (wait > 0) refuseRate(wait)
}

/** Always throws 429 with the seconds to wait. */
export function refuseRate(
  retryAfterSeconds: number,
  reason = 'too-many-requests',
  message = 'Too many requests. Please wait a moment.',
): never {
  throw new Refusal('limited', { reason, message, retryAfterSeconds })
}
