import type { JudgedChange, Schema } from '../endpoint.ts'
import { labelsOf } from '../values/collection.ts'
import type { Conventions } from '../values/conventions.ts'
import { formatOf } from '../values/format.ts'
import { isId } from '../values/id.ts'
import type { Instant } from '../values/instant.ts'

/**
 * What is asked for of a setting, and for when, as the installation writes it: "Change currency to EUR on Nov 30, 2026, 12:00 AM". `schema`
 * is that of its value, null where the value says nothing to people; `after` is the change as the record keeps it.
 */
export function askedWords(label: string, schema: Schema | null, after: unknown, setting: JudgedChange['setting']): string {
  const { value, takesEffectAt } = (after ?? {}) as { value?: unknown; takesEffectAt?: Instant | null }
  const name = label.charAt(0).toLowerCase() + label.slice(1)
  const when = takesEffectAt ? momentBy(setting, takesEffectAt) : null
  if (value === undefined && when) return `Move the planned change of ${name} to ${when}`
  const words = value === undefined || schema === null ? null : (labelsOf(schema)?.[String(value)] ?? String(value))
  return ['Change', name, words && `to ${words}`, when && `on ${when}`].filter(Boolean).join(' ')
}

/** The tax profile that a setting is to name: of it the setting has the id alone, what it charges is its own. */
export function profileOf({ after }: Pick<JudgedChange, 'after'>): { entity: string; id: string }[] {
  const { value } = (after ?? {}) as { value?: unknown }
  return typeof value === 'string' && isId(value) ? [{ entity: 'tax-profile', id: value }] : []
}

function momentBy(setting: JudgedChange['setting'], at: Instant): string {
  const [numbers, dates, clock] = ['numbers', 'dates', 'clock'].map((part) => setting(`installation.${part}`))
  const conventions = { numbers, dates, clock } as Conventions
  return formatOf(conventions).instant(at, 'dateTime', String(setting('installation.timeZone')))
}
