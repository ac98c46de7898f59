import { sql } from 'kysely'
import { findStaffActor } from '#kit/access/lookup.ts'
import { can } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { Refusal } from '#kit/errors.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { beginSetTask, stopped } from './begin.ts'
import { moveSet, readSet } from './stored-set.ts'

/** What is due is published in the name of whoever sent it off; what was broken off for good says so. */
export async function publishDueSets(ctx: Context): Promise<void> {
  for (const id of await findDue(ctx)) await publishDue(ctx, id)
  for (const id of await findBroken(ctx)) await noteBroken(ctx, id)
}

async function findDue({ services, clock }: Context): Promise<string[]> {
  const rows = await services.db
    .selectFrom('change_set')
    .select('id')
    .where('status', '=', 'scheduled')
    .where('publish_at', '<=', clock.instant())
    .orderBy('publish_at')
    .limit(20)
    .execute()
  return rows.map(({ id }) => id)
}

async function publishDue(ctx: Context, id: string): Promise<void> {
  const { submitted_id } = await readSet(ctx.services.db, id)
  const owner = submitted_id ? await findStaffActor(ctx.services, submitted_id) : null
  const theirs = { ...ctx, actor: owner ?? ctx.actor }
  try {
    await unitOfWork(theirs, async (work) => {
      await sql`select from change_set where id = ${id} for no key update`.execute(work.db)
      const set = await readSet(work.db, id)
      const at = ctx.clock.instant()
      if (set.status !== 'scheduled' || (set.publish_at ?? at) > at) return work.nothing()
      if (!owner || !can(owner, 'change-set.edit')) {
        const status_reason = 'Not published at its time: whoever sent it off may not publish any more.'
        return moveSet(work, set, 'failPlan', { status: 'validated', publish_at: null, status_reason }, at)
      }
      await moveSet(work, set, 'publish', { status: 'publishing' }, at)
      await beginSetTask(theirs, work, set, 'publish')
    })
  } catch (error) {
    // As many tasks of theirs wait or run as may: it comes after them.
    if (!(error instanceof Refusal)) throw error
  }
}

/** Sets of which something should run, and whose task has ended without them. */
async function findBroken({ services }: Context): Promise<string[]> {
  const rows = await services.db
    .selectFrom('change_set')
    .innerJoin('task', 'task.id', 'change_set.task_id')
    .select('change_set.id')
    .where('change_set.status', 'in', ['draft', 'publishing', 'rolling-back'])
    .where('task.status', 'in', ['failed', 'cancelled'])
    .where((eb) => eb.or([eb('change_set.status', '<>', 'draft'), eb('change_set.status_reason', 'is', null)]))
    .limit(20)
    .execute()
  return rows.map(({ id }) => id)
}

async function noteBroken(ctx: Context, id: string): Promise<void> {
  await unitOfWork(ctx, async (work) => {
    await sql`select from change_set where id = ${id} for no key update`.execute(work.db)
    const set = await readSet(work.db, id)
    const task = set.task_id
      ? await work.db.selectFrom('task').select(['status', 'reason']).where('id', '=', set.task_id).executeTakeFirst()
      : undefined
    const isOver = task?.status === 'failed' || task?.status === 'cancelled'
    if (!isOver || !['draft', 'publishing', 'rolling-back'].includes(set.status)) return work.nothing()
    const columns = await stopped(work, set, task.reason ?? 'It was stopped.')
    await moveSet(work, set, 'break', columns, ctx.clock.instant())
  })
}
