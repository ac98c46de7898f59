import type { TextTone } from '../layout/text.tsx'
import './cells.css'

/** How a status is shown: its word and a tone, or a colour of the installation's own. Colour never stands alone. */
export interface StatusStyle {
  label: string
  tone?: Extract<TextTone, 'good' | 'warning' | 'bad' | 'info'> | 'neutral'
  colour?: string
}

/** How the values of a list are shown: the contract's word for each, and its tone where it has one. */
export function styleStatuses<K extends string>(
  labels: Readonly<Record<K, string>>,
  tones?: Readonly<Partial<Record<K, NonNullable<StatusStyle['tone']>>>>,
): Readonly<Record<K, StatusStyle>> {
  const styles = (Object.keys(labels) as K[]).map((key): [K, StatusStyle] => [key, { label: labels[key], tone: tones?.[key] ?? 'neutral' }])
  return Object.fromEntries(styles) as Record<K, StatusStyle>
}

/** A CSS colour. */
export function colourOf({ colour, tone }: StatusStyle): string {
  if (colour) return colour
  return !tone || tone === 'neutral' ? 'var(--muted)' : `var(--${tone})`
}

/** A state as a dot and a word. */
export function StatusChip({ style }: { style: StatusStyle }) {
  return (
    <span className="chip">
      <span className="dot" aria-hidden style={{ background: colourOf(style) }} />
      {style.label}
    </span>
  )
}
