import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'

/** Seconds for which a process has a task: it says that it lives long before they are over. */
const leaseSeconds = 8
export const renewMs = 2000

/** A task as the process that runs it holds it; `done` and `total` move with it. */
export interface Claim {
  id: string
  staff_id: string
  kind: string
  title: string
  parameters: unknown
  attempt: number
  failures: number
  done: number
  total: number | null
  version: number
  /** What its owner saw when this attempt first asked who they are, as a room's name: whoever sees something else does not get its file. */
  reach?: string
}

/** Thrown where a process writes for a task that is not its own any more: it was cancelled, or another process has taken it up. */
export class TaskLost extends Error {
  constructor(id: string) {
    super(`the task ${id} is not this process's any more`)
    this.name = 'TaskLost'
  }
}

const lease = sql`now() + make_interval(secs => ${sql.lit(leaseSeconds)})`

/** The condition that a claim still stands; whoever takes it up or cancels it waits for the transaction that asked. */
export function isHeld({ id, attempt }: Pick<Claim, 'id' | 'attempt'>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from task where id = ${id} and attempt = ${attempt} and status = 'running' for share)`
}

/**
 * Takes up the next task of these kinds, each at most so often at once in the whole installation: one that waits, or one whose process no
 * longer says that it lives. Who has least under way comes first.
 */
export async function claimTask(db: Database, kinds: ReadonlyMap<string, number>): Promise<Claim | null> {
  if (kinds.size === 0) return null
  const known = sql.join([...kinds].map(([name, atOnce]) => sql`(${name}::text, ${atOnce}::int)`))
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtext('larder_tasks'))`.execute(transaction)
    const { rows } = await sql<Claim>`
      with live as (select kind, staff_id from task where status = 'running' and leased_until > now()),
      open as (select name from (values ${known}) as kind (name, at_once)
        where at_once > (select count(*) from live where live.kind = kind.name))
      update task set status = 'running', attempt = attempt + 1, failures = failures + (status = 'running')::int, leased_until = ${lease}, updated_at = now()
      where id = (select task.id from task join open on open.name = task.kind
        where (status = 'queued' and start_after <= now()) or (status = 'running' and leased_until <= now())
        order by (select count(*) from live where live.staff_id = task.staff_id), task.id limit 1)
      returning id, staff_id, kind, title, parameters, attempt, failures, done, total, version`.execute(transaction)
    return rows[0] ?? null
  })
}

/** Says that its process lives and how far it is. */
export async function renewLease(db: Database, { id, attempt, done, total }: Claim): Promise<void> {
  const { rows } = await sql`update task set leased_until = ${lease}, done = ${done}, total = ${total}
    where id = ${id} and attempt = ${attempt} and status = 'running' returning id`.execute(db)
  if (rows.length === 0) throw new TaskLost(id)
}

/** Lets it go: the next process, or this one later, goes on with it. */
export async function releaseTask(db: Database, claim: Claim, waitSeconds = 0, failures = claim.failures): Promise<void> {
  await sql`update task set status = 'queued', leased_until = null, failures = ${failures}, start_after = now() + make_interval(secs => ${waitSeconds})
    where id = ${claim.id} and attempt = ${claim.attempt} and status = 'running'`.execute(db)
}
