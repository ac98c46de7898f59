import { useState } from 'react'
import { useMay } from '../../access/access.tsx'
import { format } from '../../format.ts'
import { Button } from '../../layout/button.tsx'
import { Text } from '../../layout/text.tsx'
import { soon } from '../../lazily.tsx'
import type { BaseRow } from '../../row.ts'
import { whichWords } from '../selection/bulk.ts'
import type { Grid } from './grid.ts'
import type { GridCells } from './use-grid-cells.ts'
import type { GridEdits } from './use-grid-edits.ts'

const AskDialog = soon(() => import('../../actions/ask-dialog.tsx').then((module) => module.AskDialog))

interface GridBarProps {
  grid: Grid
  label: readonly [one: string, many: string]
  titleOf: (row: BaseRow) => string
  /** Those of the selected cells. */
  rows: readonly BaseRow[]
  refused: number
  cells: GridCells
  edits: GridEdits
  onRefused: () => void
}

/** Above a grid: what can be done with its selected rows and its steps, and how far it is saved. */
export function GridBar({ grid, label, titleOf, rows, refused, cells, edits, onRefused }: GridBarProps) {
  const [asking, setAsking] = useState<number | null>(null)
  const may = useMay()
  const acts = (grid.acts ?? []).filter(({ act }) => may(act.endpoint.shape.permission))
  const asked = asking === null ? undefined : acts[asking]
  const [row] = rows
  const isSaving = !cells.lost && [...cells.cells.values()].some(({ because }) => because === null)
  const count = `${format().number(rows.length)} ${label[rows.length === 1 ? 0 : 1].toLowerCase()}`
  return (
    <div className="grid-bar">
      <Button size="small" disabled={!cells.canUndo} onClick={edits.undo}>
        Undo
      </Button>
      {acts.map(({ act }, index) => (
        <Button key={act.label} size="small" disabled={!row} onClick={() => setAsking(index)}>
          {act.label} {count}
        </Button>
      ))}
      {refused > 0 && (
        <Button size="small" tone="danger" onClick={onRefused}>
          {format().number(refused)} refused <kbd aria-hidden>F8</kbd>
        </Button>
      )}
      <Text size={13} tone="muted">
        {isSaving
          ? 'Saving…'
          : 'Saved as it is typed. Shift selects, Ctrl C, V and D copy, paste and fill down, Ctrl Z undoes; outside the grid ? tells all keys.'}
      </Text>
      {asked && row && (
        <AskDialog
          action={{ ...asked.act, label: `${asked.act.label} ${count}`, question: () => whichWords(rows.map(titleOf), rows.length) }}
          row={row}
          send={async (answer) => {
            edits.set(rows, asked.sets(answer))
            return undefined
          }}
          isBusy={false}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  )
}
