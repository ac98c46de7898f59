import {
  concernsEveryone,
  describeIssues,
  type SettingFacts,
  type SettingKey,
  settingContract,
  settings,
  settingValues,
  whyUnfit,
} from '@larder/contract'
import { type Selectable, sql } from 'kysely'
import * as z from 'zod/mini'
import type { ReadDatabase } from '#db/database.ts'
import type { Setting as SettingTable } from '#db/schema.gen.ts'
import { whyNotEverywhere } from '#kit/authorize.ts'
import type { Context, Work } from '#kit/context.ts'
import { refuse } from '#kit/errors.ts'
import { isCallingCode } from '#kit/phone/calling-codes.ts'
import { type Approvals, approvalsOf } from '#kit/record/approval.ts'
import type { Change } from '#kit/record/change.ts'
import { settledOf, tellSettingChange } from '#kit/settings.ts'

type Stored = Selectable<SettingTable>
export type StoredSettings = ReadonlyMap<string, Stored>

export async function findStored(db: ReadDatabase): Promise<Map<string, Stored>> {
  const rows = await db.selectFrom('setting').selectAll().execute()
  return new Map(rows.map((row) => [row.key, row]))
}

export function valuesOf(stored: StoredSettings): Map<string, unknown> {
  return new Map([...stored].map(([key, { value }]) => [key, value]))
}

/** What was sent as a setting's value, as it is kept; else what is wrong with it. */
export function readValue(key: SettingKey, sent: unknown): { value: string | number } | { problem: string } {
  const parsed = z.safeParse(settings[key].schema, sent, { reportInput: true })
  if (!parsed.success) return { problem: Object.values(describeIssues(parsed.error.issues))[0] ?? 'is not possible here' }
  if (key === 'installation.callingCode' && !isCallingCode(String(parsed.data))) return { problem: 'is not a country calling code' }
  return { value: parsed.data }
}

/** The tax profiles that a setting may name, by their ids. */
export async function findProfiles(db: ReadDatabase): Promise<Record<string, string>> {
  const rows = await db.selectFrom('tax_profile').select(['id', 'name']).orderBy('name').execute()
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]))
}

/** What is wrong with a value that names a record which is not there; null where nothing is. */
export async function whyMissing(db: ReadDatabase, key: SettingKey, value: unknown): Promise<string | null> {
  if (settingValues(key).kind !== 'tax-profile' || value === 'none') return null
  const found = await db.selectFrom('tax_profile').select('id').where('id', '=', String(value)).executeTakeFirst()
  return found ? null : 'is not a tax profile'
}

/** Why a value does not go with what the others are; null where it does. */
export function whyUnfitAmong(values: ReadonlyMap<string, unknown>, key: SettingKey, value: unknown): string | null {
  return whyUnfit(key, value, (other) => settledOf(values, other))
}

/** By whom, or by which verb, a setting is changed: those who keep the taxes, or those who keep the settings. */
export function actOn(key: SettingKey): 'change' | 'changeTax' {
  const { isTax }: SettingFacts = settings[key]
  return isTax ? 'changeTax' : 'change'
}

/** By setting who has to approve a change of it. */
export async function findCheckers(ctx: Context): Promise<Approvals> {
  const acts = Map.groupBy(Object.keys(settings) as SettingKey[], actOn)
  const found = await Promise.all(
    [...acts].map(([act, keys]) => {
      const records = keys.map((id) => ({ id, row: null, branchId: null, storeId: null }))
      return approvalsOf(ctx, settingContract[act].shape.approval, records)
    }),
  )
  return new Map(found.flatMap((checkers) => [...checkers]))
}

interface Written {
  key: SettingKey
  /** What the setting was. */
  from: unknown
  value: unknown
  version: number
  reason?: string
}

/** Gives a setting its value and records it; every process reads it anew once the unit has committed. */
export async function writeValue(ctx: Context, work: Work, { key, from, value, version, reason }: Written): Promise<Stored> {
  const facts = { value: JSON.stringify(value), version }
  const row = await work.db
    .insertInto('setting')
    .values({ key, ...facts })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ ...facts, updated_at: sql`now()` }))
    .returningAll()
    .executeTakeFirstOrThrow()
  await tellSettingChange(ctx.services, work)
  const permission = concernsEveryone(key) ? 'signed-in' : 'setting.view'
  work.record(
    changeOf({ key, version, action: 'change', old: { value: from }, new: { value: row.value }, reason: reason ?? null, permission }),
  )
  return row
}

type Told = Pick<Change, 'version' | 'action' | 'old' | 'new'> & Partial<Pick<Change, 'reason' | 'permission'>> & { key: string }

/** What happened to a setting, or to what is planned for it, as its history keeps it. */
export function changeOf({ key, permission = 'setting.view', ...told }: Told): Change {
  return { entity: 'setting', id: key, ...told, permission, branchId: null, storeId: null }
}

/** Goes on only for who reaches the whole installation, as settings do (409). */
export function refuseUnlessEverywhere({ actor }: Pick<Context, 'actor'>): void {
  const because = whyNotEverywhere(actor, 'Settings hold')
  if (because) refuse('not-allowed-now', because)
}
