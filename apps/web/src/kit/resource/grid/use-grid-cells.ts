import { refusalOf } from '@larder/contract'
import { useRef, useState } from 'react'
import { useWrite } from '#api/client.ts'
import type { BaseRow } from '../../row.ts'
import type { CellChange, Grid, GridAnswer, GridWrite } from './grid.ts'

/** What was typed into a cell and does not stand in its record, or not yet. */
export interface TypedCell {
  text: string
  /** Why it was not taken; null while it is on its way. */
  because: string | null
}

/** What one press or paste changed, to be taken back. */
type Step = readonly { id: string; key: string; before: unknown; after: unknown }[]

interface Waiting extends GridWrite {
  isUndo: boolean
}

const mostSteps = 100
const placeOf = (id: string, key: string) => `${id} ${key}`
export const valueIn = (row: BaseRow, key: string): unknown => (row as unknown as Record<string, unknown>)[key] ?? null

/**
 * What is typed into a grid's cells, and how it gets into the records: at once, one call after the other, so that what is typed meanwhile goes
 * together. What is refused stays in its cell as it was typed, with the reason; what got no answer is sent again as it was.
 */
export function useGridCells(grid: Grid, onRows: (rows: readonly BaseRow[]) => void) {
  const [write] = useWrite(grid.write)
  const [cells, setCells] = useState<ReadonlyMap<string, TypedCell>>(new Map())
  const [lost, setLost] = useState<string | null>(null)
  const [steps, setSteps] = useState<readonly Step[]>([])
  const waiting = useRef(new Map<string, Waiting>())
  const underWay = useRef<Waiting[]>([])
  const isSending = useRef(false)

  const edit = (change: (next: Map<string, TypedCell>) => void) =>
    setCells((now) => {
      const next = new Map(now)
      change(next)
      return next
    })

  async function send(): Promise<void> {
    if (isSending.current) return
    if (underWay.current.length === 0) {
      underWay.current = [...waiting.current.values()].slice(0, grid.most)
      for (const { id } of underWay.current) waiting.current.delete(id)
    }
    const batch = underWay.current
    if (batch.length === 0) return
    isSending.current = true
    setLost(null)
    const { data, error } = await write({ body: { items: batch.map(({ isUndo: _, ...each }) => each) } } as never)
    isSending.current = false
    if (error?.kind === 'unavailable' || error?.kind === 'internal') return setLost(error.message)
    underWay.current = []
    if (error) edit((next) => refuseAll(next, batch, error))
    else settle(batch, data as unknown as GridAnswer)
    return send()
  }

  function settle(batch: readonly Waiting[], { items }: GridAnswer): void {
    const step: { id: string; key: string; before: unknown; after: unknown }[] = []
    const left = new Map<string, string | null>()
    for (const [at, { id, item, cells: answers }] of items.entries()) {
      const { fields = {}, seen = {}, isUndo = false } = batch[at] ?? {}
      for (const [key, after] of Object.entries(fields)) {
        const answer = answers.find(({ field }) => field === key)
        const isTaken = item !== null && (answer?.outcome === 'written' || answer?.outcome === 'same')
        left.set(placeOf(id, key), isTaken ? null : (answer?.because ?? 'It is not there any more.'))
        if (answer?.outcome === 'written' && !isUndo && key in seen) step.push({ id, key, before: seen[key], after })
      }
    }
    edit((next) => {
      for (const [place, because] of left) {
        const typed = next.get(place)
        const [id = '', key = ''] = place.split(' ')
        // Typed anew meanwhile: that is on its way itself.
        if (!typed || waiting.current.get(id)?.fields[key] !== undefined) continue
        if (because === null) next.delete(place)
        else next.set(place, { ...typed, because })
      }
    })
    onRows(items.flatMap(({ item }) => item ?? []))
    if (step.length > 0) setSteps((now) => [...now, step].slice(-mostSteps))
  }

  /** Takes what was typed into cells: what the contract refuses stays there with the reason, the rest is sent. */
  function take(changes: readonly CellChange[], { isUndo = false, isMine = false } = {}): void {
    const next = new Map(cells)
    for (const { row, column, value, text, ...begun } of changes) {
      const [place, now] = [placeOf(row.id, column.key), valueIn(row, column.key)]
      const isOnWay = next.get(place)?.because === null
      if (!isOnWay && isSame(value, now)) {
        next.delete(place)
        continue
      }
      const because = refusalOf(grid.fields, column.key, value)
      next.set(place, { text, because })
      if (because !== null) continue
      const before = waiting.current.get(row.id)
      // Of what is on its way the answer is not seen yet; of a conflict it was, and this goes over it.
      const seen = isOnWay || isMine ? {} : { [column.key]: begun.seen === undefined ? now : begun.seen }
      const fields = { ...before?.fields, [column.key]: value }
      waiting.current.set(row.id, { id: row.id, fields, seen: { ...before?.seen, ...seen }, isUndo })
    }
    setCells(next)
    void send()
  }

  return {
    cells,
    lost,
    canUndo: steps.length > 0,
    take,
    retry: () => void send(),
    cellOf: (id: string, key: string) => cells.get(placeOf(id, key)),
    drop: (id: string, key: string) => edit((next) => next.delete(placeOf(id, key))),
    dropAll: () => {
      waiting.current.clear()
      underWay.current = []
      setLost(null)
      setCells(new Map())
    },
    /** The last step, off those that there are. */
    lastStep: (): Step => {
      setSteps((now) => now.slice(0, -1))
      return steps.at(-1) ?? []
    },
  }
}

export type GridCells = ReturnType<typeof useGridCells>

function refuseAll(
  next: Map<string, TypedCell>,
  batch: readonly GridWrite[],
  { fields: problems, message }: { fields: Readonly<Record<string, string>>; message: string },
): void {
  for (const [at, { id, fields }] of batch.entries())
    for (const key of Object.keys(fields)) {
      const typed = next.get(placeOf(id, key))
      if (typed) next.set(placeOf(id, key), { ...typed, because: problems[`items.${at}.fields.${key}`] ?? message })
    }
}

/** Whether two values are one: amounts by what they are, not by which object holds them. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
}
