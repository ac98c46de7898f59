import type { Count, Input, NamedEndpoint, StartedTask } from '@larder/contract'
import { IconX } from '@tabler/icons-react'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useWrite } from '#api/client.ts'
import { useMay } from '../../access/access.tsx'
import { bodyOf } from '../../actions/action.ts'
import { ActedRows } from '../../fields/reference.tsx'
import { useKey } from '../../keys.ts'
import { Button, IconButton } from '../../layout/button.tsx'
import { Row } from '../../layout/flow.tsx'
import { Text } from '../../layout/text.tsx'
import { soon } from '../../lazily.tsx'
import { useNotify, useNotifyStarted } from '../../notify.ts'
import type { BaseRow, QueryText } from '../../row.ts'
import { countText } from '../list/list-footer.tsx'
import { type BulkAct, type BulkActs, type BulkLater, outcomeWords, whichWords, whyLeftOut } from './bulk.ts'
import './selection-bar.css'

const AskDialog = soon(() => import('../../actions/ask-dialog.tsx').then((module) => module.AskDialog))

interface SelectionBarProps<R extends BaseRow> {
  /** Those that the signed-in person may do. */
  acts: readonly BulkAct<R>[]
  later: BulkLater<R> | undefined
  rows: readonly R[]
  /** How many of them the page no longer shows. */
  away?: number
  /** One, many: "Store", "Stores". */
  label: readonly [one: string, many: string]
  titleOf: (row: R) => string
  onClear: () => void
  /** Tells the ids of the rows with which it was not done. */
  onDone: (left: readonly string[]) => void
  /** All rows that match, where there are more than those of this page and as many as that has are selected. */
  all: { query: QueryText; total: Count | null; count: (() => void) | null; isChosen: boolean; choose: () => void } | null
  /** Selects the whole page, where no head of a table does. */
  onPage: (() => void) | null
}

/** Floats at the bottom while rows are selected: how many, and what can be done with all of them. */
export function SelectionBar<R extends BaseRow>(props: SelectionBarProps<R>) {
  const { acts: own, later, rows, away = 0, onClear, all, onPage, onDone, ...told } = props
  const { acts: more, controls, retry } = useLater(later)
  const acts = [...own, ...more]
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const [isDoing, setDoing] = useState(false)
  const offered = all && acts.some(({ many }) => many) ? all : null
  const chosen = offered?.isChosen ? offered : null
  const bar = useRef<HTMLDivElement>(null)
  const whole = useRef<HTMLElement>(null)
  useHeightTold(whole)
  // The rows that are left lie between the last tick and the bar; what is done with them may come a moment after it.
  const [isAskedFor, setAskedFor] = useState(false)
  useKey('selected', () => setAskedFor(true))
  const hasActs = acts.length > 0
  useEffect(() => {
    if (!isAskedFor || !hasActs) return
    setAskedFor(false)
    bar.current?.querySelector('button')?.focus()
  }, [isAskedFor, hasActs])
  const howMany = offered?.total ? `${countText(offered.total)} ` : ''
  return (
    <section ref={whole} aria-label="Selected rows" className="selection">
      {refused.length > 0 && <RefusedRows refused={refused} onClose={() => setRefused([])} />}
      <Row gap={3} ref={bar}>
        <Text weight={600}>{chosen ? `All ${howMany}that match selected` : `${rows.length} selected`}</Text>
        {away > 0 && !isDoing && <Text tone="muted">{away} no longer on this page</Text>}
        {onPage && (
          <Button size="small" onClick={onPage}>
            Select page
          </Button>
        )}
        {offered && !chosen && (
          <Button size="small" onClick={() => chooseAll(offered)}>
            {`Select all ${howMany}that match`}
          </Button>
        )}
        {acts.map((bulk) =>
          chosen ? (
            bulk.many && (
              <AllButton
                key={bulk.act.label}
                bulk={bulk}
                many={bulk.many}
                row={rows[0] as R}
                all={chosen}
                label={told.label}
                onDone={onClear}
              />
            )
          ) : (
            <BulkButton
              key={bulk.act.key + bulk.act.label}
              bulk={bulk}
              rows={rows}
              {...told}
              onDoing={setDoing}
              onDone={(left) => {
                setRefused(left)
                onDone(left.map(({ id }) => id))
              }}
            />
          ),
        )}
        {!chosen && controls.map(({ control }) => control(rows))}
        {retry && (
          <>
            <Text tone="muted">What can be done with {rows.length === 1 ? 'it' : 'them'} could not be loaded.</Text>
            <Button size="small" onClick={retry}>
              Try again
            </Button>
          </>
        )}
        <Button size="small" onClick={onClear}>
          Clear
        </Button>
      </Row>
    </section>
  )
}

/** Nobody does a thing with all without knowing how many that is. */
function chooseAll({ total, count, choose }: NonNullable<SelectionBarProps<BaseRow>['all']>): void {
  if (!total) count?.()
  choose()
}

/** What is told stands above the bar, whose own report would lie beneath it. */
function useHeightTold(bar: RefObject<HTMLElement | null>): void {
  const { style } = document.documentElement
  useLayoutEffect(() => style.setProperty('--bar', `${(bar.current?.offsetHeight ?? 0) + 32}px`))
  useLayoutEffect(() => () => void style.removeProperty('--bar'), [style])
}

/** A row with which an act was not done, by its name. */
interface Refused {
  id: string
  title: string
  because: string
}

/** Which of them it was not done with, and why of each. */
function RefusedRows({ refused, onClose }: { refused: readonly Refused[]; onClose: () => void }) {
  return (
    <div className="selection-refused">
      <ul aria-label="Not done">
        {[...Map.groupBy(refused, ({ because }) => because)].map(([because, those]) => (
          <li key={because}>
            <Text weight={500}>{those.map(({ title }) => title).join(', ')}</Text> <Text tone="muted">{because}</Text>
          </li>
        ))}
      </ul>
      <IconButton label="Close" icon={IconX} size="small" onClick={onClose} />
    </div>
  )
}

/** What of it the signed-in person may do, once it is here; `retry` where it could not be had. */
function useLater<R>(later: BulkLater<R> | undefined): BulkActs<R> & { retry: (() => void) | null } {
  const may = useMay()
  const [loaded, setLoaded] = useState<BulkActs<R>>({ acts: [], controls: [] })
  const [hasFailed, setFailed] = useState(false)
  const load = useCallback(() => {
    setFailed(false)
    later
      ?.load()
      .then(setLoaded)
      .catch((cause: unknown) => {
        console.error('What can be done with selected rows could not be loaded', cause)
        setFailed(true)
      })
  }, [later])
  useEffect(load, [load])
  return {
    acts: loaded.acts.filter(({ act }) => may(act.endpoint.shape.permission)),
    controls: loaded.controls.filter(({ permission }) => may(permission)),
    retry: hasFailed ? load : null,
  }
}

interface BulkButtonProps<R extends BaseRow> extends Pick<SelectionBarProps<R>, 'rows' | 'label' | 'titleOf'> {
  bulk: BulkAct<R>
  /** Tells when it begins and when it is over. */
  onDoing: (isDoing: boolean) => void
  /** Tells the rows with which it was not done. */
  onDone: (refused: readonly Refused[]) => void
}

/** Asks once what the act asks, does it with one row after the other until it is stopped, and tells how it went with all of them. */
function BulkButton<R extends BaseRow>({ bulk, rows, label, titleOf, onDoing, onDone }: BulkButtonProps<R>) {
  const { act } = bulk
  const [write] = useWrite(act.endpoint)
  const [isAsking, setAsking] = useState(false)
  const [at, setAt] = useState<{ done: number; of: number } | null>(null)
  const isStopped = useRef(false)
  const stop = () => {
    isStopped.current = true
  }
  const notify = useNotify()
  const reasons = rows.map((row) => whyLeftOut(bulk, row))
  const fitting = rows.filter((_, index) => reasons[index] === null)
  const [first] = fitting
  const count = fitting.length
  const name = `${bulk.before ?? act.label} ${count} ${label[count === 1 ? 0 : 1].toLowerCase()}`

  const run = async (asked: Record<string, unknown>) => {
    const outcomes = [...reasons]
    isStopped.current = false
    onDoing(true)
    let done = 0
    for (const [index, row] of rows.entries()) {
      if (outcomes[index] !== null) continue
      if (isStopped.current) {
        outcomes[index] = 'not tried, as it was stopped'
        continue
      }
      setAt({ done, of: count })
      done += 1
      const { error } = await write({ params: { id: row.id }, body: bodyOf(act, row, asked) } as never)
      outcomes[index] = error?.message ?? null
    }
    setAt(null)
    onDoing(false)
    const left = rows.flatMap((row, index) => {
      const because = outcomes[index] ?? null
      return because === null ? [] : [{ id: row.id, title: titleOf(row), because }]
    })
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
      {at !== null && !isAsking && (
        <>
          <progress value={at.done} max={at.of} aria-label={act.label} />
          <Text tone="muted">{doneWords(at)}</Text>
          <Button size="small" onClick={stop}>
            Stop
          </Button>
        </>
      )}
      {isAsking && first && (
        <ActedRows value={fitting}>
          <AskDialog
            action={{
              ...act,
              label: name,
              question: () =>
                at ? `${doneWords(at)}.` : [whichWords(fitting.map(titleOf), rows.length), bulk.about].filter(Boolean).join(' '),
            }}
            row={first}
            draftOf="selected"
            send={run}
            isBusy={at !== null}
            onStop={stop}
            onClose={() => setAsking(false)}
          />
        </ActedRows>
      )}
    </span>
  )
}

function doneWords({ done, of }: { done: number; of: number }): string {
  return `${done} of ${of} done`
}

interface AllButtonProps<R extends BaseRow> extends Pick<SelectionBarProps<R>, 'label'> {
  bulk: BulkAct<R>
  many: NamedEndpoint
  /** One of them: the act asks the same of all. */
  row: R
  all: NonNullable<SelectionBarProps<R>['all']>
  onDone: () => void
}

/** Asks once what the act asks; the server then does it with all that match, as a task that tells how it went with each. */
function AllButton<R extends BaseRow>({ bulk: { act, before = act.label, about }, many, row, all, label, onDone }: AllButtonProps<R>) {
  const [write, { isBusy }] = useWrite(many)
  // New ones come meanwhile; what is typed is of the one that it was begun with.
  const [asked, setAsked] = useState<R | null>(null)
  const notifyStarted = useNotifyStarted()
  const howMany = all.total ? `${countText(all.total)} ` : ''
  const name = `${before} all ${howMany}${label[1].toLowerCase()}`
  const searched = all.query.q ? ` “${all.query.q}”` : ''
  const run = async (typed: Record<string, unknown>) => {
    const { version: _, ...body } = bodyOf(act, asked ?? row, typed)
    const { data, error } = await write({ body: { query: all.query, act: body } } as unknown as Input<NamedEndpoint>)
    if (error) return error
    notifyStarted(data as StartedTask)
    onDone()
    return undefined
  }
  return (
    <span>
      <Button size="small" tone={act.tone} busy={isBusy} onClick={() => setAsked(row)} {...(act.icon && { icon: act.icon })}>
        {act.label}
      </Button>
      {asked && (
        <AskDialog
          action={{
            ...act,
            label: name,
            question: () =>
              [`All that match${searched} now, on every page. What cannot be done with one is told when it ends.`, about]
                .filter(Boolean)
                .join(' '),
          }}
          row={asked}
          send={run}
          isBusy={isBusy}
          onClose={() => setAsked(null)}
        />
      )}
    </span>
  )
}
