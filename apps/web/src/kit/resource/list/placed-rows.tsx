import { IconGripVertical } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useMay } from '../../access/access.tsx'
import { useSend } from '../../actions/use-send.ts'
import type { BaseRow, QueryText } from '../../row.ts'
import { useMoving, withMoved } from '../../use-moving.ts'
import type { AnyResource, Placing } from '../define.ts'
import './placing.css'

/** How rows that are put in order by hand are drawn. */
export interface Placed<Row> {
  rows: readonly Row[]
  /** What a row, or a card, carries. */
  entry: (index: number) => Readonly<Record<string, string | number>>
  /** What leads to a row, its handle in front of it. */
  link: (row: Row, cell: ReactNode) => ReactNode
}

interface RowsProps {
  rows: readonly BaseRow[]
  link: Placed<BaseRow>['link']
  children: (placed?: Placed<BaseRow>) => ReactNode
}
interface PlacedRowsProps extends RowsProps {
  resource: AnyResource
  /** By what the rows are cut and sorted, and which page of them it is. */
  cut: Readonly<Record<string, string | number | undefined>>
  fixed: QueryText
}

/** Rows whose order is their own, put elsewhere by whoever may, where all of them are shown in that order. */
export function PlacedRows({ resource: { placing, sort, title }, cut, fixed, ...shown }: PlacedRowsProps) {
  const may = useMay()
  const isWhole = cut.page === 1 && cut.sort === sort && Object.keys(cut).every((key) => key === 'sort' || key === 'page' || key in fixed)
  const isPlaced = placing && placing.within in fixed && isWhole && shown.rows.length > 1 && may(placing.act.endpoint.shape.permission)
  return isPlaced ? <MovedRows placing={placing} titleOf={title} {...shown} /> : shown.children()
}

interface MovedRowsProps extends RowsProps {
  placing: Placing
  titleOf: (row: BaseRow) => string
}

/** Each is put elsewhere by its handle, shown there at once, and stays there once the server has said so. */
function MovedRows({ placing, rows, titleOf, link, children }: MovedRowsProps) {
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
