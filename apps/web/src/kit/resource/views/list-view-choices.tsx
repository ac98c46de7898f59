import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { IconGripVertical } from '@tabler/icons-react'
import { useId } from 'react'
import type { Column } from '../../cells/columns.tsx'
import { OneOfInput } from '../../filters/one-of-input.tsx'
import { Button } from '../../layout/button.tsx'
import { Stack } from '../../layout/flow.tsx'
import { Text } from '../../layout/text.tsx'
import { useMoving, withMoved } from '../../use-moving.ts'
import { pageSizes } from '../rows/use-list-state.ts'
import { boundedWidth } from './list-columns.ts'
import type { Density, ListPreferences } from './use-list-preferences.ts'
import '../list/list.css'

export interface ListViewChoicesProps {
  /** All columns, in the order in which they stand. */
  columns: readonly Pick<Column<never>, 'key' | 'label' | 'sort' | 'width'>[]
  preferences: ListPreferences
  onPreferences: (changes: Partial<ListPreferences>) => void
  limit: number
  onLimit: (limit: number) => void
  sort: string | undefined
  onSort: (sort: string) => void
}

/** Pixels that a press of an arrow makes a column wider or narrower. */
const widthStep = 16

/** How dense, how many rows, in which order, and which columns, where and how wide. */
export function ListViewChoices(props: ListViewChoicesProps) {
  const { columns, preferences, onPreferences, limit, onLimit, sort, onSort } = props
  const sorts = columns.flatMap(({ sort: key, label }) =>
    key
      ? [
          { value: key, label: `${label}, ascending` },
          { value: `-${key}`, label: `${label}, descending` },
        ]
      : [],
  )
  return (
    <Stack gap={3}>
      <ToggleButtonGroup
        exclusive
        fullWidth
        size="small"
        value={preferences.density}
        onChange={(_event, density: Density | null) => density && onPreferences({ density })}
        aria-label="Density"
      >
        <ToggleButton value="comfortable">Comfortable</ToggleButton>
        <ToggleButton value="compact">Compact</ToggleButton>
      </ToggleButtonGroup>
      <ToggleButtonGroup
        exclusive
        fullWidth
        size="small"
        value={limit}
        onChange={(_event, next: number | null) => next && onLimit(next)}
        aria-label="Rows on a page"
      >
        {pageSizes.map((each) => (
          <ToggleButton key={each} value={each}>
            {each} rows
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {sorts.length > 0 && (
        <Stack gap={1}>
          <Text size={13} weight={500}>
            Sort by
          </Text>
          <OneOfInput label="Sort by" value={sort ?? ''} options={sorts} onChange={onSort} />
        </Stack>
      )}
      <ColumnChoiceList columns={columns} preferences={preferences} onPreferences={onPreferences} />
    </Stack>
  )
}

function ColumnChoiceList({
  columns,
  preferences,
  onPreferences,
}: Pick<ListViewChoicesProps, 'columns' | 'preferences' | 'onPreferences'>) {
  const { hidden, order, widths } = preferences
  const list = useId()
  const keys = columns.map(({ key }) => key)
  const move = (from: number, to: number) => onPreferences({ order: withMoved(keys, from, to) })
  const moving = useMoving({ list, count: keys.length, first: 1, move })
  const widen = (key: string, by: number) => {
    const own = columns.find((column) => column.key === key)?.width ?? 0
    onPreferences({ widths: { ...widths, [key]: boundedWidth((widths[key] ?? own) + by) } })
  }
  return (
    <Stack gap={0} role="group" aria-label="Columns">
      <Text size={13} weight={500}>
        Columns
      </Text>
      <Text size={12} tone="muted">
        Drag a handle to move a column. On a handle, the arrow keys move it up and down and make it narrower and wider.
      </Text>
      {columns.map(({ key, label }, index) => (
        <div key={key} {...moving.entry(index)} className={moving.dragged === index ? 'column-choice dragged' : 'column-choice'}>
          <FormControlLabel
            label={label}
            control={
              <Checkbox
                size="small"
                checked={!hidden.includes(key)}
                disabled={index === 0}
                onChange={() => onPreferences({ hidden: hidden.includes(key) ? hidden.filter((each) => each !== key) : [...hidden, key] })}
              />
            }
          />
          {index > 0 && (
            <button
              type="button"
              className="icon-button small grip"
              aria-label={`Move ${label}`}
              {...moving.grip(index, { ArrowLeft: () => widen(key, -widthStep), ArrowRight: () => widen(key, widthStep) })}
            >
              <IconGripVertical size={18} aria-hidden />
            </button>
          )}
        </div>
      ))}
      {(order.length > 0 || hidden.length > 0 || Object.keys(widths).length > 0) && (
        <Button size="small" onClick={() => onPreferences({ order: [], hidden: [], widths: {} })}>
          Columns as at first
        </Button>
      )}
    </Stack>
  )
}
