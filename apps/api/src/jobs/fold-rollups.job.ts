import { sql } from 'kysely'
import type { Services } from '#kit/context.ts'

/** Orders leave their figures as single rows; every second these are added up, so that readers have few of them to add. */
export function registerFoldRollups({ jobs, writable }: Services): void {
  jobs.register('fold-rollups', { everySeconds: 1 }, async () => {
    await sql`select fold_order_rollup() where exists (select from order_rollup_delta)`.execute(writable)
  })
}
