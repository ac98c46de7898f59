import { LRUCache } from 'lru-cache'
import type { SharedReads } from '../context.ts'

interface Kept {
  until: number
  news: number
  answer: Promise<unknown>
}

const keptMs = 1000
const maxKept = 500

/** `news` counts what was committed or told so far; null when nobody counts, and then nothing is shared. */
export function createSharedReads(news: () => number | null): SharedReads {
  const kept = new LRUCache<string, Kept>({ max: maxKept })
  return {
    async read<T>(key: readonly unknown[], load: () => Promise<T>): Promise<T> {
      const current = news()
      if (current === null) return load()
      const name = JSON.stringify(key)
      const now = performance.now()
      const found = kept.get(name)
      if (found && found.news === current && found.until > now) return found.answer as Promise<T>
      const entry: Kept = { until: now + keptMs, news: current, answer: load() }
      kept.set(name, entry)
      entry.answer.catch(() => {
        if (kept.get(name) === entry) kept.delete(name)
      })
      return entry.answer as Promise<T>
    },
  }
}
