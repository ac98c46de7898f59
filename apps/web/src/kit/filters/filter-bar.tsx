import { IconFilter, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../layout/button.tsx'
import { Row, Stack } from '../layout/flow.tsx'
import { Popout } from '../layout/popout.tsx'
import { Text } from '../layout/text.tsx'
import type { QueryText } from '../row.ts'
import type { Filter } from './filter.ts'
import './filters.css'

interface FilterBarProps<K extends string> {
  filters: readonly Filter<K>[]
  query: QueryText
  onChange: (changes: QueryText) => void
  /** To the right: density, columns. */
  children?: ReactNode
}

/** Search, the filters behind one button, and a chip for each that is set. */
export function FilterBar<K extends string>({ filters, query, onChange, children }: FilterBarProps<K>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const searches = filters.filter(({ kind }) => kind === 'search')
  const others = filters.filter(({ kind }) => kind === 'filter')
  const valuesOf = (filter: Filter<K>) => filter.keys.map((key) => query[key] ?? '')
  const changeOf = (filter: Filter<K>) => (values: readonly string[]) =>
    onChange(Object.fromEntries(filter.keys.map((key, index) => [key, values[index] ?? ''])))
  const set = filters.filter((filter) => filter.kind !== 'search' && valuesOf(filter).some((value) => value !== ''))
  return (
    <search className="filter-bar">
      {searches.map((filter) => (
        <span key={filter.label} className="grows">
          {filter.input({ values: valuesOf(filter), onChange: changeOf(filter), label: filter.label })}
        </span>
      ))}
      {others.length > 0 && (
        <span>
          <FilterButton count={set.length} onOpen={setAnchor} />
        </span>
      )}
      {set.map((filter) => (
        <span key={filter.label} className="filter-chip">
          {filter.label}: {filter.words(valuesOf(filter))}
          <button type="button" aria-label={`Clear the filter ${filter.label}`} onClick={() => changeOf(filter)(filter.keys.map(() => ''))}>
            <IconX size={14} aria-hidden />
          </button>
        </span>
      ))}
      <div className="end">{children}</div>
      {anchor && (
        <Popout label="Filters" anchor={anchor} onClose={() => setAnchor(null)} align="left" width={352}>
          <Stack gap={4}>
            {others.map((filter) => (
              <Stack gap={1} key={filter.label}>
                <Text size={13} weight={500}>
                  {filter.label}
                </Text>
                {filter.input({ values: valuesOf(filter), onChange: changeOf(filter), label: filter.label })}
              </Stack>
            ))}
            <Row justify="space-between">
              <Button
                size="small"
                disabled={set.length === 0}
                onClick={() => onChange(Object.fromEntries(set.flatMap(({ keys }) => keys.map((key) => [key, '']))))}
              >
                Clear all
              </Button>
              <Button size="small" tone="primary" onClick={() => setAnchor(null)}>
                Done
              </Button>
            </Row>
          </Stack>
        </Popout>
      )}
    </search>
  )
}

function FilterButton({ count, onOpen }: { count: number; onOpen: (anchor: HTMLElement | null) => void }) {
  const [element, setElement] = useState<HTMLButtonElement | null>(null)
  return (
    <Button icon={IconFilter} size="small" ref={setElement} onClick={() => onOpen(element)}>
      {count > 0 ? `Filter (${count})` : 'Filter'}
    </Button>
  )
}
