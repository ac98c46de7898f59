import { addMinutes, newId, type StaffMessage } from '@larder/contract'
import { sql } from 'kysely'
import { findStaffActor } from '../access/lookup.ts'
import { systemContext } from '../access/system-actor.ts'
import type { Context, Services, TaskResult } from '../context.ts'
import { readSetting } from '../settings.ts'
import { unitOfWork } from '../unit-of-work.ts'
import { toldToOwner } from './running-task.ts'
import { type Claim, TaskLost } from './task-lease.ts'

type Ending = { status: 'done'; result: TaskResult } | { status: 'failed'; reason: string }

/** Writes how a task ended, in the record and to its owner, in one unit: from then on its file can be downloaded. */
export async function finishTask(services: Services, claim: Claim, ending: Ending): Promise<void> {
  const days = await readSetting(services, 'task.fileDays')
  const ctx = await contextOf(services, claim)
  const now = ctx.clock.instant()
  const file = ending.status === 'done' ? ending.result.file : undefined
  const reason = ending.status === 'failed' ? ending.reason : null
  const facts = ending.status === 'done' ? { ...ending.result.facts, ...(file && { file: file.name }) } : { reason }
  await unitOfWork(ctx, async (work) => {
    const ended = await work.db
      .updateTable('task')
      .set({
        status: ending.status,
        reason,
        done: claim.done,
        total: claim.total,
        file_name: file?.name ?? null,
        file_type: file?.type ?? null,
        file_bytes: file?.sizeBytes ?? null,
        file_expires_at: file ? addMinutes(now, days * 24 * 60) : null,
        file_reach: file ? (claim.reach ?? null) : null,
        finished_at: now,
        leased_until: null,
        version: sql`version + 1`,
        updated_at: now,
      })
      .where('id', '=', claim.id)
      .where('attempt', '=', claim.attempt)
      .where('status', '=', 'running')
      .returning('version')
      .executeTakeFirst()
    if (!ended) throw new TaskLost(claim.id)
    const about = { entity: 'task', version: ended.version, ...toldToOwner(claim) }
    const action = ending.status === 'done' ? 'finish' : 'fail'
    work.record({ ...about, id: claim.id, action, old: { status: 'running' }, new: { status: ending.status, ...facts } })
    work.notify({ ...about, kind: 'message', entityId: claim.id, payload: messageOf(claim, ending, now) })
  })
}

function messageOf(claim: Claim, ending: Ending, at: string): Omit<StaffMessage, 'sequence'> {
  const words =
    ending.status === 'done'
      ? ({ tone: 'success', title: `${claim.title}: done`, text: ending.result.words } as const)
      : ({ tone: 'error', title: `${claim.title}: failed`, text: ending.reason } as const)
  return { id: newId(), ...words, entity: 'task', entityId: claim.id, at }
}

/** Its owner's, as long as their account is open; else the program's own. */
async function contextOf(services: Services, { id, staff_id, kind }: Claim): Promise<Context> {
  const actor = await findStaffActor(services, staff_id)
  const own = systemContext(services, `task.${kind}`)
  return { ...own, requestId: `task-${id}`, ...(actor && { actor }) }
}
