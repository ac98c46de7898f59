import { setTimeout as pause } from 'node:timers/promises'
import { newId } from '@larder/contract'
import { type IsolationLevel, type RawBuilder, sql, type Transaction } from 'kysely'
import type { DB } from '#db/schema.gen.ts'
import type { Context, Work } from './context.ts'
import { Refusal } from './errors.ts'
import { replayInsert } from './http/idempotency.ts'
import { approved } from './record/approval.ts'
import { auditInsert } from './record/audit.ts'
import type { Change, Notice } from './record/change.ts'
import { isRetryable } from './record/sqlstate.ts'

interface Collected {
  changes: Change[]
  setId: string | null
  nothing: boolean
  notices: Notice[]
  acts: (() => void)[]
}

const attempts = 5

/**
 * The only way to write. The rows, one audit entry, the events and the idempotency key commit together or not at all;
 * it resolves after COMMIT. A deadlock or serialization failure runs `write` again as a whole, up to 5 times.
 * An idempotent handler returns exactly what this returned: that is what is stored and replayed. In a context within another unit it is a
 * part of that one, and nothing of its own is committed.
 */
export async function unitOfWork<R>(
  ctx: Context,
  write: (work: Work) => Promise<R>,
  isolation: IsolationLevel = 'read committed',
): Promise<R> {
  if (ctx.within) return write(ctx.within)
  for (let attempt = 1; ; attempt++) {
    const collected: Collected = { changes: [], setId: null, nothing: false, notices: [], acts: [] }
    try {
      const result = await ctx.services.writable
        .transaction()
        .setIsolationLevel(isolation)
        .execute(async (db) => {
          const answer = await write(workOn(db, collected))
          await seal(ctx, db, collected, answer)
          return answer
        })
      afterwards(ctx, collected)
      return result
    } catch (error) {
      if (!isRetryable(error)) throw error
      ctx.log.warn({ operation: ctx.operation, attempt, err: error }, 'unit of work met another and runs again')
      if (attempt === attempts) throw givenUp(error)
      await pause(Math.random() * 10 * 2 ** attempt)
    }
  }
}

function workOn(db: Transaction<DB>, collected: Collected): Work {
  return {
    db,
    record: (change) => void collected.changes.push(change),
    tie: (id) => {
      collected.setId ??= id ?? newId()
      return collected.setId
    },
    nothing: () => {
      collected.nothing = true
    },
    notify: (notice) => void collected.notices.push(notice),
    afterCommit: (act) => void collected.acts.push(act),
  }
}

// What one statement takes of changes: a unit of thousands says them in several.
const changesAtOnce = 250

// One statement for everything that the house adds, so that a unit costs one round trip more than its own writes.
async function seal(ctx: Context, db: Transaction<DB>, collected: Collected, answer: unknown): Promise<void> {
  const { setId } = collected
  const count = collected.changes.length
  if (collected.nothing ? count > 0 : count === 0 || (count > 1 && setId === null)) {
    throw new Error(`${ctx.operation}: a unit of work records exactly one change, or is a change set; this one recorded ${count}`)
  }
  const changes = await Promise.all(collected.changes.map((change) => approved(ctx, change)))
  const last = changes.splice(Math.max(0, Math.floor((count - 1) / changesAtOnce)) * changesAtOnce)
  for (let at = 0; at < changes.length; at += changesAtOnce)
    await writeParts(db, partsOf(ctx, changes.slice(at, at + changesAtOnce), [], setId))
  await ctx.alongside?.(db)
  const replay = ctx.idempotency ? [sql`replay as (${replayInsert(ctx, ctx.idempotency, answer)})`] : []
  await writeParts(db, [...partsOf(ctx, last, collected.notices, setId), ...replay])
}

function partsOf(ctx: Context, changes: readonly Change[], notices: readonly Notice[], setId: string | null): RawBuilder<unknown>[] {
  const heard = changes.filter(({ isUnheard }) => !isUnheard)
  const parts: RawBuilder<unknown>[] = []
  if (changes.length > 0) parts.push(sql`audit as (${auditInsert(ctx, changes, setId)})`)
  if (heard.length > 0 || notices.length > 0) parts.push(sql`events as (${eventInsert(ctx, heard, notices)})`)
  return parts
}

async function writeParts(db: Transaction<DB>, parts: readonly RawBuilder<unknown>[]): Promise<void> {
  if (parts.length > 0) await sql`with ${sql.join(parts)} select 1`.execute(db)
}

function eventInsert(ctx: Context, changes: readonly Change[], notices: readonly Notice[]): RawBuilder<unknown> {
  const changed = changes.map((change) => eventRow('changed', change, change.id, change.action, (change.maker ?? ctx.actor).name, null))
  const sent = notices.map((notice) =>
    eventRow(notice.kind, notice, notice.entityId, changes[0]?.action ?? 'notify', ctx.actor.name, JSON.stringify(notice.payload)),
  )
  return sql`insert into event (kind, entity, entity_id, version, action, actor_name, permission, branch_id, store_id, staff_id, moves_minor, but_staff_ids, payload) values ${sql.join([...changed, ...sent])}`
}

type Told = Pick<Change, 'entity' | 'version' | 'permission' | 'branchId' | 'storeId' | 'staffId'> &
  Pick<Notice, 'movesMinor' | 'butStaffIds'>

function eventRow(kind: string, told: Told, id: string, action: string, by: string, payload: string | null): RawBuilder<unknown> {
  return sql`(${kind}, ${told.entity}, ${id}, ${told.version}, ${action}, ${by}, ${told.permission}, ${told.branchId}::uuid, ${told.storeId}::uuid, ${told.staffId ?? null}::uuid, ${told.movesMinor ?? null}::bigint, ${told.butStaffIds ?? null}::uuid[], ${payload}::jsonb)`
}

function afterwards(ctx: Context, collected: Collected): void {
  if (collected.changes.length > 0 || collected.notices.length > 0) ctx.services.outbox.kick()
  for (const { entity, action, id } of collected.changes) {
    ctx.services.metrics.changes.inc({ entity, action })
    ctx.record = id
  }
  for (const act of collected.acts) {
    try {
      act()
    } catch (error) {
      ctx.log.error({ operation: ctx.operation, err: error }, 'what follows a commit failed')
    }
  }
}

function givenUp(cause: unknown): Refusal {
  return new Refusal('unavailable', {
    reason: 'busy',
    message: 'Too many people changed this at once. Please try again.',
    retryAfterSeconds: 1,
    cause,
  })
}
