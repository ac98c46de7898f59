import type { TextTone } from '../layout/text.tsx'

/** How a state looks: its word and a tone, or a colour of the installation's own. Colour never stands alone. */
export interface Look {
  label: string
  tone?: Extract<TextTone, 'good' | 'warning' | 'bad' | 'info'> | 'neutral'
  colour?: string
}

/** How the values of a list look: the contract's word for each, and its tone where it has one. */
export function looksOf<K extends string>(
  labels: Readonly<Record<K, string>>,
  tones?: Readonly<Partial<Record<K, NonNullable<Look['tone']>>>>,
): Readonly<Record<K, Look>> {
  const looks = (Object.keys(labels) as K[]).map((key): [K, Look] => [key, { label: labels[key], tone: tones?.[key] ?? 'neutral' }])
  return Object.fromEntries(looks) as Record<K, Look>
}

/** A CSS colour. */
export function colourOf(look: Look): string {
  if (look.colour) return look.colour
  return !look.tone || look.tone === 'neutral' ? 'var(--muted)' : `var(--${look.tone})`
}

/** `picked_up` and `on-shift` as words; for values that nobody gave a label. */
export function wordsOf(key: string): string {
  const words = key
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
