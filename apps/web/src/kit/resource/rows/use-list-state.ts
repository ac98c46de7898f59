import type { QueryText } from '../../row.ts'
import { putParams, useAddress } from '../../use-address.ts'
import { addressed, searchedText } from './searched.ts'

/** Parameters of the address that are the list's own; every other one is a filter or belongs to a dialog. */
const own = { cursor: 'after', page: 'page', limit: 'limit', view: 'view' } as const
/** The view of everything, said in words where an address that says nothing is another view. */
const everything = 'all'
/** How many steps "Previous" goes back before it starts at the top. */
const keptCursors = 8

/** How many rows a page may have. */
export const pageSizes = [25, 50, 100]
const defaultLimit = 25

/** What an address says of a list. */
export interface ListAddress {
  /** Filters, search and sort. */
  query: QueryText
  limit: number
  /** The cursor of the page shown; undefined on the first. */
  cursor: string | undefined
  page: number
}

export interface ListState extends ListAddress {
  /** Sets or (with '') clears filters, search or sort; back to the first page. */
  set: (changes: QueryText) => void
  /** Shows exactly this query. */
  replace: (query: QueryText) => void
  setLimit: (limit: number) => void
  next: (cursor: string) => void
  previous: () => void
}

/** Reads a list's state off an address. `keys` are the query's keys that it may set. */
export function readAddress(params: URLSearchParams, keys: readonly string[]): ListAddress {
  const cursors = params.getAll(own.cursor).filter((cursor) => cursor !== '')
  return {
    query: Object.fromEntries(
      [...params]
        .map(([key, value]) => [key, key === 'q' ? searchedText(value) : value] as const)
        .filter(([key, value]) => keys.includes(key) && value !== ''),
    ),
    limit: pageSizes.find((size) => String(size) === params.get(own.limit)) ?? defaultLimit,
    cursor: cursors.at(-1),
    page: pageOf(params, cursors.length),
  }
}

/** A page is where its cursor is: the number in the address says more only where the first cursors were dropped. */
function pageOf(params: URLSearchParams, cursors: number): number {
  const told = params.get(own.page) ?? ''
  return cursors >= keptCursors && /^\d{1,6}$/.test(told) ? Math.max(Number(told), cursors + 1) : cursors + 1
}

interface ListStateOptions {
  /** The view of everything is named in the address, because one that says nothing is another view there. */
  marksAll: boolean
  /** What is searched stands in no address, unless it is a number of a record. */
  isOfPeople: boolean
}

/** A list's whole state, kept in the address so that Back restores it and a link shares it. `keys` are the query's keys that it may set. */
export function useListState(keys: readonly string[], { marksAll, isOfPeople }: ListStateOptions): ListState {
  const [params, setParams] = useAddress()
  const cursors = params.getAll(own.cursor)
  const shown = readAddress(params, keys)

  const change = (edit: (next: URLSearchParams) => void, isNewList: boolean, options: { replace?: boolean } = {}) =>
    setParams((next) => {
      if (isNewList) for (const name of [own.cursor, own.page, own.view]) next.delete(name)
      edit(next)
      if (isNewList && marksAll && !keys.some((key) => next.has(key))) next.set(own.view, everything)
    }, options)

  const written = (query: QueryText): QueryText => (query.q ? { ...query, q: addressed(query.q, isOfPeople) } : query)

  const turnTo = (stack: readonly string[], to: number) =>
    change((next) => {
      next.delete(own.cursor)
      for (const cursor of stack.slice(-keptCursors)) next.append(own.cursor, cursor)
      if (stack.length === 0) next.delete(own.page)
      else next.set(own.page, String(to))
    }, false)

  return {
    ...shown,
    // Every pause in typing would be a step of Back.
    set: (changes) => change((next) => putParams(next, written(changes)), true, { replace: 'q' in changes }),
    replace: (query) =>
      change((next) => {
        for (const key of keys) next.delete(key)
        putParams(next, written(query))
      }, true),
    setLimit: (limit) => change((next) => next.set(own.limit, String(limit)), true),
    next: (cursor) => turnTo([...cursors, cursor], shown.page + 1),
    previous: () => turnTo(cursors.slice(0, -1), shown.page - 1),
  }
}
