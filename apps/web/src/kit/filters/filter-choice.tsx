import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../layout/button.tsx'
import { Stack } from '../layout/flow.tsx'
import { Popout } from '../layout/popout.tsx'
import type { QueryText } from '../row.ts'
import type { Filter } from './filter.ts'

interface FilterChoiceProps<K extends string> {
  filter: Filter<K>
  /** What it is called while nothing is chosen: "All branches". */
  none: string
  query: QueryText
  onChange: (changes: QueryText) => void
}

/** One filter by itself, behind a button that says what is chosen. */
export function FilterChoice<K extends string>({ filter, none, query, onChange }: FilterChoiceProps<K>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const values = filter.keys.map((key) => query[key] ?? '')
  const choose = (next: readonly string[]) => {
    onChange(Object.fromEntries(filter.keys.map((key, index) => [key, next[index] ?? ''])))
    setAnchor(null)
  }
  return (
    <>
      <Button size="small" ref={setButton} onClick={() => setAnchor(button)}>
        {values.some((value) => value !== '') ? filter.words(values) : none}
        <IconChevronDown size={14} aria-hidden />
      </Button>
      {anchor && (
        <Popout label={filter.label} anchor={anchor} onClose={() => setAnchor(null)} align="left" width={320}>
          <Stack>
            {filter.input({ values, onChange: choose, label: filter.label })}
            <Button size="small" disabled={values.every((value) => value === '')} onClick={() => choose([])}>
              {none}
            </Button>
          </Stack>
        </Popout>
      )}
    </>
  )
}
