import { announced, RiderMoved } from '@larder/contract'
import * as z from 'zod/mini'
import type { PubSubChannel, Services } from '../context.ts'
import { publish } from './pub-sub.ts'
import type { Rooms } from './rooms.ts'

export interface RiderFeed {
  moved(position: RiderMoved, branchId: string): void
  /** Hears positions that any process was told. */
  hear(word: string): void
  stop(): void
}

export const riderChannel: PubSubChannel = 'larder_rider'
const everyMs = 1000
// A word to other processes holds 8,000 bytes; a position takes about 170.
const perWord = 40

const Word = z.strictObject({ branchId: z.string(), positions: z.array(RiderMoved) })

/** Of each rider the newest position, once a second: a position says nothing about the one before. */
export function createRiderFeed(services: () => Services, rooms: Rooms): RiderFeed {
  const waiting = new Map<string, { position: RiderMoved; branchId: string }>()
  let timer: NodeJS.Timeout | undefined

  async function flush(): Promise<void> {
    timer = undefined
    const { writable, log } = services()
    const byBranch = Map.groupBy(waiting.values(), ({ branchId }) => branchId)
    waiting.clear()
    for (const [branchId, moves] of byBranch) {
      const positions = moves.map(({ position }) => position)
      for (let from = 0; from < positions.length; from += perWord) {
        const word = JSON.stringify({ branchId, positions: positions.slice(from, from + perWord) })
        await publish(writable, riderChannel, word).catch((error: unknown) => log.warn({ err: error }, 'rider positions were not told'))
      }
    }
  }

  return {
    moved(position, branchId) {
      waiting.set(position.riderId, { position, branchId })
      timer ??= setTimeout(() => void flush(), everyMs).unref()
    },
    hear(word) {
      const { branchId, positions } = z.parse(Word, JSON.parse(word))
      rooms.tellRiders({ permission: announced.riderMoved, branch_id: branchId, store_id: null }, positions)
    },
    stop: () => clearTimeout(timer),
  }
}
