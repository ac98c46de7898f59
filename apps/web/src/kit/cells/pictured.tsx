import type { ReactNode } from 'react'
import type { Column } from './columns.tsx'
import { Portrait } from './portrait.tsx'
import { SmallPicture } from './small-picture.tsx'

type Having<K extends string> = { [P in K]?: string | null }

/** Pixels. */
const pictureSize = 32
const pictureGap = 8

/** A column with the row's picture before its words. */
export function pictured<R, K extends string>(column: Column<R>, imageKey: K): Column<R & Having<K>> {
  return beside(column, (row) => <SmallPicture id={row[imageKey] ?? null} size={pictureSize} />)
}

/** The same of people, whose names are the column's words. */
export function portrayed<R, K extends string>(column: Column<R>, imageKey: K): Column<R & Having<K>> {
  return beside(column, (row) => <Portrait name={column.text(row)} imageId={row[imageKey] ?? null} size={pictureSize} />)
}

function beside<R extends C, C>(column: Column<C>, show: (row: R) => ReactNode): Column<R> {
  return {
    ...column,
    width: column.width + pictureSize + pictureGap,
    cell: (row) => (
      <span className="pictured">
        {show(row)}
        <span>{column.cell(row)}</span>
      </span>
    ),
  }
}
