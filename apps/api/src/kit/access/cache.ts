import { LRUCache } from 'lru-cache'
import type { AccessCache, AccessChange, Known, PubSub, PubSubChannel } from '../context.ts'

export const accessChannel: PubSubChannel = 'larder_access'
const rememberedMs = 1000
const maxRemembered = 10_000

interface Remembered {
  until: number
  answer: Promise<Known | null>
  known: Known | null
  /** As of the last time that it was found, this time's answer being still on its way. */
  lately: Known | null
}

/** Remembers who a token or a task belongs to, for a second at most; every process hears of each change and forgets at once. */
export function createAccessCache(pubSub: PubSub): AccessCache {
  const entries = new LRUCache<string, Remembered>({ max: maxRemembered })
  const listeners: ((change: AccessChange) => void)[] = []

  function forget(change: AccessChange): void {
    for (const [hash, { known }] of [...entries]) {
      // One that is still being looked up may have read the old state: its answer is not kept either.
      if (!known || concerns(change, known)) entries.delete(hash)
    }
    for (const hear of listeners) hear(change)
  }

  pubSub.on(accessChannel, (word) => forget(JSON.parse(word) as AccessChange))
  pubSub.onGap(() => entries.clear())

  return {
    async find(hash, load) {
      const now = performance.now()
      const found = entries.get(hash)
      if (found && found.until > now) return found.answer
      const entry: Remembered = { until: now + rememberedMs, answer: load(), known: null, lately: found?.lately ?? null }
      entries.set(hash, entry)
      try {
        entry.known = await entry.answer
        entry.lately = entry.known
        return entry.known
      } catch (error) {
        entry.until = 0
        throw error
      } finally {
        // What could not be looked up is asked for again; whose requests it makes is still known.
        if (!entry.lately && entries.peek(hash) === entry) entries.delete(hash)
      }
    },
    forget,
    lately: (hash) => entries.peek(hash)?.lately ?? null,
    onChange: (hear) => void listeners.push(hear),
  }
}

/** Whether a change is about this credential. */
export function concerns({ about, id }: AccessChange, { actor, roleId, seenAs }: Known): boolean {
  if (about === 'session' || about === 'view' || about === 'proof') return actor.sessionId === id
  if (about === 'role') return roleId === id || seenAs?.roleId === id
  return actor.id === id || seenAs?.staffId === id
}
