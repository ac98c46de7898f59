import { type KeyboardEvent, useRef } from 'react'
import type { Option } from '../../fields/options.ts'
import { ChoiceInput } from './choice-input.tsx'
import type { Next } from './grid.ts'

interface CellInputProps {
  label: string
  text: string
  isNumber: boolean
  /** One of these is chosen; null: it is a text. */
  options: readonly Option[] | null
  /** What was typed is meant, and the next cell is gone to. */
  onCommit: (text: string, next: Next) => void
  /** It is meant of every selected cell. */
  onFill: (text: string) => void
  /** The cell was left for another place of the page. */
  onLeave: (text: string) => void
  onCancel: () => void
}

/** The cell that is typed into: a line of text, or one of a few that is found by typing. */
export function CellInput({ label, text, isNumber, options, onCommit, onFill, onLeave, onCancel }: CellInputProps) {
  const isOver = useRef(false)
  const once = (act: () => void) => {
    if (isOver.current) return
    isOver.current = true
    act()
  }
  const shared = {
    label,
    text,
    onLeave: (value: string) => once(() => onLeave(value)),
    onCommit: (value: string, next: Next) => once(() => onCommit(value, next)),
    /** Whether a key ends the typing of a text. */
    onKey: (event: KeyboardEvent, value: string) => {
      event.stopPropagation()
      const next = event.shiftKey ? -1 : 1
      if (event.key === 'Escape') once(onCancel)
      else if (event.key === 'Enter' && event.altKey) return
      else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) once(() => onFill(value))
      else if (event.key === 'Enter') once(() => onCommit(value, [next, 0]))
      else if (event.key === 'Tab') once(() => onCommit(value, [0, next]))
      else if (event.key === 'ArrowDown' && !options) once(() => onCommit(value, [1, 0]))
      else if (event.key === 'ArrowUp' && !options) once(() => onCommit(value, [-1, 0]))
      else return
      event.preventDefault()
    },
  }
  if (options) return <ChoiceInput {...shared} options={options} />
  return (
    <input
      aria-label={label}
      // biome-ignore lint/a11y/noAutofocus: typing has begun
      autoFocus
      defaultValue={text}
      inputMode={isNumber ? 'decimal' : 'text'}
      onBlur={(event) => shared.onLeave(event.currentTarget.value)}
      onKeyDown={(event) => shared.onKey(event, event.currentTarget.value)}
    />
  )
}
