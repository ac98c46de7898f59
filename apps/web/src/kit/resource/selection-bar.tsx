import { useState } from 'react'
import { useWrite } from '#api/client.ts'
import { bodyOf } from '../actions/action.ts'
import { Button } from '../layout/button.tsx'
import { Row } from '../layout/flow.tsx'
import { Text } from '../layout/text.tsx'
import { soon } from '../lazily.tsx'
import { useNotify } from '../notify.ts'
import { type BulkAct, outcomeWords, whyLeftOut } from './bulk.ts'
import type { BaseRow } from './define.ts'
import './list.css'

const AskDialog = soon(() => import('../actions/ask-dialog.tsx').then((module) => module.AskDialog))

interface SelectionBarProps<R extends BaseRow> {
  /** Those that the signed-in person may do. */
  acts: readonly BulkAct<R>[]
  rows: readonly R[]
  /** One, many: "Store", "Stores". */
  label: readonly [one: string, many: string]
  titleOf: (row: R) => string
  onClear: () => void
  /** Tells the ids of the rows with which it was not done. */
  onDone: (left: readonly string[]) => void
}

/** Floats at the bottom while rows are selected: how many, and what can be done with all of them. */
export function SelectionBar<R extends BaseRow>({ acts, rows, onClear, ...told }: SelectionBarProps<R>) {
  return (
    <section aria-label="Selected rows" className="selection">
      <Row gap={3}>
        <Text weight={600}>{rows.length} selected</Text>
        {acts.map((bulk) => (
          <BulkButton key={bulk.act.key + bulk.act.label} bulk={bulk} rows={rows} {...told} />
        ))}
        <Button size="small" onClick={onClear}>
          Clear
        </Button>
      </Row>
    </section>
  )
}

interface BulkButtonProps<R extends BaseRow> extends Pick<SelectionBarProps<R>, 'rows' | 'label' | 'titleOf' | 'onDone'> {
  bulk: BulkAct<R>
}

/** Asks once what the act asks, does it with one row after the other, and tells how it went with all of them. */
function BulkButton<R extends BaseRow>({ bulk, rows, label, titleOf, onDone }: BulkButtonProps<R>) {
  const { act } = bulk
  const [write] = useWrite(act.endpoint)
  const [isAsking, setAsking] = useState(false)
  const [at, setAt] = useState<number | null>(null)
  const notify = useNotify()
  const reasons = rows.map((row) => whyLeftOut(bulk, row))
  const fitting = rows.filter((_, index) => reasons[index] === null)
  const [first] = fitting
  const count = fitting.length
  const name = `${act.label} ${count} ${label[count === 1 ? 0 : 1].toLowerCase()}`

  const run = async (asked: Record<string, unknown>) => {
    const outcomes = [...reasons]
    for (const [index, row] of rows.entries()) {
      if (outcomes[index] !== null) continue
      setAt(index)
      const { error } = await write({ params: { id: row.id }, body: bodyOf(act, row, asked) } as never)
      outcomes[index] = error?.message ?? null
    }
    setAt(null)
    const left = rows.filter((_, index) => outcomes[index] !== null).map(({ id }) => id)
    notify(outcomeWords(bulk.done, outcomes), left.length > 0 ? 'warning' : 'success', left.length > 0 ? 10_000 : undefined)
    onDone(left)
    return undefined
  }
  return (
    <span>
      <Button
        size="small"
        tone={act.tone}
        busy={at !== null}
        because={first ? null : outcomeWords(bulk.done, reasons)}
        onClick={() => (act.question ? setAsking(true) : void run({}))}
        {...(act.icon && { icon: act.icon })}
      >
        {act.label}
      </Button>
      {at !== null && <progress value={at} max={rows.length} aria-label={act.label} />}
      {isAsking && first && (
        <AskDialog
          action={{ ...act, label: name, question: () => whichWords(fitting.map(titleOf), rows.length) }}
          row={first}
          send={run}
          isBusy={at !== null}
          onClose={() => setAsking(false)}
        />
      )}
    </span>
  )
}

const namedRows = 5

/** Which they are, and how many of those selected are none of them. */
function whichWords(titles: readonly string[], selected: number): string {
  const named = titles.slice(0, namedRows).join(', ')
  const more = titles.length > namedRows ? ` and ${titles.length - namedRows} more` : ''
  const left = selected - titles.length
  return `${named}${more}.${left > 0 ? ` ${left} of the ${selected} selected ${left === 1 ? 'is' : 'are'} left out.` : ''}`
}
