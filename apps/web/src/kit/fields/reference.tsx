import type { NamedEndpoint, Output } from '@larder/contract'
import { createContext, use, useState } from 'react'
import { useRead } from '#api/client.ts'
import type { BaseRow } from '../row.ts'
import type { Option } from './options.ts'

/** The record whose form it is, with what is typed of it by now, for inputs whose choices depend on it; null outside of forms. */
export const FormRecord = createContext<BaseRow | null>(null)

/** The rows that an act is asked about at once, for what it asks; none where it is done with all that match. */
export const ActedRows = createContext<readonly BaseRow[]>([])

/** Where the records come from that one can refer to, and how they are called. */
export interface ReferenceSource {
  list: NamedEndpoint
  get: NamedEndpoint | undefined
  title: (row: never) => string
  hint: ((row: never) => string) | undefined
  query: Record<string, string>
  queryOf: ((record: never) => Record<string, string>) | undefined
}

/** A contract whose records can be searched and, by `get`, named. */
export interface ReferenceContract {
  list: NamedEndpoint
  get?: NamedEndpoint
}
type RowOf<C extends ReferenceContract> = Output<C['list']> extends { rows: (infer R)[] } ? R : never

export interface ReferenceOptions<C extends ReferenceContract> {
  from: C
  title: (row: RowOf<C>) => string
  hint?: (row: RowOf<C>) => string
  query?: Record<string, string>
  /** What narrows the choice further in the form of a record: by the record, and by what is typed in its form. */
  queryOf?: (record: never) => Record<string, string>
}

export function referenceSource<C extends ReferenceContract>({
  from,
  title,
  hint,
  query = {},
  queryOf,
}: ReferenceOptions<C>): ReferenceSource {
  return { list: from.list, get: from.get, title, hint, query, queryOf }
}

const found = 20

/** The records that fit what was typed, as options. */
export function useReferenceSearch(
  source: ReferenceSource,
  isOpen: boolean,
): { options: Option[]; isLoading: boolean; search: (q: string) => void } {
  const [q, search] = useState('')
  const record = use(FormRecord)
  const query = { ...source.query, ...(record && source.queryOf?.(record as never)), q, limit: found }
  const { data, isLoading, isFetching } = useRead(source.list, isOpen ? { query } : null)
  // No record refers to itself.
  const rows = ((data as { rows: BaseRow[] } | undefined)?.rows ?? []).filter(({ id }) => id !== record?.id)
  return { options: rows.map((row) => optionOf(source, row)), isLoading: isLoading || isFetching, search }
}

/** The option of an id that is already chosen; its name is read where the search hasn't brought it. */
export function useChosen(source: ReferenceSource, id: string, known: readonly Option[]): Option | null {
  const hit = known.find((option) => option.value === id)
  const isAsked = id !== '' && !hit && source.get !== undefined
  const { data, error } = useRead(source.get ?? source.list, isAsked ? { params: { id } } : null)
  if (id === '') return null
  if (hit) return hit
  return data ? optionOf(source, data as BaseRow) : { value: id, label: error ? id : '…' }
}

export function optionOf(source: ReferenceSource, row: BaseRow): Option {
  return { value: row.id, label: source.title(row as never), ...(source.hint && { hint: source.hint(row as never) }) }
}

/** The name of a chosen record; three dots until it is read. */
export function ReferenceName({ source, id, known = [] }: { source: ReferenceSource; id: string; known?: readonly Option[] }) {
  return <>{useChosen(source, id, known)?.label ?? ''}</>
}
