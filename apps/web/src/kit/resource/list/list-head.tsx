import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { PointerEvent } from 'react'
import type { Column } from '../../cells/columns.tsx'
import { boundedWidth } from '../views/list-columns.ts'
import '../../cells/table.css'

interface ListHeadProps<Row> {
  column: Column<Row>
  isFirst: boolean
  sort: string | undefined
  onSort: (sort: string) => void
  /** The widths of all columns as they are now, with the one that was dragged. */
  onWidths: (widths: Record<string, number>) => void
  /** As wide as declared again. */
  onOwnWidth: (key: string) => void
}

/** A column's head: its name, the way to sort by it, and at its end the edge that is dragged to another width. */
export function ListHead<Row>({ column, isFirst, sort, onSort, onWidths, onOwnWidth }: ListHeadProps<Row>) {
  const { key, sort: sortKey, label, align } = column
  const direction = directionOf(sort, sortKey)
  const Arrow = direction ? (direction === 'descending' ? IconArrowDown : IconArrowUp) : IconArrowsSort
  return (
    <th className={isFirst ? `${align} held` : align} aria-sort={direction} data-cut={label} data-column={key}>
      {sortKey ? (
        <button
          type="button"
          className={direction ? 'sort on' : 'sort'}
          onClick={() => onSort(direction === 'ascending' ? `-${sortKey}` : sortKey)}
        >
          <span>{label}</span>
          <Arrow size={14} aria-hidden />
        </button>
      ) : (
        label
      )}
      {/* By keyboard: in the menu of columns. */}
      <span className="edge" aria-hidden onPointerDown={(event) => drag(event, onWidths)} onDoubleClick={() => onOwnWidth(key)} />
    </th>
  )
}

/** Which way the list is sorted by a column, if it is. */
export function directionOf(sort: string | undefined, key: string | undefined): 'ascending' | 'descending' | undefined {
  if (!key || !sort) return undefined
  if (sort === key) return 'ascending'
  return sort === `-${key}` ? 'descending' : undefined
}

/** Moves a column's edge with the pointer. The table is drawn anew only when it is let go: a page has a thousand cells. */
function drag(event: PointerEvent<HTMLElement>, onWidths: ListHeadProps<unknown>['onWidths']): void {
  const edge = event.currentTarget
  const key = edge.closest('th')?.dataset.column
  const table = edge.closest('table')
  if (!key || !table || event.button !== 0) return
  event.preventDefault()
  edge.setPointerCapture(event.pointerId)
  const heads = [...table.querySelectorAll<HTMLElement>('th[data-column]')]
  const widths = Object.fromEntries(heads.map((head) => [head.dataset.column ?? '', Math.round(head.offsetWidth)]))
  // From here on each column has its width in pixels, so that the edge stays under the pointer.
  const draw = () => {
    for (const col of table.querySelectorAll<HTMLElement>('col[data-column]')) col.style.width = `${widths[col.dataset.column ?? '']}px`
    table.style.width = 'min-content'
  }
  const start = { x: event.clientX, width: widths[key] ?? 0 }
  const leave = new AbortController()
  const { signal } = leave
  edge.addEventListener(
    'pointermove',
    (move) => {
      widths[key] = boundedWidth(start.width + (move as MouseEvent).clientX - start.x)
      draw()
    },
    { signal },
  )
  const end = () => {
    leave.abort()
    table.style.width = ''
    if (widths[key] !== start.width) onWidths(widths)
  }
  for (const name of ['pointerup', 'pointercancel']) edge.addEventListener(name, end, { signal })
}
