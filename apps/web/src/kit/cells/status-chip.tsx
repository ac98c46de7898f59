import { colourOf, type Look } from './look.ts'
import './cells.css'

/** A state as a dot and a word. */
export function StatusChip({ look }: { look: Look }) {
  return (
    <span className="chip">
      <span className="dot" aria-hidden style={{ background: colourOf(look) }} />
      {look.label}
    </span>
  )
}
