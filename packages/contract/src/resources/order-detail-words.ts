import { formatWeight } from '../values/weight-text.ts'
import { type OrderDetails, substitutionLabels } from './order-shapes.ts'

/** One fact of an order's details as people say it; null where nothing was said. */
export interface DetailWords {
  label: string
  words: string | null
}

const labels: Readonly<Record<string, string>> = { weightGrams: 'Weight', substitution: 'If sold out', iced: 'On ice' }

/** What only orders of one vertical carry, in words, in the order in which it is declared. */
export function describeDetails({ vertical: _, ...details }: OrderDetails): DetailWords[] {
  return Object.entries(details).map(([key, value]) => ({ label: labels[key] ?? sentence(key), words: wordsOf(key, value) }))
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
