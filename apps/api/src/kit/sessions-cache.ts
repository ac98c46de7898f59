import { LRUCache } from 'lru-cache'
import type { Actor } from './context.ts'
import type { SignalChannel, Signals } from './signals.ts'

/** Who stands behind a credential, with what may change it. */
export interface Known {
  actor: Actor
  roleId: string | null
  /** Raised by anything that changes what this person may do. */
  accessVersion: number
  /** When the session or the account ends by time if nothing puts it off, as `performance.now()`; a channel key has no end. */
  endsAt: number
}

/** Whose rights ended or changed. A session is over for good; the others have to be looked up again. */
export interface AccessChange {
  about: 'session' | 'staff' | 'role' | 'channel-key'
  id: string
}

export interface AccessCache {
  /** The answer for a credential's hash: a remembered one for up to a second, else `load`'s. Only found ones are kept. */
  find(hash: string, load: () => Promise<Known | null>): Promise<Known | null>
  /** Who a credential's hash belonged to when it was last looked up: good enough to count by, not to let in. */
  lately(hash: string): Known | null
  /** Forgets everyone concerned, at once, and tells the listeners. */
  forget(change: AccessChange): void
  onChange(hear: (change: AccessChange) => void): void
}

export const accessChannel: SignalChannel = 'larder_access'
const rememberedMs = 1000
const maxRemembered = 10_000

interface Remembered {
  until: number
  answer: Promise<Known | null>
  known: Known | null
  /** As of the last time that it was found, this time's answer being still on its way. */
  lately: Known | null
}

/** Remembers who a token belongs to, for a second at most; every process hears of each change and forgets at once. */
export function createAccessCache(signals: Signals): AccessCache {
  const entries = new LRUCache<string, Remembered>({ max: maxRemembered })
  const listeners: ((change: AccessChange) => void)[] = []

  function forget(change: AccessChange): void {
    for (const [hash, { known }] of [...entries]) {
      // One that is still being looked up may have read the old state: its answer is not kept either.
      if (!known || concerns(change, known)) entries.delete(hash)
    }
    for (const hear of listeners) hear(change)
  }

  signals.on(accessChannel, (word) => forget(JSON.parse(word) as AccessChange))
  signals.onGap(() => entries.clear())

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
export function concerns(change: AccessChange, { actor, roleId }: Known): boolean {
  if (change.about === 'session') return actor.sessionId === change.id
  if (change.about === 'role') return roleId === change.id
  return actor.id === change.id
}
