import { IconGripVertical } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useSend } from '../../actions/use-send.ts'
import type { BaseRow } from '../../row.ts'
import { useMoving, withMoved } from '../../use-moving.ts'
import type { Placing } from '../define.ts'
import './placing.css'

/** How rows that are put in order by hand are drawn. */
export interface Placed<Row> {
  rows: readonly Row[]
  /** What a row, or a card, carries. */
  entry: (index: number) => Readonly<Record<string, string | number>>
  /** What leads to a row, its handle in front of it. */
  link: (row: Row, cell: ReactNode) => ReactNode
}

interface PlacedRowsProps {
  placing: Placing
  rows: readonly BaseRow[]
  titleOf: (row: BaseRow) => string
  link: Placed<BaseRow>['link']
  children: (placed: Placed<BaseRow>) => ReactNode
}

/** Rows whose order is their own: each is put elsewhere by its handle, shown there at once, and stays there once the server has said so. */
export function PlacedRows({ placing, rows, titleOf, link, children }: PlacedRowsProps) {
  const list = useId()
  const { sendAndTell, isBusy } = useSend(placing.act)
  const [moved, setMoved] = useState<{ of: readonly BaseRow[]; to: readonly BaseRow[]; id: string } | null>(null)
  const [said, say] = useState('')
  const shown = moved?.of === rows ? moved.to : rows
  const move = (from: number, to: number) => {
    const row = shown[from]
    if (!row || isBusy || moved?.of === rows) return
    const order = withMoved(shown, from, to)
    setMoved({ of: rows, to: order, id: row.id })
    say(`${titleOf(row)} moved to place ${to + 1} of ${shown.length}`)
    sendAndTell(row, { afterId: order[to - 1]?.id ?? null }).then((isDone) => isDone || setMoved(null))
  }
  const { dragged, target, entry, grip } = useMoving({ list, count: shown.length, move, waits: true })
  // Its row has moved in the page, which takes the focus from its handle.
  useEffect(() => {
    if (moved) document.querySelector<HTMLElement>(`[data-row="${moved.id}"] .grip`)?.focus()
  }, [moved])
  const placed: Placed<BaseRow> = {
    rows: shown,
    entry: (index) => ({
      ...entry(index),
      ...(dragged === index && { 'data-dragged': '' }),
      ...(target?.index === index && { 'data-target': target.side }),
    }),
    link: (row, cell) => (
      <>
        <button
          type="button"
          className="icon-button small grip"
          aria-label={`Move ${titleOf(row)}`}
          aria-description="The arrow keys move it up and down."
          {...grip(shown.findIndex(({ id }) => id === row.id))}
        >
          <IconGripVertical size={18} aria-hidden />
        </button>
        {link(row, cell)}
      </>
    ),
  }
  return (
    <>
      {children(placed)}
      <span className="unseen" role="status">
        {said}
      </span>
    </>
  )
}
