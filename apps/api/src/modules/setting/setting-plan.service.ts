import {
  type Instant,
  minuteOf,
  mostPlans,
  newId,
  type Parsed,
  type SettingKey,
  type SettingPlan,
  type SettingPlanStatus,
  settingContract,
  settings,
  whyNotAhead,
} from '@larder/contract'
import type { Selectable } from 'kysely'
import { type ReadDatabase, readOnly } from '#db/database.ts'
import type { SettingPlan as PlanTable } from '#db/schema.gen.ts'
import { can, whyNotEverywhere } from '#kit/authorize.ts'
import type { Context, Work } from '#kit/context.ts'
import { invalid, notFound } from '#kit/errors.ts'
import type { Handler } from '#kit/http/handler.ts'
import type { Approvals } from '#kit/record/approval.ts'
import type { Change } from '#kit/record/change.ts'
import { keepWithin } from '#kit/record/quota.ts'
import { refuseStale } from '#kit/record/stale.ts'
import { lockSettings, settledOf } from '#kit/settings.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import {
  actOn,
  changeOf,
  findCheckers,
  findStored,
  refuseUnlessEverywhere,
  type StoredSettings,
  valuesOf,
  whyUnfitAmong,
} from './setting.values.ts'

type Row = Selectable<PlanTable>
export type PlanRow = Omit<Row, 'value'> & { key: SettingKey; value: string | number; planner: string }

export async function listPlans(ctx: Context): Promise<SettingPlan[]> {
  const [plans, stored, checkers] = await Promise.all([findPlans(ctx.db), findStored(ctx.db), findCheckers(ctx)])
  return plans.map((plan) => presentPlan(ctx, plan, { plans, stored }, checkers))
}

/** What is planned and what failed, the next first: few enough to be read as a whole. */
async function findPlans(db: ReadDatabase): Promise<PlanRow[]> {
  const rows = await db
    .selectFrom('setting_plan')
    .innerJoin('staff', 'staff.id', 'setting_plan.staff_id')
    .selectAll('setting_plan')
    .select('staff.name as planner')
    .orderBy('takes_effect_at')
    .orderBy('setting_plan.id')
    .execute()
  return rows.filter((row): row is PlanRow => row.key in settings)
}

/** What is wrong with the moment of a change. What was asked for in time and is approved late takes effect at once. */
export function whenProblem(ctx: Context, at: Instant): Record<string, string> {
  const problem = problemOf(ctx, minuteOf(at))
  return problem === null ? {} : { 'body.takesEffectAt': problem }
}

function problemOf({ clock, approver }: Context, at: Instant): string | null {
  const now = clock.instant()
  return approver && at <= now ? null : whyNotAhead(at, now)
}

interface Planned {
  key: SettingKey
  value: string | number
  at: Instant
  version: number
  stored: StoredSettings
}

/** Plans a change, in a unit that holds the lock of the settings. It has to go with what the others will be by then. */
export async function planChange(ctx: Context, work: Work, { key, value, at: asked, version, stored }: Planned): Promise<void> {
  const at = minuteOf(asked)
  const plans = await findPlans(readOnly(work.db))
  keepWithin(
    plans.length + 1,
    mostPlans,
    `At most ${mostPlans} changes are planned at once: cancel one, or wait until one has taken effect.`,
  )
  const from = refuseUnfit(ctx, { key, value, at, plans, stored })
  const id = newId<'setting-plan'>(ctx.clock.ms())
  await work.db
    .insertInto('setting_plan')
    .values({ id, key, value: JSON.stringify(value), takes_effect_at: at, staff_id: ctx.actor.id })
    .execute()
  work.record(changeOf({ key, version, action: 'plan', old: { value: from, takesEffectAt: null }, new: { value, takesEffectAt: at } }))
}

interface Standing {
  plans: readonly PlanRow[]
  stored: StoredSettings
}

interface Fitting extends Omit<Planned, 'version'> {
  plans: readonly PlanRow[]
  /** The field of what was sent that says what it will be, or else when. */
  field?: string
}

/**
 * What the setting is until then. Refuses a moment that is none to come or that of another plan of it, what it is by then already, and what
 * the others do not go with: all of it at once.
 */
function refuseUnfit(ctx: Context, { key, value, at, plans, stored, field = 'body.value' }: Fitting): unknown {
  const isTaken = plans.some((plan) => plan.status === 'planned' && plan.key === key && plan.takes_effect_at === at)
  const taken = isTaken ? 'is when another planned change of this takes effect' : null
  const values = valuesAt(at, { plans, stored })
  const from = settledOf(values, key)
  const unfit = value === from ? 'is what it will be by then' : whyUnfitAmong(values, key, value)
  const wrong = [
    [field, unfit],
    ['body.takesEffectAt', problemOf(ctx, at) ?? taken],
  ] as const
  const told = wrong.flatMap(([name, words]) => (words ? [[name, words] as const] : []))
  if (told.length > 0) invalid(Object.fromEntries(told))
  return from
}

/** What all settings will be at a moment, those of that minute among them. */
function valuesAt(at: Instant, { plans, stored }: Standing): Map<string, unknown> {
  const due = plans.filter((plan) => plan.status === 'planned' && plan.takes_effect_at <= at)
  return new Map([...valuesOf(stored), ...due.map(({ key, value }) => [key, value] as const)])
}

type Act = 'change' | 'changeTax'

/** Gives a plan another time, of the settings that this act changes. One that failed is planned anew by it. */
export function movePlan(act: Act): Handler<typeof settingContract.movePlan> {
  return (ctx, input) =>
    changePlan(ctx, act, input, async ({ work, plan, plans, stored }) => {
      const at = minuteOf(input.body.takesEffectAt)
      if (plan.status === 'planned' && plan.takes_effect_at === at) {
        work.nothing()
        return plan
      }
      const others = plans.filter(({ id }) => id !== plan.id)
      refuseUnfit(ctx, { key: plan.key, value: plan.value, at, plans: others, stored, field: 'body.takesEffectAt' })
      const now = { takes_effect_at: at, status: 'planned', because: null, version: plan.version + 1, updated_at: ctx.clock.instant() }
      await work.db.updateTable('setting_plan').set(now).where('id', '=', plan.id).execute()
      work.record(toldOf(plan, stored, { action: 'movePlan', old: { takesEffectAt: plan.takes_effect_at }, new: { takesEffectAt: at } }))
      return { ...plan, ...now }
    })
}

/** Cancels a plan, or takes one that failed off the list: either way it is gone. */
export function cancelPlan(act: Act): Handler<typeof settingContract.cancelPlan> {
  return (ctx, input) =>
    changePlan(ctx, act, input, async ({ work, plan, stored }) => {
      await work.db.deleteFrom('setting_plan').where('id', '=', plan.id).execute()
      const { value, takes_effect_at: takesEffectAt } = plan
      work.record(toldOf(plan, stored, { action: 'cancelPlan', old: { value, takesEffectAt }, new: { value: null, takesEffectAt: null } }))
      return plan
    })
}

interface Deed extends Standing {
  work: Work
  plan: PlanRow
}

/** One plan at the version that the caller saw; of settings that are changed by another act there is none. */
async function changePlan(
  ctx: Context,
  act: Act,
  { params, body }: Parsed<typeof settingContract.cancelPlan>,
  write: (deed: Deed) => Promise<PlanRow>,
): Promise<SettingPlan> {
  refuseUnlessEverywhere(ctx)
  const checkers = await findCheckers(ctx)
  return unitOfWork(ctx, async (work) => {
    await lockSettings(work)
    const db = readOnly(work.db)
    const standing = { plans: await findPlans(db), stored: await findStored(db) }
    const plan = standing.plans.find(({ id }) => id === params.id)
    if (!plan || actOn(plan.key) !== act) return notFound('setting-plan')
    const present = (row: PlanRow) => presentPlan(ctx, row, standing, checkers)
    if (plan.version !== body.version) await refuseStale(db, { entity: 'setting', id: plan.key, current: present(plan) })
    return present(await write({ work, plan, ...standing }))
  })
}

type Told = Pick<Change, 'action' | 'old' | 'new'> & Partial<Pick<Change, 'reason'>>

function toldOf({ key }: PlanRow, stored: StoredSettings, told: Told): Change {
  return changeOf({ key, version: stored.get(key)?.version ?? 0, ...told })
}

function presentPlan(ctx: Context, plan: PlanRow, { plans, stored }: Standing, checkers: Approvals): SettingPlan {
  const { id, key, value, takes_effect_at: at, status, because, planner, staff_id, version } = plan
  const before = plans.filter((other) => other.id !== id && other.takes_effect_at < at)
  const [act, approval] = [actOn(key), checkers.get(key)]
  const elsewhere = whyNotEverywhere(ctx.actor, 'Settings hold')
  const [move, cancel] = act === 'change' ? ['movePlan', 'cancelPlan'] : ['moveTaxPlan', 'cancelTaxPlan']
  const allowed = [
    { action: move, because: elsewhere, ...(approval && { approval }) },
    { action: cancel, because: elsewhere },
  ]
  return {
    id,
    settingId: key,
    from: settledOf(valuesAt(at, { plans: before, stored }), key),
    value,
    takesEffectAt: at,
    status: status as SettingPlanStatus,
    because,
    planner: { id: staff_id, name: planner },
    version,
    allowed: can(ctx, settingContract[act].shape.permission) ? allowed : [],
  }
}
