import { maxOpenTasks, newId, type StartedTask } from '@larder/contract'
import type { Context, Work } from '../context.ts'
import { keepWithin, oneAtATime } from '../record/quota.ts'
import { unitOfWork } from '../unit-of-work.ts'
import { toldToOwner } from './running-task.ts'

interface Task {
  /** The name of a declared kind. */
  kind: string
  /** What its owner reads of it: "Orders as CSV". */
  title: string
  parameters: Record<string, unknown>
  /** What is kept with it. */
  also?(work: Work, id: string): Promise<void>
}

/** Adds a task of the caller, to be run soon. 409 `limit-reached` while as many of theirs wait or run as may. */
export function beginTask(ctx: Context, { kind, title, parameters, also }: Task): Promise<StartedTask> {
  const id = newId<'task'>(ctx.clock.ms())
  return unitOfWork(ctx, async (work) => {
    await oneAtATime(work, 'task', ctx.actor.id)
    const row = { id, staff_id: ctx.actor.id, kind, title, parameters: JSON.stringify(parameters), created_at: ctx.clock.instant() }
    await work.db.insertInto('task').values(row).execute()
    await refuseBeyond(work, ctx.actor.id)
    await also?.(work, id)
    const told = toldToOwner({ staff_id: ctx.actor.id })
    work.record({ entity: 'task', id, version: 1, action: 'create', old: null, new: { kind, title, ...parameters }, ...told })
    work.afterCommit(ctx.services.tasks.kick)
    return { id, title }
  })
}

/** 409 `limit-reached` where more tasks of a person wait or run than may; whoever adds one asks it afterwards, one at a time. */
export async function refuseBeyond({ db }: Work, staffId: string): Promise<void> {
  const { open } = await db
    .selectFrom('task')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('staff_id', '=', staffId)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirstOrThrow()
  keepWithin(open, maxOpenTasks, `${maxOpenTasks} tasks of yours wait or run already, the maximum. Wait for one to end, or cancel one.`)
}
