import type { Services } from '#kit/context.ts'
import { checkAudit } from '#modules/audit/audit-check.service.ts'

/** Every night the whole record is verified: who changes it in the database itself is found out by the morning. */
export function registerVerifyAudit({ jobs }: Services): void {
  jobs.register('verify-audit', { cron: '40 2 * * *' }, async (ctx) => {
    const { broken, ...facts } = await checkAudit(ctx)
    if (broken) ctx.log.error({ ...facts, broken }, 'the record of changes is broken')
    else ctx.log.info(facts, 'the record of changes is sound')
  })
}
