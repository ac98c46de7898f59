import { type Conventions, numberFormatOf, type SettingKey, type SettingValue, settings } from '@larder/contract'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { PubSub, PubSubChannel, Services, SettingCache, Work } from './context.ts'
import { adoptConventions } from './format.ts'
import { publish } from './live/pub-sub.ts'
import { callingCodeAt } from './phone/calling-codes.ts'

export const settingChannel: PubSubChannel = 'larder_setting'

const rememberedMs = 5000

export function createSettingCache(pubSub: PubSub): SettingCache {
  let kept: { until: number; values: Promise<ReadonlyMap<string, unknown>> } | null = null
  const forget = () => {
    kept = null
  }
  pubSub.on(settingChannel, forget)
  pubSub.onGap(forget)
  return {
    all(load) {
      const now = performance.now()
      if (kept && kept.until > now) return kept.values
      const values = load()
      kept = { until: now + rememberedMs, values }
      values.catch(forget)
      return values
    },
    forget,
  }
}

/** The value of a known setting: the stored one, else its default. A stored value that no longer fits its schema counts as absent. */
export async function readSetting<K extends SettingKey>(services: Services, key: K): Promise<SettingValue<K>> {
  return settledOf(await readStored(services), key)
}

/** All settings as they are now, each by its key; null of what is none. */
export async function settingsNow(services: Services): Promise<(key: string) => unknown> {
  const stored = await readStored(services)
  return (key) => (key in settings ? settledOf(stored, key as SettingKey) : null)
}

/** How this installation writes numbers, days and times. */
export async function readConventions(services: Services): Promise<Conventions> {
  return conventionsOf(await readStored(services))
}

function readStored(services: Services): Promise<ReadonlyMap<string, unknown>> {
  return services.settings.all(async () => {
    // Not through the pool that writes: units that wait for one another may hold all of it, and one of them reads this.
    const rows = await services.db.selectFrom('setting').select(['key', 'value']).execute()
    const stored = new Map(rows.map((row) => [row.key, row.value]))
    adoptConventions(conventionsOf(stored))
    return stored
  })
}

function conventionsOf(stored: ReadonlyMap<string, unknown>): Conventions {
  return {
    numbers: settledOf(stored, 'installation.numbers'),
    dates: settledOf(stored, 'installation.dates'),
    clock: settledOf(stored, 'installation.clock'),
  }
}

/** What a setting is until somebody changes it, among those that are stored: fixed, or as the setting that it follows has it. */
export function initialOf<K extends SettingKey>(stored: ReadonlyMap<string, unknown>, key: K): SettingValue<K> {
  return (following[key]?.(stored) ?? settings[key].initial) as SettingValue<K>
}

const following: { [K in SettingKey]?: (stored: ReadonlyMap<string, unknown>) => SettingValue<K> } = {
  'installation.callingCode': (stored) => callingCodeAt(settledOf(stored, 'installation.timeZone')),
  'installation.numbers': (stored) => numberFormatOf(settledOf(stored, 'installation.currency')),
}

/** What a setting is among those that are stored. A stored value that no longer fits its schema counts as absent. */
export function settledOf<K extends SettingKey>(stored: ReadonlyMap<string, unknown>, key: K): SettingValue<K> {
  const parsed = stored.has(key) ? z.safeParse(settings[key].schema, stored.get(key)) : null
  return parsed?.success ? (parsed.data as SettingValue<K>) : initialOf(stored, key)
}

/** A row may not exist yet, and settings have to fit each other: all changes meet at this lock, those of plans and of what settings name too. */
export async function lockSettings({ db }: Pick<Work, 'db'>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('settings'))`.execute(db)
}

/** Makes every process read the settings anew once the unit commits. */
export async function tellSettingChange(services: Services, work: Work): Promise<void> {
  await publish(work.db, settingChannel, '')
  work.afterCommit(services.settings.forget)
}
