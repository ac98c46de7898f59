import { refusalOf } from '@larder/contract'
import { useRef, useState } from 'react'
import { useWrite } from '#api/client.ts'
import type { BaseRow } from '../../row.ts'
import { type CellChange, type CellOutcome, type Grid, type GridAnswer, type GridWrite, valueIn } from './grid.ts'

/** What was typed into a cell and does not stand in its record, or not yet. */
export interface TypedCell {
  /** Its record, as it was known then. */
  row: BaseRow
  key: string
  text: string
  /** Why it was not taken; null while it is on its way. */
  because: string | null
  /** What became of it; `gone` with its record. */
  outcome: CellOutcome | 'gone' | null
}

/** A cell whose value became another one, with its record as it is since. */
export interface ChangedCell {
  row: BaseRow
  key: string
}

/** What one press or paste changed, to be taken back. */
type Step = readonly (ChangedCell & { before: unknown })[]

interface Waiting extends GridWrite {
  row: BaseRow
  isUndo: boolean
  /** What is sent along: that a value is meant. */
  said: Readonly<Record<string, true>>
}

interface TakeOptions {
  isUndo?: boolean
  /** What was refused is meant all the same: over what somebody else left there, or with the word that it wants. */
  isMeant?: boolean
}

const mostSteps = 100
const placeOf = (id: string, key: string) => `${id} ${key}`

/**
 * What is typed into a grid's cells, and how it gets into the records: at once, one call after the other, so that what is typed meanwhile goes
 * together. What is refused stays in its cell as it was typed, with the reason; what got no answer is sent again as it was.
 */
export function useGridCells(
  grid: Grid,
  { onRows, onUndone }: { onRows: (rows: readonly BaseRow[]) => void; onUndone: (cells: readonly ChangedCell[]) => void },
) {
  const [write] = useWrite(grid.write)
  const [cells, setCells] = useState<ReadonlyMap<string, TypedCell>>(new Map())
  const [lost, setLost] = useState<string | null>(null)
  const [canUndo, setCanUndo] = useState(false)
  // As they are, not as they were drawn last: an answer comes between two keys.
  const newest = useRef<ReadonlyMap<string, TypedCell>>(new Map())
  const answered = useRef(new Map<string, BaseRow>())
  const steps = useRef<readonly Step[]>([])
  const waiting = useRef(new Map<string, Waiting>())
  const underWay = useRef<Waiting[]>([])
  const isSending = useRef(false)

  function edit(change: (next: Map<string, TypedCell>) => void): void {
    const next = new Map(newest.current)
    change(next)
    newest.current = next
    setCells(next)
  }

  function setSteps(next: readonly Step[]): void {
    steps.current = next.slice(-mostSteps)
    setCanUndo(next.length > 0)
  }

  const newestOf = (row: BaseRow) => {
    const known = answered.current.get(row.id)
    return known && known.version > row.version ? known : row
  }

  function settle(batch: readonly Waiting[], answer: GridAnswer): void {
    const { left, step, undone } = outcomesOf(batch, answer)
    edit((next) => {
      for (const [place, became] of left) {
        const typed = next.get(place)
        const [id = '', key = ''] = place.split(' ')
        // Typed anew meanwhile: that is on its way itself.
        if (!typed || waiting.current.get(id)?.fields[key] !== undefined) continue
        if (became === null) next.delete(place)
        else next.set(place, { ...typed, ...became })
      }
    })
    const rows = answer.items.flatMap(({ item }) => item ?? [])
    for (const row of rows) answered.current.set(row.id, row)
    onRows(rows)
    if (step.length > 0) setSteps([...steps.current, step])
    if (undone.length > 0) onUndone(undone)
  }

  /** Sends what waits; false where nothing does, or what is on its way got no answer. */
  async function sendNext(): Promise<boolean> {
    if (isSending.current) return false
    if (underWay.current.length === 0) {
      underWay.current = [...waiting.current.values()].slice(0, grid.most)
      for (const { id } of underWay.current) waiting.current.delete(id)
    }
    const batch = underWay.current
    if (batch.length === 0) return false
    isSending.current = true
    setLost(null)
    const items = batch.map(({ id, fields, seen, said }) => ({ id, fields, seen, ...said }))
    const { data, error } = await write({ body: { items } } as never)
    isSending.current = false
    if (error?.kind === 'unavailable' || error?.kind === 'internal') {
      setLost(error.message)
      return false
    }
    underWay.current = []
    if (error) edit((next) => refuseAll(next, batch, error))
    else settle(batch, data as unknown as GridAnswer)
    return true
  }

  async function send(): Promise<void> {
    while (await sendNext());
  }

  /** Takes what was typed into cells: what the contract refuses stays there with the reason, the rest is sent. Answers whether anything is. */
  function take(changes: readonly CellChange[], { isUndo = false, isMeant = false }: TakeOptions = {}): boolean {
    let isSent = false
    edit((next) => {
      for (const { row, column, value, text, ...begun } of changes) {
        const { key } = column
        const [place, now] = [placeOf(row.id, key), valueIn(newestOf(row), key)]
        const was = next.get(place)
        const isOnWay = was?.because === null
        if (!isOnWay && isSame(value, now)) {
          next.delete(place)
          continue
        }
        const because = begun.because ?? refusalOf(grid.fields, key, value)
        next.set(place, { row, key, text, because, outcome: because === null ? null : 'refused' })
        if (because !== null) continue
        isSent = true
        const before = waiting.current.get(row.id)
        // Of what is on its way the answer is not seen yet; of a conflict it was, and this goes over it.
        const seen = isOnWay || (isMeant && was?.outcome === 'conflict') ? {} : { [key]: begun.seen === undefined ? now : begun.seen }
        // What is taken back was there before.
        const says = column.unsaid && (isUndo || (isMeant && was?.outcome === 'unsaid')) ? { [column.unsaid.says]: true as const } : {}
        const fields = { ...before?.fields, [key]: value }
        const said = { ...before?.said, ...says }
        waiting.current.set(row.id, { id: row.id, row, fields, seen: { ...before?.seen, ...seen }, isUndo, said })
      }
    })
    void send()
    return isSent
  }

  return {
    cells,
    lost,
    canUndo,
    take,
    retry: () => void send(),
    cellOf: (id: string, key: string) => cells.get(placeOf(id, key)),
    drop: (id: string, key: string) => edit((next) => next.delete(placeOf(id, key))),
    dropAll: () => {
      waiting.current.clear()
      underWay.current = []
      setLost(null)
      edit((next) => next.clear())
    },
    /** The last step, off those that there are. */
    lastStep: (): Step => {
      const last = steps.current.at(-1) ?? []
      setSteps(steps.current.slice(0, -1))
      return last
    },
  }
}

export type GridCells = ReturnType<typeof useGridCells>

const gone = { outcome: 'gone', because: 'It is not there any more.' } as const

/** What became of each cell of a batch: null of what was taken; and what of it can be taken back, or was. */
function outcomesOf(batch: readonly Waiting[], { items }: GridAnswer) {
  const step: (ChangedCell & { before: unknown })[] = []
  const undone: ChangedCell[] = []
  const left = new Map<string, Pick<TypedCell, 'outcome' | 'because'> | null>()
  for (const [at, { id, item, cells: answers }] of items.entries()) {
    const { fields = {}, seen = {}, isUndo = false, row } = batch[at] ?? {}
    for (const key of Object.keys(fields)) {
      const { outcome, because } = answers.find(({ field }) => field === key) ?? gone
      const isTaken = item !== null && (outcome === 'written' || outcome === 'same')
      left.set(placeOf(id, key), isTaken ? null : item === null ? gone : { outcome, because })
      if (!row || !isTaken) continue
      const changed = { row: { ...row, ...item }, key }
      if (isUndo) undone.push(changed)
      else if (outcome === 'written' && key in seen) step.push({ ...changed, before: seen[key] })
    }
  }
  return { left, step, undone }
}

function refuseAll(
  next: Map<string, TypedCell>,
  batch: readonly GridWrite[],
  { fields: problems, message }: { fields: Readonly<Record<string, string>>; message: string },
): void {
  for (const [at, { id, fields }] of batch.entries())
    for (const key of Object.keys(fields)) {
      const typed = next.get(placeOf(id, key))
      const because = problems[`items.${at}.fields.${key}`] ?? message
      if (typed) next.set(placeOf(id, key), { ...typed, because, outcome: 'refused' })
    }
}

/** Whether two values are one: amounts by what they are, not by which object holds them. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
}
