import type { Services } from '#kit/context.ts'
import { sealAudit } from '#modules/audit/audit-seal.service.ts'

/** The record is sealed every minute: later than that, nobody rewrites it unseen. */
export function registerSealAudit({ jobs, writable }: Services): void {
  jobs.register('seal-audit', { everySeconds: 60 }, async (ctx) => {
    const entries = await sealAudit(writable)
    if (entries > 0) ctx.log.debug({ entries }, 'audit entries were sealed')
  })
}
