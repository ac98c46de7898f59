import { ensureCurrentPartitions } from '#db/partitions.ts'
import type { Services } from '#kit/context.ts'

/** A server that runs for months still has a partition for next month's orders. */
export function registerMakePartitions({ jobs, writable, clock }: Services): void {
  jobs.register('make-partitions', { cron: '30 2 * * *' }, () => ensureCurrentPartitions(writable, clock.instant()))
}
