import { useState } from 'react'
import { useWrite } from '#api/client.ts'
import { useMay } from '../access/access.tsx'
import type { Action } from '../actions/action.ts'
import { Button } from '../layout/button.tsx'
import { Row } from '../layout/flow.tsx'
import { Text } from '../layout/text.tsx'
import { useNotify } from '../notify.ts'
import type { BaseRow, Resource } from './define.ts'
import './list.css'

interface SelectionBarProps<Row extends BaseRow, One extends BaseRow, Draft, K extends string> {
  resource: Resource<Row, One, Draft, K>
  rows: readonly Row[]
  onClear: () => void
}

/** Floats at the bottom while rows are selected: how many, and what can be done with all of them. */
export function SelectionBar<Row_ extends BaseRow, One extends BaseRow, Draft, K extends string>(
  props: SelectionBarProps<Row_, One, Draft, K>,
) {
  const { resource, rows, onClear } = props
  const may = useMay()
  if (rows.length === 0) return null
  const actions = (resource.bulk ?? []).filter(({ endpoint }) => may(endpoint.shape.permission))
  return (
    <section aria-label="Selected rows" className="selection">
      <Row gap={3}>
        <Text weight={600}>{rows.length} selected</Text>
        {actions.map((action) => (
          <BulkButton key={action.key + action.label} action={action} rows={rows} onDone={onClear} />
        ))}
        <Button size="small" onClick={onClear}>
          Clear
        </Button>
      </Row>
    </section>
  )
}

function BulkButton<R extends BaseRow>({ action, rows, onDone }: { action: Action<R>; rows: readonly R[]; onDone: () => void }) {
  const [write] = useWrite(action.endpoint)
  const [done, setDone] = useState<number | null>(null)
  const notify = useNotify()
  const run = async () => {
    const refused: string[] = []
    for (const [index, row] of rows.entries()) {
      setDone(index)
      const { error } = await write({ params: { id: row.id }, body: { version: row.version, ...action.body(row) } } as never)
      if (error) refused.push(error.message)
    }
    setDone(null)
    const changed = rows.length - refused.length
    if (refused.length === 0) notify(`${action.label}: ${changed} done`)
    else
      notify(`${action.label}: ${changed} done, ${refused.length} not. ${[...new Set(refused)].slice(0, 3).join(' ')}`, 'warning', 10_000)
    onDone()
  }
  return (
    <span>
      <Button size="small" tone={action.tone} busy={done !== null} onClick={run} {...(action.icon && { icon: action.icon })}>
        {action.label}
      </Button>
      {done !== null && <progress value={done} max={rows.length} aria-label={action.label} />}
    </span>
  )
}
