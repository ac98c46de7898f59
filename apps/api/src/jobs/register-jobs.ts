import type { Services } from '#kit/context.ts'
import { registerFoldRollups } from './fold-rollups.job.ts'
import { registerMakePartitions } from './make-partitions.job.ts'
import { registerPurge } from './purge.job.ts'
import { registerSealAudit } from './seal-audit.job.ts'
import { registerVerifyAudit } from './verify-audit.job.ts'

/** The house's own jobs; modules register theirs beside their routes. Before `jobs.start`. */
export function registerJobs(services: Services): void {
  for (const register of [registerFoldRollups, registerMakePartitions, registerPurge, registerSealAudit, registerVerifyAudit])
    register(services)
}
