import {
  describeIssues,
  isCheckedSetting,
  type Parsed,
  type Setting,
  type SettingFacts,
  type SettingKey,
  settingContract,
  settings,
  settingValues,
} from '@larder/contract'
import { type Selectable, sql } from 'kysely'
import * as z from 'zod/mini'
import { type ReadDatabase, readOnly } from '#db/database.ts'
import type { Setting as SettingTable } from '#db/schema.gen.ts'
import { can } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { invalid } from '#kit/errors.ts'
import { isCallingCode } from '#kit/phone/calling-codes.ts'
import { findApprovers } from '#kit/record/approval.ts'
import { refuseStale } from '#kit/record/stale.ts'
import { initialOf, tellSettingChange } from '#kit/settings.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'

type Stored = Selectable<SettingTable>

export async function listSettings(ctx: Context): Promise<Setting[]> {
  const [stored, checkers] = await Promise.all([findStored(ctx.db), findCheckers(ctx)])
  return (Object.keys(settings) as SettingKey[]).map((key) => presentSetting(ctx, key, stored, checkers))
}

/** By act the roles of those who could approve what this caller asks for. */
type Checkers = Record<'change' | 'changeTax', string[]>

async function findCheckers(ctx: Context): Promise<Checkers> {
  const everywhere = { branchId: null, storeId: null }
  const [change, changeTax] = await Promise.all([
    findApprovers(ctx.services.db, ctx.actor, 'setting.approve', everywhere),
    findApprovers(ctx.services.db, ctx.actor, 'setting-tax.approve', everywhere),
  ])
  return { change, changeTax }
}

/** Changes one setting, of tax or not; every process reads it anew once the unit has committed. */
export async function changeSetting(ctx: Context, { params, body }: Parsed<typeof settingContract.change>): Promise<Setting> {
  const { id: key } = params
  const parsed = z.safeParse(settings[key].schema, body.value, { reportInput: true })
  if (!parsed.success) invalid({ 'body.value': Object.values(describeIssues(parsed.error.issues))[0] ?? 'is not possible here' })
  if (key === 'installation.callingCode' && !isCallingCode(String(parsed.data))) invalid({ 'body.value': 'is not a country calling code' })
  const checkers = await findCheckers(ctx)
  return unitOfWork(ctx, async (work) => {
    // The row may not exist yet: two first changes meet at this lock.
    await sql`select pg_advisory_xact_lock(hashtext(${`setting ${key}`}))`.execute(work.db)
    const stored = await findStored(readOnly(work.db))
    const seen = presentSetting(ctx, key, stored, checkers)
    if (seen.version !== body.version) await refuseStale(readOnly(work.db), { entity: 'setting', id: key, current: seen })
    const facts = { value: JSON.stringify(parsed.data), version: seen.version + 1 }
    const row = await work.db
      .insertInto('setting')
      .values({ key, ...facts })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ ...facts, updated_at: sql`now()` }))
      .returningAll()
      .executeTakeFirstOrThrow()
    await tellSettingChange(ctx.services, work)
    const change = { version: row.version, action: 'change', old: { value: seen.value }, new: { value: row.value } }
    work.record({ entity: 'setting', id: key, ...change, permission: 'setting.view', branchId: null, storeId: null })
    return presentSetting(ctx, key, stored.set(key, row), checkers)
  })
}

async function findStored(db: ReadDatabase): Promise<Map<string, Stored>> {
  const rows = await db.selectFrom('setting').selectAll().execute()
  return new Map(rows.map((row) => [row.key, row]))
}

function presentSetting(ctx: Context, key: SettingKey, stored: ReadonlyMap<string, Stored>, checkers: Checkers): Setting {
  const { group, label, unit, isTax, follows }: SettingFacts = settings[key]
  const initial = initialOf(new Map([...stored].map(([name, { value }]) => [name, value])), key)
  const row = stored.get(key)
  const act = isTax ? 'changeTax' : 'change'
  const approval = isCheckedSetting(key) ? { approval: { by: checkers[act] } } : {}
  const allowed = can(ctx, settingContract[act].shape.permission) ? [{ action: act, because: null, ...approval }] : []
  const value = (row?.value ?? initial) as Setting['value']
  const told = { id: key, group, label, unit, ...settingValues(key), initial, follows: follows ?? null }
  return { ...told, value, version: row?.version ?? 0, allowed }
}
