import { type Count, countCap, type Page } from '@larder/contract'
import { type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from './context.ts'
import { invalid } from './errors.ts'
import { type Cursor, decodeCursor, encodeCursor, refuseCursor } from './read/cursor.ts'
import { isDataException } from './record/sqlstate.ts'

/** What every list's input carries (contract `listQuery`). */
export interface ListInput {
  cursor?: string | undefined
  limit: number
  sort?: string | undefined
  count?: boolean | undefined
}

/** A sortable column, `table.column` or an expression. Never null: give a nullable one a `coalesce`. */
export interface SortColumn {
  column: string | Expression<unknown>
}

// biome-ignore lint/suspicious/noExplicitAny: any database, any tables; only the row's type matters here
type Rows<Row> = SelectQueryBuilder<any, any, Row>

interface ListFacts<Row, Out> {
  /** Filtered and scoped, without order and limit. */
  query: Rows<Row>
  input: ListInput
  sorts: Record<string, SortColumn>
  /** A key of `sorts`, `-` before it for descending. */
  defaultSort: string
  /** A unique column that decides between equal rows; goes the same way as the sort. */
  tie: string
  present(row: Row): Out
}

interface Marked {
  /** Absent where the sort is the tie-breaker itself. */
  cursor_value?: string | null
  cursor_tie: string
}

/**
 * One page by keyset: its cost does not grow with the page's number, and a row that stays where it is comes exactly once.
 * `total` only where the input asks for it, counted to at most 1,000. 422 on a cursor that is not of this list.
 */
export async function listPage<Row, Out>(ctx: Context, facts: ListFacts<Row, Out>): Promise<Page<Out>> {
  const { input } = facts
  const sort = input.sort ?? facts.defaultSort
  const descending = sort.startsWith('-')
  const key = descending ? sort.slice(1) : sort
  const column = Object.hasOwn(facts.sorts, key) ? facts.sorts[key] : undefined
  if (!column) invalid({ 'query.sort': 'is not a sort order of this list' })
  const by = typeof column.column === 'string' ? sql.ref(column.column) : column.column
  const tie = sql.ref(facts.tie)
  const direction = descending ? sql`desc` : sql`asc`
  const sortIsTie = column.column === facts.tie

  // As text, exactly: an instant read into JavaScript has lost its microseconds.
  const tied = facts.query.select(sql<string>`${tie}::text`.as('cursor_tie'))
  const marked = sortIsTie ? tied : tied.select(sql<string | null>`${by}::text`.as('cursor_value'))
  const ordered = sortIsTie ? marked.orderBy(sql`${tie} ${direction}`) : marked.orderBy(sql`${by} ${direction}, ${tie} ${direction}`)
  const from = input.cursor === undefined ? null : decodeCursor(input.cursor, sort)
  const page = from ? ordered.where(beyond(by, tie, sortIsTie, descending, from)) : ordered

  const [rows, total] = await Promise.all([
    // A literal: of a limit that it does not know, the planner expects a tenth of the table.
    read(page.limit(sql.lit(input.limit + 1)) as Rows<Row & Marked>, from),
    input.count ? countUpTo(ctx, facts.query, countCap) : null,
  ])
  const shown = rows.slice(0, input.limit)
  const last = rows.length > input.limit ? shown.at(-1) : undefined
  return { rows: shown.map((row) => facts.present(withoutMarks(row))), next: last ? cursorAfter(sort, last) : null, total }
}

/** How many rows, looking at no more than `cap + 1` of them. */
export async function countUpTo(ctx: Context, query: Rows<unknown>, cap: number): Promise<Count> {
  const some = query
    .clearSelect()
    .clearOrderBy()
    .select(sql`1`.as('one'))
    .limit(sql.lit(cap + 1))
  const counted = await ctx.db
    .selectFrom(some.as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  const value = counted.rows
  return { value: Math.min(value, cap), capped: value > cap }
}

/** `column = value`, and every row where no value was given. */
export function equalTo(column: string, value: unknown): Expression<SqlBool> {
  return value === undefined ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(column)} = ${value}`
}

/**
 * An array that has `value` among its elements. The value is part of the statement, so there is a plan for each: of one that nearly all rows have
 * the newest are walked, of one that is rare an index is asked. Only for what has few values.
 */
export function holds(array: Expression<unknown>, value: string): Expression<SqlBool> {
  return sql<SqlBool>`${array} @> array[${sql.lit(value)}]`
}

// A row comparison, so that an index on (sort, tie) is entered at the right place; an OR of two conditions is not.
function beyond(
  by: Expression<unknown>,
  tie: Expression<unknown>,
  sortIsTie: boolean,
  descending: boolean,
  from: Cursor,
): RawBuilder<boolean> {
  const comparison = descending ? sql`<` : sql`>`
  if (sortIsTie) return sql<boolean>`${tie} ${comparison} ${from.tie}`
  return sql<boolean>`(${by}, ${tie}) ${comparison} (${from.value}, ${from.tie})`
}

async function read<Row>(query: Rows<Row>, from: Cursor | null): Promise<Row[]> {
  try {
    return await query.execute()
  } catch (error) {
    // A forged cursor: its value does not have the column's type.
    if (from && isDataException(error)) refuseCursor()
    throw error
  }
}

function cursorAfter(sort: string, { cursor_value: value, cursor_tie: tie }: Marked): string {
  if (value === null) throw new Error(`the sort "${sort}" meets null: give its column a coalesce`)
  return encodeCursor({ sort, value: value ?? tie, tie })
}

function withoutMarks<Row extends Marked>({ cursor_value, cursor_tie, ...row }: Row): Row {
  return row as unknown as Row
}
