import type { ChangeSetStatus } from '@larder/contract'
import { sql } from 'kysely'
import type { Context, Work } from '#kit/context.ts'
import { beginTask } from '#kit/work/begin-task.ts'
import { cancelTask } from '#modules/task/task.service.ts'
import type { SetAct } from './stored-set.ts'

const titles: Readonly<Record<SetAct, string>> = {
  'work-out': 'Work out',
  read: 'Read',
  publish: 'Publish',
  'roll-back': 'Roll back',
}

interface Titled {
  id: string
  title: string
}

/** Adds what a set does next as a task of the caller, as a part of a unit; its id is for the set to keep. */
export async function addSetTask(ctx: Context, work: Work, set: Titled, act: SetAct): Promise<string> {
  work.tie(set.id)
  const title = `${titles[act]} ${set.title}`
  const task = await beginTask({ ...ctx, within: work }, { kind: 'change-set', title, parameters: { setId: set.id, act } })
  return task.id
}

/** The same, and the set keeps it. */
export async function beginSetTask(ctx: Context, work: Work, set: Titled, act: SetAct): Promise<void> {
  const task_id = await addSetTask(ctx, work, set, act)
  await work.db.updateTable('change_set').set({ task_id }).where('id', '=', set.id).execute()
}

/** Where a set stands once what runs of it was stopped: of a store that is at it, nothing is done. */
export async function stopSetTask(
  ctx: Context,
  work: Work,
  set: { id: string; status: string; task_id: string | null },
  why: string,
): Promise<{ status: ChangeSetStatus; status_reason: string }> {
  // Whoever writes for the task holds it until that is committed: what is counted below is all that ever was.
  if (set.task_id) await cancelTask(ctx, work, set.task_id)
  return stopped(work, set, why)
}

/** The same of one whose task has ended by itself. */
export async function stopped(work: Work, { id, status }: { id: string; status: string }, why: string) {
  const { rows } = await sql<{ stores: number; published: number; rolled_back: number }>`
    select count(*)::int as stores, count(published_at)::int as published, count(rolled_back_at)::int as rolled_back
    from change_set_store where set_id = ${id}`.execute(work.db)
  const { stores = 0, published = 0, rolled_back = 0 } = rows[0] ?? {}
  if (status === 'draft') return { status: 'draft' as const, status_reason: why }
  if (status === 'publishing' && published === 0) return { status: 'validated' as const, status_reason: why }
  if (status === 'rolling-back' && rolled_back === 0) return { status: 'published' as const, status_reason: why }
  const done =
    status === 'publishing' ? `${published} of ${stores} stores are published` : `${rolled_back} of ${published} stores are taken back`
  return { status: 'failed' as const, status_reason: `${why} ${done}.` }
}
