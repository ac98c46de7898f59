import type * as z from 'zod/mini'
import { formatWeight } from '../values/weight-text.ts'
import type { OrderDetails, OrderLine, Substitution } from './order-shapes.ts'

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
  return Object.entries(details).map(([key, value]) => ({ label: labels[key] ?? sentence(key), words: wordsOf(key, value) }))
}

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
