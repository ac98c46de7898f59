import { type Parsed, type Setting, type SettingFacts, type SettingKey, settingContract, settings, settingValues } from '@larder/contract'
import { readOnly } from '#db/database.ts'
import { can, whyNotEverywhere } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { invalid } from '#kit/errors.ts'
import type { Approvals } from '#kit/record/approval.ts'
import { refuseStale } from '#kit/record/stale.ts'
import { initialOf, lockSettings, settledOf } from '#kit/settings.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import {
  actOn,
  findCheckers,
  findProfiles,
  findStored,
  readValue,
  refuseUnlessEverywhere,
  type StoredSettings,
  valuesOf,
  whyMissing,
  whyUnfitAmong,
  writeValue,
} from './setting.values.ts'
import { cancelPlan, listPlans, movePlan, planChange, whenProblem } from './setting-plan.service.ts'

async function listSettings(ctx: Context): Promise<Setting[]> {
  const [stored, checkers, profiles] = await Promise.all([findStored(ctx.db), findCheckers(ctx), findProfiles(ctx.db)])
  return (Object.keys(settings) as SettingKey[]).map((key) => presentSetting(ctx, key, { stored, checkers, profiles }))
}

/** Changes one setting, of tax or not, at once or from a moment on. */
async function changeSetting(ctx: Context, { params, body }: Parsed<typeof settingContract.change>): Promise<Setting> {
  refuseUnlessEverywhere(ctx)
  const { id: key } = params
  const { takesEffectAt: at = null } = body
  const read = readValue(key, body.value)
  if ('problem' in read) return invalid({ 'body.value': read.problem, ...(at && whenProblem(ctx, at)) })
  const { value } = read
  const checkers = await findCheckers(ctx)
  return unitOfWork(ctx, async (work) => {
    await lockSettings(work)
    const db = readOnly(work.db)
    const stored = await findStored(db)
    const profiles = await findProfiles(db)
    const seen = presentSetting(ctx, key, { stored, checkers, profiles })
    if (seen.version !== body.version) await refuseStale(db, { entity: 'setting', id: key, current: seen })
    const missing = await whyMissing(db, key, value)
    if (missing) invalid({ 'body.value': missing, ...(at && whenProblem(ctx, at)) })
    if (at) {
      await planChange(ctx, work, { key, value, at, version: seen.version, stored })
      return seen
    }
    // What follows another setting is set apart from it also where the two agree at the moment.
    if (value === seen.value && (stored.has(key) || seen.follows === null)) {
      work.nothing()
      return seen
    }
    const unfit = whyUnfitAmong(valuesOf(stored), key, value)
    if (unfit) invalid({ 'body.value': unfit })
    const row = await writeValue(ctx, work, { key, from: seen.value, value, version: seen.version + 1 })
    return presentSetting(ctx, key, { stored: stored.set(key, row), checkers, profiles })
  })
}

interface Beside {
  stored: StoredSettings
  checkers: Approvals
  profiles: Readonly<Record<string, string>>
}

function presentSetting(ctx: Context, key: SettingKey, { stored, checkers, profiles }: Beside): Setting {
  const { group, label, unit, follows }: SettingFacts = settings[key]
  const current = valuesOf(stored)
  const initial = initialOf(current, key)
  const row = stored.get(key)
  const [action, approval] = [actOn(key), checkers.get(key)]
  const allowed = can(ctx, settingContract[action].shape.permission)
    ? [{ action, because: whyNotEverywhere(ctx.actor, 'Settings hold'), ...(approval && { approval }) }]
    : []
  const value = (row?.value ?? initial) as Setting['value']
  const values = settingValues(key)
  const named = values.kind === 'tax-profile' ? { choices: ['none', ...Object.keys(profiles)], names: profiles } : { names: null }
  const counts = unit === 'currency' ? settledOf(current, 'installation.currency') : unit
  const told = { id: key, group, label, unit: counts, ...values, ...named, initial, follows: follows ?? null }
  return { ...told, value, version: row?.version ?? 0, allowed }
}

export const settingHandlers = {
  list: listSettings,
  change: changeSetting,
  changeTax: changeSetting,
  plans: listPlans,
  movePlan: movePlan('change'),
  moveTaxPlan: movePlan('changeTax'),
  cancelPlan: cancelPlan('change'),
  cancelTaxPlan: cancelPlan('changeTax'),
}
