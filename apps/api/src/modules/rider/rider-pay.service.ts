import { addDays, localDateAt, riderPayRuleContract, type TimeZone } from '@larder/contract'
import { sql } from 'kysely'
import { inScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import type { Because } from '#kit/errors.ts'
import { resource } from '#kit/resource.ts'

type Draft = Partial<{ startsOn: string; [amount: string]: unknown }>

const begun: Because = { reason: 'pay-rule-begun', message: 'It has begun: add one that begins later.' }

/** What riders of a branch are paid, from a day on. What has begun stays as it is. */
export const payRules = resource(riderPayRuleContract, {
  table: 'rider_pay_rule',
  permission: 'setting.view',
  rows: (db) =>
    db
      .selectFrom('rider_pay_rule')
      .innerJoin('branch', 'branch.id', 'rider_pay_rule.branch_id')
      .selectAll('rider_pay_rule')
      .select(['branch.name as branch_name', 'branch.time_zone'])
      .select(
        sql<string | null>`(select min(other.starts_on) from rider_pay_rule as other
          where other.branch_id = rider_pay_rule.branch_id and other.starts_on > rider_pay_rule.starts_on)`.as('next_on'),
      ),
  scope: { branch: 'rider_pay_rule.branch_id' },
  present: (row) => ({ endsOn: row.next_on && addDays(row.next_on, -1) }),
  search: { branch: 'branch.name' },
  columns: ({ branchId, startsOn, base, perKm, freeWaitMinutes, perWaitMinute, peakHours, peakBonus }) => ({
    branch_id: branchId,
    starts_on: startsOn,
    base_minor: base?.minor,
    per_km_minor: perKm?.minor,
    free_wait_minutes: freeWaitMinutes,
    per_wait_minute_minor: perWaitMinute?.minor,
    peak_hours: peakHours && JSON.stringify(peakHours),
    peak_bonus_minor: peakBonus?.minor,
  }),
  once: { branchId: 'cannot change: add a rule to the other branch' },
  create: {
    async rule({ ctx, body }) {
      const branches = ctx.db.selectFrom('branch').select(['currency', 'time_zone']).where('id', '=', body.branchId)
      const branch = await inScope(ctx, branches, { branch: 'branch.id' }).executeTakeFirst()
      return branch ? problemsOf(ctx, body, branch) : { branchId: 'does not exist' }
    },
    sets: ({ body }) => ({ currency: sql<string>`(select currency from branch where id = ${body.branchId})` }),
  },
  update: {
    whyNot: (row, ctx) => (hasBegun(ctx, row) ? begun : null),
    rule: ({ ctx, row, body }) => problemsOf(ctx, body, row),
  },
  remove: { whyNot: (row, ctx) => (hasBegun(ctx, row) ? begun : null) },
  acts: {},
})

function hasBegun({ clock }: Context, { starts_on, time_zone }: { starts_on: string; time_zone: string }): boolean {
  return starts_on <= localDateAt(clock.instant(), time_zone as TimeZone)
}

/** A rule begins on a day that has not been paid yet, in the branch's currency. */
function problemsOf({ clock }: Context, body: Draft, { currency, time_zone }: { currency: string; time_zone: string }) {
  const problems: Record<string, string> = {}
  if (body.startsOn && body.startsOn <= localDateAt(clock.instant(), time_zone as TimeZone))
    problems.startsOn = 'must be a day that has not begun'
  for (const field of ['base', 'perKm', 'perWaitMinute', 'peakBonus']) {
    const given = body[field] as { currency: string } | undefined
    if (given && given.currency !== currency) problems[field] = `must be in ${currency}`
  }
  return problems
}
