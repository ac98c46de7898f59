import type * as z from 'zod/mini'
import type { Instant } from '../values/instant.ts'
import { msOf } from '../values/instant.ts'
import { formatWeight } from '../values/weight-text.ts'
import { type OrderCard, type OrderDetails, type OrderLine, plainDetails, type Substitution } from './order-shapes.ts'

/** What is done about an item that is sold out. */
export const substitutionLabels: Readonly<Record<z.infer<typeof Substitution>, string>> = {
  ask: 'Ask the customer',
  'best-match': 'Send the best match',
  refund: 'Refund',
}

/** One fact of an order's details as people say it; null where nothing was said. */
export interface DetailWords {
  label: string
  words: string | null
}

const labels: Readonly<Record<string, string>> = {
  weightGrams: 'Weight',
  substitution: 'If sold out',
  cleaning: 'Cleaned, where no cut is chosen',
  iced: 'On ice',
}

/** What only orders of one vertical carry, in words, in the order in which it is declared. */
export function describeDetails({ vertical: _, ...details }: OrderDetails): DetailWords[] {
  return Object.entries(details).map(([key, value]) => detailWords(key, value))
}

/** One fact of an order's details, by its key. */
export function detailWords(key: string, value: string | number | boolean): DetailWords {
  return { label: labels[key] ?? sentence(key), words: wordsOf(key, value) }
}

/** Of an order's details what its customer said, one thing each: what differs from an order of which nothing was said. */
export function saidOf(details: OrderDetails): string[] {
  const plain = plainDetails[details.vertical] as Readonly<Record<string, unknown>>
  const said = Object.entries(details).filter(([key, value]) => value !== plain[key])
  return describeDetails(Object.fromEntries([['vertical', details.vertical], ...said]) as OrderDetails).flatMap(({ label, words }) =>
    words === null ? [] : [`${label}: ${words}`],
  )
}

/** What is to be said before an order that needs notice goes to its store; null where its slot leaves enough, and once it is made. */
export function noticeWords(
  { leadHours, slotFrom, status }: Pick<OrderCard, 'leadHours' | 'slotFrom' | 'status'>,
  now: Instant,
): string | null {
  if (leadHours === 0 || slotFrom === null || !untouched.has(status)) return null
  const left = Math.max(0, Math.floor((msOf(slotFrom) - msOf(now)) / 3_600_000))
  return left >= leadHours
    ? null
    : `It needs ${leadHours} hours’ notice, and ${left === 1 ? '1 hour is' : `${left} hours are`} left until its slot.`
}

const untouched: ReadonlySet<OrderCard['status']> = new Set(['placed', 'scheduled', 'pending', 'accepted'])

/** What a line was sent instead of, else what to do where it is sold out; null where nothing was said. */
export function substitutionWords({ substitution }: Pick<OrderLine, 'substitution'>): string | null {
  if (substitution?.replaces) return `Instead of ${substitution.replaces}`
  return substitution?.preference ? `If sold out: ${substitutionLabels[substitution.preference].toLowerCase()}` : null
}

function wordsOf(key: string, value: string | number | boolean): string | null {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return key.endsWith('Grams') ? formatWeight(value) : String(value)
  if (value === '') return null
  if (key === 'substitution') return substitutionLabels[value as keyof typeof substitutionLabels]
  return key === 'message' ? `“${value}”` : sentence(value)
}

function sentence(key: string): string {
  return key.charAt(0).toUpperCase() + key.slice(1).replaceAll('-', ' ')
}
