import { createHmac } from 'node:crypto'
import { currentInstant, msOf } from '@larder/contract'
import type { Chance, Faults } from './faults.ts'
import type { Callback, Journal } from './journal.ts'

interface Parts {
  journal: Journal
  secret: string
  chance: Chance
  faults: () => Faults
}

export interface Callbacks {
  /** Sends one that is in the journal, again and again until it is taken or was tried often enough. */
  send(callback: Callback): void
  stop(): void
}

const mostTries = 8
const firstPauseMs = 250

/** What a callback's signature is: the seconds, and the HMAC of the seconds, a dot and the bytes. */
export function sign(text: string, secret: string, nowMs: number): string {
  const seconds = Math.floor(nowMs / 1000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${text}`).digest('hex')}`
}

export function createCallbacks({ journal, secret, chance, faults }: Parts): Callbacks {
  const timers = new Set<NodeJS.Timeout>()

  function later(ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      act()
    }, ms)
    timers.add(timer)
  }

  async function deliver(callback: Callback, tries: number): Promise<void> {
    const endpoint = journal.endpoint()
    const isTaken = endpoint !== null && (await post(endpoint, callback))
    if (!journal.waiting.has(callback.id)) return
    if (isTaken || tries >= mostTries) journal.write({ sent: callback.id })
    else later(firstPauseMs * 2 ** tries, () => void deliver(callback, tries + 1))
  }

  async function post(endpoint: string, callback: Callback): Promise<boolean> {
    const text = JSON.stringify(callback)
    const headers = { 'content-type': 'application/json', 'larder-gateway-signature': sign(text, secret, msOf(currentInstant())) }
    try {
      return (await fetch(endpoint, { method: 'POST', headers, body: text, signal: AbortSignal.timeout(10_000) })).ok
    } catch {
      return false
    }
  }

  return {
    send(callback) {
      const { loseCallbacks, repeatCallbacks, delayCallbacks } = faults()
      if (chance.happens(loseCallbacks)) return journal.write({ sent: callback.id })
      later(chance.upTo(delayCallbacks), () => void deliver(callback, 1))
      if (chance.happens(repeatCallbacks)) later(chance.upTo(delayCallbacks + 1000), () => void deliver(callback, mostTries))
    },
    stop() {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
