import type { Services } from '#kit/context.ts'
import { keepAudit } from '#modules/audit/audit-check.service.ts'

/** The record is sealed every minute, and the seals leave the database: later than that, nobody rewrites it unseen. */
export function registerSealAudit({ jobs }: Services): void {
  jobs.register('seal-audit', { everySeconds: 60 }, keepAudit)
}
