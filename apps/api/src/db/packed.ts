import { type RawBuilder, sql } from 'kysely'
import { parseInstant } from './column-types.ts'
import type { ReadDatabase } from './database.ts'

/** A column of a packed row: how the database writes it into JSON, and how its value is read from there. */
export interface PackedColumn {
  /** An SQL expression that gives JSON between `before` and `after`. */
  sql: string
  quoted: boolean
  read: ((value: string) => unknown) | null
}

/** An id, or a code that a check or the contract keeps free of quotes; never what people type, because nothing in it is escaped. */
export const word = (column: string): PackedColumn => ({ sql: column, quoted: true, read: (value) => (value === '' ? null : value) })

/** A timestamptz, as an ISO instant in UTC. */
export const instant = (column: string): PackedColumn => ({
  sql: column,
  quoted: true,
  read: (value) => (value === '' ? null : parseInstant(value)),
})

export const number = (column: string): PackedColumn => ({ sql: `coalesce(${column}::text, 'null')`, quoted: false, read: null })

/** Text of any kind, or a JSON value. */
export const json = (column: string): PackedColumn => ({ sql: `coalesce(to_json(${column})::text, 'null')`, quoted: false, read: null })

/** An expression of the code's own, such as a packed column is made of, in the place of a column. */
export const expression = (text: string): RawBuilder<unknown> => sql.raw(text)

/** How rows of one kind come out of the database as one text. */
export interface Packing<Row> {
  packed: RawBuilder<string>
  unpack(values: readonly unknown[]): Row
}

/**
 * Rows that come as one JSON text instead of as columns. The driver reads one value where it would read five hundred, and the
 * database writes the text itself, which costs it less than `json_build_array`. Built once, where a module begins.
 */
export function packing<Row extends object>(columns: { readonly [Name in keyof Row]-?: PackedColumn }): Packing<Row> {
  const entries = Object.entries<PackedColumn>(columns)
  return {
    packed: sql.raw(`concat(${writeColumns(entries.map(([, column]) => column))})`),
    unpack(values) {
      const row: Record<string, unknown> = {}
      for (const [at, [name, { read }]] of entries.entries()) row[name] = read ? read(values[at] as string) : values[at]
      return row as Row
    },
  }
}

// What closes one value opens the next in the same text: a function takes a hundred arguments at most.
function writeColumns(columns: readonly PackedColumn[]): string {
  const quote = (column: PackedColumn | undefined) => (column?.quoted ? '"' : '')
  const written = columns.map((column, at) => `'${quote(columns[at - 1])}${at === 0 ? '[' : ','}${quote(column)}', ${column.sql}`)
  return [...written, `'${quote(columns.at(-1))}]'`].join(', ')
}

/** A query's rows in its order as one text, null where there are none; `rest` is what follows its columns, from `from` on. */
export function packedRows<Row>({ packed }: Packing<Row>, rest: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql<string | null>`(select string_agg(packed, ',') from (select ${packed} as packed ${rest}) as page)`
}

/** What `packedRows` gave, as rows. */
export function unpackRows<Row>({ unpack }: Packing<Row>, text: string | null): Row[] {
  return (JSON.parse(`[${text ?? ''}]`) as unknown[][]).map(unpack)
}

/** The rows of a query in its order; `rest` is what follows its columns, from `from` on. */
export async function readPacked<Row>(db: ReadDatabase, rows: Packing<Row>, rest: RawBuilder<unknown>): Promise<Row[]> {
  const answer = await sql<{ page: string | null }>`select ${packedRows(rows, rest)} as page`.execute(db)
  return unpackRows(rows, answer.rows[0]?.page ?? null)
}
