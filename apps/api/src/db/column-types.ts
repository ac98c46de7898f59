import { types } from 'pg'

const { arrayParser, getTypeParser } = types as unknown as {
  arrayParser: { create: (source: string, parse: (element: string) => unknown) => { parse: () => unknown[] } }
  getTypeParser: (oid: number, format?: string) => (value: string) => unknown
}

// Type numbers are part of PostgreSQL's catalogue and never change.
const PARSERS = new Map<number, (value: string) => unknown>([
  [20, parseInteger],
  [1016, (value) => parseArray(value, parseInteger)],
  [1082, String],
  [1182, (value) => parseArray(value, String)],
  [1114, String],
  [1184, parseInstant],
  [1185, (value) => parseArray(value, parseInstant)],
])

const UTC = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(?:\.(\d{1,6}))?\+00$/

/**
 * How column values become JavaScript: bigint a safe integer, timestamptz an ISO string in UTC with milliseconds,
 * date `YYYY-MM-DD`, numeric a string, json parsed. For a `pg` pool's `types`.
 */
export const columnTypes = {
  getTypeParser: (oid: number, format?: string): ((value: string) => unknown) =>
    (format === 'binary' ? undefined : PARSERS.get(oid)) ?? getTypeParser(oid, format),
}

function parseInteger(value: string): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError(`${value} does not fit a safe integer`)
  return number
}

// By slicing, not through a Date: this runs once for every instant of every row.
/** `2026-11-20 08:00:00.12+00`, as the server writes an instant, to `2026-11-20T08:00:00.120Z`. */
export function parseInstant(value: string): string {
  const match = UTC.exec(value)
  if (!match) throw new RangeError(`${value} is not an instant in UTC`)
  return `${match[1]}T${match[2]}.${(match[3] ?? '').padEnd(3, '0').slice(0, 3)}Z`
}

/** `2026-11-20T08:00:00.12+00:00`, as the server writes an instant into JSON, to `2026-11-20T08:00:00.120Z`. */
export function parseJsonInstant<T extends string | null>(value: T): T {
  if (value === null) return value
  const zone = value.lastIndexOf('+')
  return `${value.slice(0, 19)}.${value.slice(20, zone).padEnd(3, '0').slice(0, 3)}Z` as T
}

function parseArray(value: string, parse: (element: string) => unknown): unknown[] {
  return arrayParser.create(value, parse).parse()
}
