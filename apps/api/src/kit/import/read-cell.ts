import { cellOf, type ImportField, isCurrency, isId, parseMoney, parseNumber, valueWords } from '@larder/contract'
import { mostCharacters } from '../export/xlsx.ts'

/** A value as a draft has it, or why the cell is none; `column` where it is the second one of a field. */
export type CellValue = { value: unknown } | { problem: string; column?: string }

// What `inertText` puts before what a spreadsheet program would run is taken away again.
const guardAtStart = /^'(?=[=+\-@\t\r\n\0＝＋－＠])/
const guardLater = /([;\t][\s"]*)'(?=[=+\-@＝＋－＠])/g
const cutOff = `is cut off: a cell of a workbook holds ${mostCharacters} characters. Use CSV`
/** More than the largest value of several parts comes to, each of its letters escaped. */
const longest = 100_000
/** As workbooks write what is very large or small. */
const scientific = /^-?\d+(?:\.\d+)?e[+-]?\d+$/i

/** A text as it was before an export made it harmless. */
export function plainText(cell: string): string {
  return cell.replace(guardAtStart, '').replace(guardLater, '$1')
}

function problemOfLength({ length }: string): { problem: string } | null {
  if (length > longest) return { problem: `has more than ${longest} characters` }
  return length === mostCharacters ? { problem: cutOff } : null
}

/**
 * What a cell says, and the one beside it: the reverse of what an export writes. An empty one is null. Of a record it is the names to look
 * for, not yet its id. `currency` is that of an amount that says none.
 */
export function readCell({ form, key, schema, also }: ImportField, cell: string, beside: string, currency: string): CellValue {
  const text = cell.trim()
  if (form === 'text') return { value: text === '' ? null : plainText(cell) }
  // None of several parts is a list of none.
  if (form === 'cell') return problemOfLength(text) ?? cellOf(schema)?.read(text, currency) ?? { value: null }
  if (text === '') return { value: null }
  switch (form) {
    case 'words':
      return oneOf(text, valueWords(schema) ?? {})
    case 'flag':
      return flagOf(text)
    case 'point':
      return pointOf(text)
    case 'amount': {
      const code = beside.trim().toUpperCase() || currency
      if (!isCurrency(code)) return { problem: 'is not a currency in use', ...(also && { column: also }) }
      const value = parseMoney(text, code)
      return value ? { value } : { problem: 'must be an amount, such as 1250.50' }
    }
    default:
      return numberOf(text, key)
  }
}

function oneOf(text: string, words: Readonly<Record<string, string>>): CellValue {
  const said = plainText(text).toLowerCase()
  const found = Object.entries(words).find(([value, word]) => word.toLowerCase() === said || value.toLowerCase() === said)
  return found ? { value: found[0] } : { problem: `must be ${orList(Object.values(words))}` }
}

function flagOf(text: string): CellValue {
  if (/^(?:yes|y|true|1)$/i.test(text)) return { value: true }
  return /^(?:no|n|false|0)$/i.test(text) ? { value: false } : { problem: 'must be Yes or No' }
}

function pointOf(text: string): CellValue {
  const [lat, lng, ...more] = text.split(/[,;]\s*/).map(Number)
  const isPoint = more.length === 0 && Number.isFinite(lat) && Number.isFinite(lng)
  return isPoint ? { value: { lat, lng } } : { problem: 'must be latitude and longitude, such as 9.9312, 76.2673' }
}

// A key's unit says in what the record keeps it, and in what a cell says it: 200,000 ppm is 20 %.
function numberOf(text: string, key: string): CellValue {
  const plain = text.replace(/ ?%$/, key.endsWith('Ppm') ? '' : '$&')
  const read = scientific.test(plain) ? Number(plain) : parseNumber(plain)
  if (read === null) return { problem: 'must be a number' }
  const steps = key.endsWith('Ppm') ? 10_000 : key.endsWith('Tenths') ? 10 : 1
  const value = read * steps
  return { value: steps === 1 ? value : Math.round(value * 1000) / 1000 }
}

/** An id as it is kept; null of what is none. */
export function idIn(cell: string): string | null {
  const id = cell.trim().toLowerCase()
  return isId(id) ? id : null
}

function orList(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}
