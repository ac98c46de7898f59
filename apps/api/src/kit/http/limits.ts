import type { NamedEndpoint, RefusalReason } from '@larder/contract'
import { LRUCache } from 'lru-cache'
import type { Actor } from '../actor.ts'
import type { Context, Limits, Services } from '../context.ts'
import { Refusal } from '../errors.ts'
import { hostOf } from './addresses.ts'

/** Whose share a request is taken from. */
export interface Payer {
  key: string
  perMinute: number
}

interface Bucket {
  left: number
  at: number
  perMinute: number
  toldAt: number
}

const maxKeys = 20_000
/** Programs carry the orders of a whole city through one key. */
const channelFactor = 100

export function createLimits(perMinute: number): Limits {
  // The longest unused go first: their buckets are the fullest.
  const buckets = new LRUCache<string, Bucket>({ max: maxKeys })

  function fill(key: string, share: number): Bucket {
    const now = performance.now()
    const bucket = buckets.get(key) ?? { left: share, at: now, perMinute: share, toldAt: Number.NEGATIVE_INFINITY }
    bucket.left = Math.min(share, bucket.left + ((now - bucket.at) * share) / 60_000)
    bucket.at = now
    buckets.set(key, bucket)
    return bucket
  }

  return {
    perMinute,
    take(key, share, price = 1) {
      const bucket = fill(key, share)
      if (bucket.left < price) return Math.ceil(((price - bucket.left) * 60) / share)
      bucket.left -= price
      return 0
    },
    giveBack(key, price) {
      const bucket = buckets.get(key)
      if (bucket) bucket.left = Math.max(-bucket.perMinute, bucket.left + price)
    },
    isNews(key) {
      const [bucket, now] = [buckets.get(key), performance.now()]
      if (!bucket || now - bucket.toldAt < 60_000) return false
      bucket.toldAt = now
      return true
    },
  }
}

/** Who pays while nobody knows who asks: the address. */
export function payerAt({ perMinute }: Limits, address: string): Payer {
  return { key: `address:${hostOf(address)}`, perMinute }
}

/** Who pays once it is known who asks: they themselves, wherever they ask from. */
export function payerFor({ perMinute }: Limits, { kind, id, perMinute: own }: Actor): Payer {
  return { key: `${kind}:${id}`, perMinute: own ?? perMinute * (kind === 'channel' ? channelFactor : 1) }
}

/** A program that asks for what it may not pays for that as a person would. */
export function payForRefusal({ limits }: Services, actor: Actor): void {
  if (actor.kind !== 'channel') return
  const { key, perMinute } = payerFor(limits, actor)
  limits.giveBack(key, 1 - Math.max(1, perMinute / limits.perMinute))
}

/** Goes on unless this caller asks too much of an endpoint that has a limit of its own. 429 with Retry-After. */
export function checkEndpointRate({ services: { limits }, actor, address }: Context, { name, shape: { perMinute } }: NamedEndpoint): void {
  if (!perMinute) return
  const { key } = actor.kind === 'system' ? payerAt(limits, address ?? 'unknown') : payerFor(limits, actor)
  const wait = limits.take(`${key} ${name}`, perMinute)
  if (wait > 0) refuseRate(wait)
}

/** Always throws 429 with the seconds to wait. */
export function refuseRate(
  retryAfterSeconds: number,
  reason: RefusalReason<'limited'> = 'too-many-requests',
  message = 'Too many requests. Please wait a moment.',
): never {
  throw new Refusal('limited', { reason, message, retryAfterSeconds })
}
