import { sql } from 'kysely'
import type { Services } from './context.ts'

const keepMs = 1000

export interface Readiness {
  /** Whether the database answers, asked at most once a second however many ask. */
  isReady(): Promise<boolean>
  /** From now on not ready: the process is about to stop. */
  stop(): void
}

export function createReadiness({ writable, clock }: Services): Readiness {
  let isStopping = false
  let asked: { at: number; answer: Promise<boolean> } | null = null

  function ask(): Promise<boolean> {
    const now = clock.ms()
    if (!asked || now - asked.at >= keepMs) asked = { at: now, answer: ping() }
    return asked.answer
  }

  async function ping(): Promise<boolean> {
    try {
      await sql`select 1`.execute(writable)
      return true
    } catch {
      return false
    }
  }

  return {
    isReady: async () => !isStopping && (await ask()),
    stop: () => {
      isStopping = true
    },
  }
}
