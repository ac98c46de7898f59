import { usePicture } from '#api/pictures.ts'
import type { Column } from './columns.tsx'
import { Picture } from './picture.tsx'

type Having<K extends string> = { [P in K]?: string | null }

/** Pixels. */
const pictureSize = 32
const pictureGap = 8

/** A column with the row's picture before its words. */
export function pictured<R, K extends string>(column: Column<R>, imageKey: K): Column<R & Having<K>> {
  return {
    ...column,
    width: column.width + pictureSize + pictureGap,
    cell: (row) => (
      <span className="pictured">
        <SmallPicture id={row[imageKey] ?? null} />
        <span>{column.cell(row)}</span>
      </span>
    ),
  }
}

function SmallPicture({ id }: { id: string | null }) {
  return <Picture src={usePicture(id, 'small')} size={pictureSize} />
}
