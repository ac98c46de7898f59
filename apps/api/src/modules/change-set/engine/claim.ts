import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { Context, RunningTask } from '#kit/context.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { type Claim, isHeld, TaskLost } from '#kit/work/task-lease.ts'

/** Nothing is committed by a process whose task was stopped, or is another's by now. */
export async function keepClaim(db: Database, claim: Claim): Promise<void> {
  const { rows } = await sql`select where ${isHeld(claim)}`.execute(db)
  if (rows.length === 0) throw new TaskLost(claim.id)
}

/** Writes what a task works out: rows of a draft, which are no fact of the record before they stand. */
export function writeRows<R>(task: RunningTask, ctx: Context, write: (db: Database) => Promise<R>): Promise<R> {
  return unitOfWork({ ...ctx, alongside: (db) => keepClaim(db, task.claim) }, async (work) => {
    work.nothing()
    return write(work.db)
  })
}
