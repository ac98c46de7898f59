import type { Input, orderContract } from '@larder/contract'
import type { Filter } from '#kit/filters/filter.ts'
import type { QueryText } from '#kit/row.ts'

type BoardQuery = Input<typeof orderContract.board>['query']

/** What a board is about, and what it can be cut by. */
export interface BoardOf {
  fixed: BoardQuery
  filters: readonly Filter<keyof BoardQuery & string>[]
}

/** What an address asks of a board. */
export function boardInput(board: BoardOf, params: URLSearchParams): Input<typeof orderContract.board> {
  return { query: { ...boardFilter(board, params), ...board.fixed } }
}

/** What of an address a board is cut by. */
export function boardFilter({ filters }: BoardOf, params: URLSearchParams): QueryText {
  const keys: readonly string[] = filters.flatMap((filter) => filter.keys)
  return Object.fromEntries([...params].filter(([key, value]) => keys.includes(key) && value !== ''))
}
