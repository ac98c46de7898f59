import { type KeyboardEvent, useRef } from 'react'
import type { GridColumn } from './grid.ts'

interface CellInputProps {
  label: string
  text: string
  column: GridColumn
  /** What was typed is meant, and the next cell is gone to. */
  onCommit: (text: string, next: readonly [rows: number, columns: number]) => void
  /** The cell was left for another place of the page. */
  onLeave: (text: string) => void
  onCancel: () => void
}

/** The cell that is typed into: a line of text, or a choice of a few. */
export function CellInput({ label, text, column, onCommit, onLeave, onCancel }: CellInputProps) {
  const isOver = useRef(false)
  const once = (act: () => void) => {
    if (isOver.current) return
    isOver.current = true
    act()
  }
  const shared = {
    'aria-label': label,
    autoFocus: true,
    onBlur: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      once(() => onLeave(value))
    },
    onKeyDown: (event: KeyboardEvent<HTMLInputElement | HTMLSelectElement>) => {
      event.stopPropagation()
      const { value } = event.currentTarget
      const next = event.shiftKey ? -1 : 1
      if (event.key === 'Escape') once(onCancel)
      else if (event.key === 'Enter') once(() => onCommit(value, [next, 0]))
      else if (event.key === 'Tab') once(() => onCommit(value, [0, next]))
      else if (event.key === 'ArrowDown' && !column.options) once(() => onCommit(value, [1, 0]))
      else if (event.key === 'ArrowUp' && !column.options) once(() => onCommit(value, [-1, 0]))
      else return
      event.preventDefault()
    },
  }
  if (column.options)
    return (
      <select {...shared} defaultValue={column.options.find((option) => option.label === text)?.label ?? ''}>
        {column.options.map((option) => (
          <option key={option.value} value={option.label}>
            {option.label}
          </option>
        ))}
      </select>
    )
  return <input {...shared} defaultValue={text} inputMode={column.align ? 'decimal' : 'text'} />
}
