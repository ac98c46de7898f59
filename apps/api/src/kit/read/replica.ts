import { setTimeout as pause } from 'node:timers/promises'
import type { ReplicaState } from '@larder/contract'
import { sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import type { Replica } from '../context.ts'
import { Refusal } from '../errors.ts'
import type { AnyHandler } from '../http/handler.ts'

interface Head {
  position: string
  cluster: string
}

/** How long a read waits for the replica to catch up, and for its word on that. */
const patienceMs = 250
const lookMs = 10
/** How long reads go to the primary before a replica that was not up to date is looked at again. */
const restMs = 1000

export function createReplica(primary: ReadDatabase, replica: ReadDatabase | null): Replica {
  let isTrusted = true
  let restsUntil = 0

  async function state(): Promise<ReplicaState> {
    if (replica === null) return 'none'
    const head = await headOf(primary)
    const silent = pause(patienceMs, 'away' as const, { ref: false })
    return Promise.race([silent, catchUp(replica, head).catch(() => 'away' as const)])
  }

  return {
    state,
    async reader() {
      const now = performance.now()
      if (replica === null || (!isTrusted && now < restsUntil)) return primary
      // While one read looks, the others do not wait for what it finds.
      if (!isTrusted) restsUntil = now + restMs
      isTrusted = (await state()) === 'current'
      if (!isTrusted) restsUntil = performance.now() + restMs
      return isTrusted ? replica : primary
    },
  }
}

// All that an answer to anybody has told of is flushed; what the replica has replayed up to there holds it.
async function headOf(primary: ReadDatabase): Promise<Head> {
  const { rows } = await sql<Head>`
    select pg_current_wal_flush_lsn()::text as position, system_identifier::text as cluster from pg_control_system()`.execute(primary)
  return rows[0] as Head
}

async function catchUp(replica: ReadDatabase, { position, cluster }: Head): Promise<ReplicaState> {
  for (const until = performance.now() + patienceMs - 2 * lookMs; ; await pause(lookMs)) {
    const { rows } = await sql<{ isReplica: boolean; isCurrent: boolean }>`
      select pg_is_in_recovery() and system_identifier::text = ${cluster} as "isReplica",
        pg_last_wal_replay_lsn() >= ${position}::pg_lsn as "isCurrent" from pg_control_system()`.execute(replica)
    const [found] = rows
    if (!found?.isReplica) return 'no-replica'
    if (found.isCurrent) return 'current'
    if (performance.now() > until) return 'behind'
  }
}

/** A handler that reads from the replica where that is up to date; what fails there, the primary answers. */
export function throughReplica(handler: AnyHandler): AnyHandler {
  return async (ctx, input) => {
    const { db: primary, replica } = ctx.services
    ctx.db = await replica.reader()
    try {
      return await handler(ctx, input)
    } catch (error) {
      if (ctx.db === primary || error instanceof Refusal) throw error
      ctx.log.warn({ err: error }, 'the replica failed a read; the primary answers it')
      ctx.db = primary
      return await handler(ctx, input)
    }
  }
}
