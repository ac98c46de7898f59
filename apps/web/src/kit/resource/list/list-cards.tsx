import { type ReactNode, useRef } from 'react'
import type { Column } from '../../cells/columns.tsx'
import { InRow } from '../../cells/when.tsx'
import { SkeletonCard } from '../../feedback/feedback.tsx'
import { Text } from '../../layout/text.tsx'
import type { BaseRow } from '../../row.ts'
import { usePressGuard } from '../../use-press-guard.ts'
import type { ListRowsProps } from './list-table.tsx'
import { openPressedRow } from './open-row.ts'
import { RowCheck } from './row-check.tsx'
import '../../layout/surface.css'
import './list.css'

interface ListCardsProps<Row extends BaseRow> extends Omit<ListRowsProps<Row>, 'current'> {
  card: ((row: Row) => ReactNode) | undefined
}

/** What a card tells besides its heading: about three lines. */
const shownFacts = 6

/** The same rows on a phone: one card each, that opens wherever it is pressed. */
export function ListCards<Row extends BaseRow>(props: ListCardsProps<Row>) {
  const { label, columns, rows, link, fresh, card, selection, acts, titleOf, density, entry } = props
  const list = useRef<HTMLUListElement>(null)
  const guard = usePressGuard(list, '[data-row]', { isAimed: true })
  if (rows === undefined) return <SkeletonCard lines={8} />
  const pressed = { ...guard, onClick: openPressedRow, onAuxClick: openPressedRow }
  return (
    <ul ref={list} aria-label={label} className={`list-cards ${density}`} {...pressed}>
      {rows.map((row, place) => {
        const check = selection && (
          <RowCheck
            id={row.id}
            label={`Select ${titleOf(row)}`}
            isOn={selection.has(row.id)}
            onChange={selection.toggle}
            onRange={selection.toggleTo}
          />
        )
        return (
          <li
            key={row.id}
            data-row={row.id}
            {...entry?.(place)}
            className={fresh.has(row.id) ? `surface row-${fresh.get(row.id)}` : 'surface'}
          >
            <InRow value={true}>
              {card ? (
                <div className="card-own">
                  {check}
                  <div>{card(row)}</div>
                </div>
              ) : (
                <>
                  <div className="card-top">
                    {check}
                    <Heading columns={columns} row={row} link={link} />
                    {acts?.(row)}
                  </div>
                  <Facts columns={columns} row={row} />
                </>
              )}
            </InRow>
          </li>
        )
      })}
    </ul>
  )
}

function Heading<Row extends BaseRow>({ columns, row, link }: Pick<ListRowsProps<Row>, 'columns' | 'link'> & { row: Row }) {
  const [first] = columns
  const state = stateOf(columns)
  return (
    <>
      <Text as="div" size={14} weight={600}>
        <span className="way">{first && link(row, first.cell(row))}</span>
      </Text>
      {state?.cell(row)}
    </>
  )
}

/** The column of the state that stands beside the heading, of which there is one where the heading is itself a state. */
function stateOf<Row>([, ...columns]: readonly Column<Row>[]): Column<Row> | undefined {
  return columns.find(({ isState }) => isState)
}

/** The first columns that say something of this row, beside one another. */
function Facts<Row extends BaseRow>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  const state = stateOf(columns)
  const told = columns
    .slice(1)
    .filter((column) => column !== state && column.text(row) !== '')
    .slice(0, shownFacts)
  return (
    <dl className="card-facts">
      {told.map((column) => (
        <div key={column.key}>
          <dt>{column.label}</dt>
          <dd>{column.cell(row)}</dd>
        </div>
      ))}
    </dl>
  )
}
