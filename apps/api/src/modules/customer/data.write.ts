import { type Money, moneyDecimal } from '@larder/contract'

interface Plain {
  readonly [key: string]: unknown
  readonly currency?: unknown
}

/** Keys that are of use to the product alone: who of the staff, by which id. */
const left = new Set(['id', 'currency', 'by'])

/** A row as people read it: keys in words, amounts with their currency, nothing where nothing is held. */
export function said(value: unknown, currency?: string): unknown {
  if (Array.isArray(value)) return value.map((each) => said(each, currency))
  if (value instanceof Date || typeof value !== 'object' || value === null) return value
  const row = value as Plain
  const of = typeof row.currency === 'string' ? row.currency : currency
  const isKept = ([key, held]: [string, unknown]) => !left.has(key) && held !== null && held !== undefined
  return Object.fromEntries(
    Object.entries(row)
      .filter(isKept)
      .map((entry) => saidField(entry, of)),
  )
}

function saidField([key, held]: [string, unknown], currency: string | undefined): [string, unknown] {
  if (key.endsWith('_minor') && typeof held === 'number')
    return [wordsOf(key.slice(0, -'_minor'.length)), currency ? amountOf({ minor: held, currency }) : held]
  return [wordsOf(key), said(held, currency)]
}

function amountOf(money: Money): string {
  return `${moneyDecimal(money)} ${money.currency}`
}

/** `placedAt` and `placed_at` alike: "placed at". */
function wordsOf(key: string): string {
  return key
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
}

/** One object of lists as JSON, indented to be read; no more rows are asked for than are taken. */
export async function* writeJson(lists: readonly (readonly [name: string, rows: AsyncIterable<unknown>])[]): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  let before = '{'
  for (const [name, rows] of lists) {
    yield encoder.encode(`${before}\n  ${JSON.stringify(wordsOf(name))}: [`)
    let between = ''
    for await (const row of rows) {
      yield encoder.encode(`${between}\n    ${JSON.stringify(row, null, 2).replaceAll('\n', '\n    ')}`)
      between = ','
    }
    yield encoder.encode(between === '' ? ']' : '\n  ]')
    before = ','
  }
  yield encoder.encode(before === '{' ? '{}\n' : '\n}\n')
}
