import { Button } from '../../layout/button.tsx'
import { Text } from '../../layout/text.tsx'
import type { BaseRow } from '../../row.ts'
import { type Grid, valueIn } from './grid.ts'
import type { TypedCell } from './use-grid-cells.ts'
import type { GridEdits } from './use-grid-edits.ts'

interface GridSaidProps {
  grid: Grid
  titleOf: (row: BaseRow) => string
  /** The cell that is told of. */
  typed: TypedCell
  /** Its record as it is now; null where it is not among the rows. */
  row: BaseRow | null
  edits: GridEdits
  onRescue: () => void
  onDrop: () => void
}

/** What is said of a field goes on from its name, ` must be an amount.`; a sentence of its own stands behind a colon. */
const joined = (because: string) => `${/^[a-z]/.test(because) ? ' ' : ': '}${because.replace(/\.?$/, '.')}`

/** Why a cell was refused, what stands there and what was typed, and what can be done about it. */
export function GridSaid({ grid, titleOf, typed, row, edits, onRescue, onDrop }: GridSaidProps) {
  const column = grid.columns.find(({ key }) => key === typed.key)
  if (!column) return null
  const { outcome, because, text } = typed
  const now = row ?? typed.row
  const stands = outcome === 'gone' ? 'You' : `It is ${column.textOf(valueIn(now, column.key), edits.givenOf(now, column)) || 'empty'}; you`
  const label = outcome === 'conflict' ? 'Save mine' : outcome === 'unsaid' ? column.unsaid?.label : null
  return (
    <>
      <Text size={13} tone="bad">
        {column.label} of {titleOf(now)}
        {because && joined(because)} {stands} typed “{text}”.
      </Text>
      {label && (
        <Button size="small" onClick={onRescue}>
          {label}
        </Button>
      )}
      <Button size="small" onClick={onDrop}>
        Drop mine
      </Button>
    </>
  )
}
