import { describePermission, type FileStream, type Instant, type Parsed, type Permission, type Task, taskContract } from '@larder/contract'
import { sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import { can } from '#kit/authorize.ts'
import type { Context, Work } from '#kit/context.ts'
import { notFound } from '#kit/errors.ts'
import { reachOf } from '#kit/live/audience.ts'
import { oneAtATime } from '#kit/record/quota.ts'
import { resource } from '#kit/resource.ts'
import { refuseBeyond } from '#kit/work/begin-task.ts'
import { toldToOwner } from '#kit/work/running-task.ts'
import { type KeptFile, readFile } from '#kit/work/task-file.ts'
import { doneOfTask } from '#kit/work/task-rows.ts'

const isOpen = ({ status }: { status: string }) => status === 'queued' || status === 'running'
const over = { reason: 'task-over', message: 'It has ended.' } as const
const underWay = { reason: 'task-open', message: 'It has not ended yet.' } as const

export const tasks = resource(taskContract, {
  table: 'task',
  // Told to its owner alone, whoever has this.
  permission: 'dashboard.view',
  rows: (db) => db.selectFrom('task').selectAll('task'),
  scope: {
    where: (ctx) => sql<boolean>`task.staff_id = ${ctx.actor.id}`,
    place: (row) => ({ branchId: null, storeId: null, staffId: row.staff_id }),
  },
  beside: (ctx, rows) =>
    readOutcomes(
      ctx.db,
      rows.map(({ id }) => id),
    ),
  present: (row, ctx, outcomes) => ({
    outcome: outcomes.get(row.id) ?? null,
    file: fileOf(row, ctx),
    isRead: row.read_at !== null,
  }),
  search: { title: 'task.title' },
  filters: {
    isRead: (isRead) => sql<boolean>`(task.read_at is not null) = ${isRead}`,
  },
  acts: {
    // What runs hears of it with the next that it writes.
    cancel: {
      whyNot: (row) => (isOpen(row) ? null : over),
      sets: ({ ctx: { clock } }) => calledOff(clock.instant()),
      also: ({ work, row }) => work.db.deleteFrom('task_piece').where('task_id', '=', row.id).execute(),
    },
    retry: {
      before: ({ ctx, work }) => oneAtATime(work, 'task', ctx.actor.id),
      whyNot: (row, ctx) => (row.status === 'failed' ? whyNotAgain(row.parameters, ctx) : isOpen(row) ? underWay : over),
      sets: ({ ctx }) => ({
        status: 'queued',
        failures: 0,
        reason: null,
        finished_at: null,
        read_at: null,
        start_after: ctx.clock.instant(),
      }),
      async also({ ctx, work }) {
        await refuseBeyond(work, ctx.actor.id)
        work.afterCommit(ctx.services.tasks.kick)
      },
    },
    markRead: {
      whyNot: (row) => (isOpen(row) ? underWay : null),
      sets: ({ ctx, row }) => ({ read_at: row.read_at ?? ctx.clock.instant() }),
    },
  },
})

/** Who may no longer do what a task asked for when it began is not offered to try it again. */
function whyNotAgain(parameters: unknown, ctx: Context): string | null {
  const { permission } = parameters as { permission?: Permission }
  return permission === undefined || can(ctx, permission) ? null : `You may not ${describePermission(permission)} any more (${permission}).`
}

/** What was done by then is counted: how far it is, was told a few times a second alone. */
function calledOff(at: Instant) {
  return { status: 'cancelled', done: doneOfTask, leased_until: null, finished_at: at, read_at: at }
}

/** Calls off a task that waits or runs, as a part of a unit about what it is of; whoever writes for it is waited for, or writes no more. */
export async function cancelTask({ clock }: Context, { db, notify }: Work, id: string): Promise<void> {
  const at = clock.instant()
  const cancelled = await db
    .updateTable('task')
    .set({ ...calledOff(at), updated_at: at, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'running'])
    .returning(['version', 'staff_id'])
    .executeTakeFirst()
  if (!cancelled) return
  await db.deleteFrom('task_piece').where('task_id', '=', id).execute()
  notify({ kind: 'changed', entity: 'task', entityId: id, version: cancelled.version, ...toldToOwner(cancelled), payload: null })
}

function fileOf(
  { file_name: name, file_bytes: sizeBytes, file_expires_at: expiresAt, file_reach: reach }: Row,
  ctx: Context,
): Task['file'] {
  if (name === null || sizeBytes === null || expiresAt === null || expiresAt <= ctx.clock.instant()) return null
  if (reach !== reachOf(ctx.actor)) return null
  return { name, sizeBytes, expiresAt }
}

interface Row {
  file_name: string | null
  file_bytes: number | null
  file_expires_at: string | null
  file_reach: string | null
}

/** The file of a task of the caller's: as long as it is kept, they see what they saw when it was written, and whole. */
export async function downloadFile(ctx: Context, { params }: Parsed<typeof taskContract.download>): Promise<FileStream> {
  const row = await ctx.db
    .selectFrom('task')
    .select(['id', 'attempt', 'file_name', 'file_type', 'file_bytes'])
    .where('id', '=', params.id)
    .where('staff_id', '=', ctx.actor.id)
    .where('status', '=', 'done')
    .where('file_expires_at', '>', ctx.clock.instant())
    .where('file_reach', '=', reachOf(ctx.actor))
    .executeTakeFirst()
  return row?.file_name ? readFile(ctx.db, row as KeptFile) : notFound('task')
}

type Outcome = NonNullable<Task['outcome']>

interface OutcomeRow {
  task_id: string
  outcome: 'done' | 'refused'
  reason: string | null
  rows: number
}

/** What tasks over many rows have done so far, by task; none for tasks of other kinds. */
async function readOutcomes(db: ReadDatabase, ids: readonly string[]): Promise<ReadonlyMap<string, Outcome>> {
  const { rows } = await sql<OutcomeRow>`
    select task_id, outcome, reason, count(*)::int as rows from task_row
    where task_id = any(${[...ids]}::uuid[]) and outcome is not null
    group by task_id, outcome, reason order by count(*) desc, reason`.execute(db)
  const outcomes = new Map<string, Outcome>()
  for (const row of rows) {
    const outcome = outcomes.get(row.task_id) ?? { done: 0, refused: 0, reasons: [] }
    outcomes.set(row.task_id, outcome)
    outcome[row.outcome] += row.rows
    if (row.outcome === 'refused') outcome.reasons.push({ reason: row.reason ?? '', rows: row.rows })
  }
  return outcomes
}
