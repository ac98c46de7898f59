import type { ReplicaState } from '@larder/contract'
import { sql } from 'kysely'
import type { Services } from '../context.ts'

const keepMs = 1000

export interface Readiness {
  /** How the replica stands while the database answers, null while it does not; asked at most once a second however many ask. */
  look(): Promise<ReplicaState | null>
  /** From now on not ready: the process is about to stop. */
  stop(): void
}

export function createReadiness({ writable, replica, clock }: Services): Readiness {
  let isStopping = false
  let asked: { at: number; answer: Promise<ReplicaState | null> } | null = null

  function ask(): Promise<ReplicaState | null> {
    const now = clock.ms()
    if (!asked || now - asked.at >= keepMs) asked = { at: now, answer: ping() }
    return asked.answer
  }

  async function ping(): Promise<ReplicaState | null> {
    try {
      await sql`select 1`.execute(writable)
      return await replica.state()
    } catch {
      return null
    }
  }

  return {
    look: async () => (isStopping ? null : ask()),
    stop: () => {
      isStopping = true
    },
  }
}
