import { mostPlans, newId, type SettingKey, settingContract, settings } from '@larder/contract'
import { sql } from 'kysely'
import { type ReadDatabase, readOnly } from '#db/database.ts'
import { findStaffActor } from '#kit/access/lookup.ts'
import type { Actor } from '#kit/actor.ts'
import { can, whyNotEverywhere } from '#kit/authorize.ts'
import type { Context, Work } from '#kit/context.ts'
import { lockSettings, settledOf } from '#kit/settings.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import {
  actOn,
  changeOf,
  findStored,
  readValue,
  type StoredSettings,
  valuesOf,
  whyMissing,
  whyUnfitAmong,
  writeValue,
} from './setting.values.ts'

/** What is due takes effect, also what fell due while the program was down; in the order of their times, each in a unit of its own. */
export async function applyDuePlans(ctx: Context): Promise<void> {
  const due = await ctx.services.db
    .selectFrom('setting_plan')
    .select(['id', 'staff_id'])
    .where('status', '=', sql.lit('planned'))
    .where('takes_effect_at', '<=', ctx.clock.instant())
    .orderBy('takes_effect_at')
    .orderBy('id')
    .limit(mostPlans)
    .execute()
  for (const plan of due) await applyPlan(ctx, plan)
}

/** A planned change, done as its planner's. Whoever comes second, another process or a moment after a cancellation, finds nothing to do. */
async function applyPlan(ctx: Context, { id, staff_id }: { id: string; staff_id: string }): Promise<void> {
  const planner = await findStaffActor(ctx.services, staff_id)
  const theirs = { ...ctx, actor: planner ?? ctx.actor }
  await unitOfWork(theirs, async (work) => {
    await lockSettings(work)
    const plan = await work.db
      .selectFrom('setting_plan')
      .selectAll()
      .where('id', '=', id)
      .where('status', '=', 'planned')
      .where('takes_effect_at', '<=', ctx.clock.instant())
      .executeTakeFirst()
    if (!plan) return work.nothing()
    const db = readOnly(work.db)
    const stored = await findStored(db)
    const judged = await judge(db, planner, plan, stored)
    if ('because' in judged) return fail(theirs, work, { ...plan, version: stored.get(plan.key)?.version ?? 0, ...judged })
    const { key, value } = judged
    await work.db.deleteFrom('setting_plan').where('id', '=', id).execute()
    const from = settledOf(valuesOf(stored), key)
    const version = (stored.get(key)?.version ?? 0) + 1
    await writeValue(theirs, work, { key, from, value, version, reason: 'As planned.' })
  })
}

type Judged = { key: SettingKey; value: string | number } | { because: string }

/** Whether a planned change can be made now, as if its planner sent it at this moment: settings, rights and the product may have changed. */
async function judge(
  db: ReadDatabase,
  planner: Actor | null,
  { key: name, value: kept }: { key: string; value: unknown },
  stored: StoredSettings,
): Promise<Judged> {
  if (!(name in settings)) return { because: 'There is no such setting any more.' }
  const key = name as SettingKey
  const mayChange = planner && can(planner, settingContract[actOn(key)].shape.permission) && !whyNotEverywhere(planner, 'Settings hold')
  if (!mayChange) return { because: 'Whoever planned it may not change this any more.' }
  const read = readValue(key, kept)
  if ('problem' in read) return { because: `${settings[key].label} ${read.problem}.` }
  const unfit = (await whyMissing(db, key, read.value)) ?? whyUnfitAmong(valuesOf(stored), key, read.value)
  return unfit ? { because: `${settings[key].label} ${unfit}.` } : { key, value: read.value }
}

interface Failed {
  id: string
  key: string
  value: unknown
  takes_effect_at: string
  staff_id: string
  /** The setting's. */
  version: number
  because: string
}

/** Marks a plan as failed, with why, and tells whoever planned it. */
async function fail(
  { clock }: Context,
  work: Work,
  { id, key, value, takes_effect_at, staff_id, version, because }: Failed,
): Promise<void> {
  await work.db
    .updateTable('setting_plan')
    .set(({ eb }) => ({ status: 'failed', because, version: eb('version', '+', 1), updated_at: clock.instant() }))
    .where('id', '=', id)
    .execute()
  const told = {
    action: 'failPlan',
    old: { value, takesEffectAt: takes_effect_at },
    new: { value: null, takesEffectAt: null },
    reason: because,
  }
  work.record(changeOf({ key, version, ...told }))
  const title = `Not changed as planned: ${key in settings ? settings[key as SettingKey].label : key}`
  const payload = {
    id: newId<'message'>(clock.ms()),
    tone: 'warning',
    title,
    text: because,
    entity: 'setting',
    entityId: key,
    at: clock.instant(),
  }
  const place = { permission: 'setting.view', branchId: null, storeId: null, staffId: staff_id } as const
  work.notify({ kind: 'message', entity: 'setting', entityId: key, version, ...place, payload })
}
