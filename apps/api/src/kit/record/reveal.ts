import type { Permission, Revealed } from '@larder/contract'
import { sql } from 'kysely'
import { type ReadDatabase, readOnly } from '#db/database.ts'
import type { Context, Work } from '../context.ts'
import { Refusal } from '../errors.ts'
import { readSetting } from '../settings.ts'
import { unitOfWork } from '../unit-of-work.ts'
import type { Change } from './change.ts'
import { oneAtATime } from './quota.ts'

interface Sought extends Pick<Change, 'version' | 'branchId' | 'storeId'> {
  value: string
  /** What the entry tells, where the field lies deeper in the record. */
  told?: Record<string, unknown>
}

interface RevealFacts {
  entity: string
  id: string
  field: string
  reason: string
  /** Who may open the record. */
  permission: Permission
  /** The field in clear, of a record that the caller may see; else it refuses. */
  find(db: ReadDatabase): Promise<Sought>
}

/**
 * One masked field of one record in clear, with an entry in the record: who, which field, why. Nobody hears of it. 429 once a person has
 * revealed as many within an hour as the setting allows, however many requests come at once.
 */
export async function reveal(ctx: Context, { entity, id, field, reason, permission, find }: RevealFacts): Promise<Revealed> {
  const most = await readSetting(ctx.services, 'privacy.revealsPerHour')
  return unitOfWork(ctx, async (work) => {
    await oneAtATime(work, 'reveal', ctx.actor.id)
    const { value, told = { [field]: value }, ...place } = await find(readOnly(work.db))
    await refuseBeyond(work, ctx.actor.id, most)
    work.record({ entity, id, action: 'reveal', old: null, new: told, reason, permission, ...place, isUnheard: true })
    return { field, value }
  })
}

async function refuseBeyond({ db }: Work, actorId: string, most: number): Promise<void> {
  const { rows } = await sql<{ revealed: number; wait: number }>`
    select count(*)::int as revealed, ceil(extract(epoch from min(at) + interval '1 hour' - clock_timestamp()))::int as wait
    from audit_entry where actor_id = ${actorId} and action = 'reveal' and at > clock_timestamp() - interval '1 hour'`.execute(db)
  const { revealed, wait } = rows[0] ?? { revealed: 0, wait: 0 }
  if (revealed < most) return
  throw new Refusal('limited', {
    reason: 'too-many-reveals',
    message: `You have revealed ${revealed} within an hour; ${most} are allowed. Try again in ${Math.ceil(wait / 60)} minutes.`,
    retryAfterSeconds: Math.max(1, wait),
  })
}
