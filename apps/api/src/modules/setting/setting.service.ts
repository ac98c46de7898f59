import { type Parsed, type Permission, type Setting, type SettingKey, settingContract, settings } from '@larder/contract'
import { type Selectable, sql } from 'kysely'
import * as z from 'zod/mini'
import { type ReadDatabase, readOnly } from '#db/database.ts'
import type { Setting as SettingTable } from '#db/schema.gen.ts'
import { can } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { invalid } from '#kit/errors.ts'
import { tellSettingChange } from '#kit/settings.ts'
import { refuseStale } from '#kit/stale.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'

type Stored = Selectable<SettingTable>

export async function listSettings(ctx: Context): Promise<Setting[]> {
  const rows = await ctx.db.selectFrom('setting').selectAll().execute()
  return (Object.keys(settings) as SettingKey[]).map((key) =>
    presentSetting(
      ctx,
      key,
      rows.find((row) => row.key === key),
    ),
  )
}

/** Changes one setting, of tax or not; every process reads it anew once the unit has committed. */
export function changeSetting(ctx: Context, { params, body }: Parsed<typeof settingContract.change>): Promise<Setting> {
  const { id: key } = params
  const parsed = z.safeParse(settings[key].schema, body.value)
  if (!parsed.success) invalid({ 'body.value': parsed.error.issues[0]?.message ?? 'is not possible here' })
  return unitOfWork(ctx, async (work) => {
    // The row may not exist yet: two first changes meet at this lock.
    await sql`select pg_advisory_xact_lock(hashtext(${`setting ${key}`}))`.execute(work.db)
    const old = await findStored(readOnly(work.db), key)
    const seen = presentSetting(ctx, key, old)
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
    return presentSetting(ctx, key, row)
  })
}

function findStored(db: ReadDatabase, key: SettingKey): Promise<Stored | undefined> {
  return db.selectFrom('setting').selectAll().where('key', '=', key).executeTakeFirst()
}

function presentSetting(ctx: Context, key: SettingKey, row: Stored | undefined): Setting {
  const { group, label, unit, initial } = settings[key]
  const act = 'isTax' in settings[key] ? 'changeTax' : 'change'
  const allowed = can(ctx, settingContract[act].shape.permission as Permission) ? [{ action: act, because: null }] : []
  return { id: key, group, label, unit, initial, value: (row?.value ?? initial) as Setting['value'], version: row?.version ?? 0, allowed }
}
