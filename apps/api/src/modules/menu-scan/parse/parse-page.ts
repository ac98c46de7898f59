import type { Currency, VegMark } from '@larder/contract'
import type { Box, DrawnMark, PageWords, Word } from '../read/page.ts'
import { isPointed } from './amount.ts'
import { boxOf, columnsOf, type Line, middle } from './lines.ts'
import { endAmounts, type Priced, pricedParts } from './priced.ts'
import { type SizeColumn, sizesOf, unheadedSizes } from './sizes.ts'
import { asHeading, partMark, tidy } from './words-of-menus.ts'

/** A row of a menu as far as a page tells it. */
export interface ParsedRow {
  category: string | null
  name: string
  /** Half, Large, 500 ml; null where an item has one price alone. */
  variant: string | null
  /** Minor units; null where none could be read. */
  minor: number | null
  mark: VegMark | null
  description: string | null
  /** How sure name and price are, 0 to 1. */
  confidence: number
  box: Box
}

const [STRAY, STRAY_LETTERS] = [0.6, 3]

/** What a line is taken for. */
type Reading = { line: Line; parts: Priced[]; name: string; confidence: number; start: number }

/** Reads the words of a page as rows of a menu: pure, and the same whatever order they come in. */
export function parsePage({ words, marks }: PageWords, currency: Currency): ParsedRow[] {
  const columns = columnsOf(words)
  const pointed = amountsHavePoints(columns.flat(), currency)
  const rows = columns.flatMap((lines) => parseColumn(lines, marks, currency, pointed))
  return doubtOutliers(rows)
}

/** Whether nearly all amounts at the ends of lines have decimals. */
function amountsHavePoints(lines: readonly Line[], currency: Currency): boolean {
  const amounts = lines.flatMap((line) => pricedParts(line, null, currency, false).parts.map(({ written }) => written))
  return amounts.length >= 3 && amounts.filter((written) => isPointed(written, currency)).length >= amounts.length * 0.7
}

function parseColumn(lines: readonly Line[], marks: readonly DrawnMark[], currency: Currency, pointed: boolean): ParsedRow[] {
  const rows: ParsedRow[] = []
  let category: string | null = null
  const isHeaded = lines.some((line) => sizesOf(line) !== null)
  let sizes: SizeColumn[] | null = isHeaded ? null : unheadedSizes(lines.map(endAmounts).filter((amounts) => amounts.length > 0))
  let last: { rows: ParsedRow[]; line: Line } | null = null
  const readings = lines.map((line): Reading => ({ line, ...pricedParts(line, sizesOf(line)?.columns ?? null, currency, pointed) }))
  const priced = readings.filter(({ line, parts }) => parts.length > 0 && sizesOf(line) === null)
  const size = middle(priced.map(({ line }) => line.size))
  const start = middle(priced.map((reading) => reading.start))
  for (const [at, { line: whole }] of readings.entries()) {
    const line = withoutStray(whole, start)
    const header = sizesOf(line)
    if (header) {
      sizes = header.columns
      category = header.heading === null ? category : asHeading(header.heading)
      last = null
      continue
    }
    const { parts, name, confidence, start: from } = pricedParts(line, sizes, currency, pointed)
    if (parts.length > 0 && tidy(name).length >= 2) {
      const sure = sizes && !isHeaded ? confidence * 0.6 : confidence
      const made = rowsOf({ line, parts, name, confidence: sure, start: from }, category, marks)
      rows.push(...made)
      last = { rows: made, line }
      continue
    }
    const next = readings[at + 1]
    const kind = kindOf(line, { size, start, above: last?.line ?? null, isNextPriced: (next?.parts.length ?? 0) > 0 })
    if (kind === 'heading') {
      category = asHeading(line.words.map(({ text }) => text).join(' ')) || category
      last = null
    } else if (kind === 'description' && last) {
      describe(last.rows, line)
      last = { rows: last.rows, line }
    } else if (kind === 'unpriced') {
      rows.push(...rowsOf({ line, parts: [], name, confidence, start: from }, category, marks))
      last = null
    }
  }
  return rows
}

/** A line without what stands before the names of its column and could hardly be read: a mark, a stain, the page's edge. */
function withoutStray(line: Line, start: number): Line {
  const isStray = ({ text, confidence, right }: Word) => right < start && text.length <= STRAY_LETTERS && confidence < STRAY
  const words = line.words.filter((word) => !isStray(word))
  return words.length === 0 || words.length === line.words.length ? line : { ...line, ...boxOf(words), words }
}

interface Around {
  /** Of lines with a price: how large their letters are, and where they begin. */
  size: number
  start: number
  above: Line | null
  isNextPriced: boolean
}

/** What a line without a price is: a heading, more words on what stands above it, an item whose price could not be read, or nothing of the menu. */
function kindOf(line: Line, { size, start, above, isNextPriced }: Around): 'heading' | 'description' | 'unpriced' | 'none' {
  const text = line.words.map(({ text }) => text).join(' ')
  const isLarge = line.size > size * 1.13
  const isSmall = line.size < size * 0.9
  const isLoud = text === text.toUpperCase() && /\p{Lu}{3}/u.test(text)
  const isNear = above !== null && line.top - above.bottom < size * 1.2
  if (isNear && (isSmall || /^\p{Ll}/u.test(text) || (!isLarge && !isLoud && line.words.length >= 6))) return 'description'
  if (line.size > size * 2.1) return 'none'
  if (line.words.length <= 5 && (isLarge || isLoud)) return 'heading'
  const isAligned = Math.abs(line.left - start) < size * 1.5
  if (isAligned && !isSmall && isNear && line.words.length <= 6) return 'unpriced'
  if (line.words.length <= 4 && isNextPriced && !isSmall) return 'heading'
  return isNear ? 'description' : 'none'
}

function rowsOf({ line, parts, name, confidence }: Reading, category: string | null, marks: readonly DrawnMark[]): ParsedRow[] {
  const worded = partMark(name)
  const drawn = marks.find(({ left, right, top, bottom }) => {
    const isBeside = top < line.bottom && bottom > line.top && (top + bottom) / 2 > line.top - line.size * 0.3
    return isBeside && left > line.left - line.size * 4 && right < line.right + line.size * 4
  })
  const one = { category, name: tidy(worded.name), mark: worded.mark ?? drawn?.mark ?? null, description: null, box: boxOf([line]) }
  if (parts.length === 0) return [{ ...one, variant: null, minor: null, confidence: confidence * 0.3 }]
  return parts.map(({ variant, minor, confidence: ofPrice }) => ({
    ...one,
    variant,
    minor,
    confidence:
      Math.min(confidence, ofPrice) * (minor === null ? 0.3 : 1) * (one.name.length < 3 ? 0.5 : 1) * (category === null ? 0.9 : 1),
  }))
}

function describe(rows: readonly ParsedRow[], line: Line): void {
  const more = line.words.map(({ text }) => text).join(' ')
  for (const row of rows) {
    row.description = row.description === null ? more : `${row.description} ${more}`
    row.box = boxOf([row.box, line])
  }
}

/** A price far from the others of its page is doubted: a digit too many is what a sign before it makes of it. */
function doubtOutliers(rows: ParsedRow[]): ParsedRow[] {
  const prices = rows.flatMap(({ minor }) => (minor === null ? [] : [minor]))
  const usual = middle(prices)
  return rows.map((row) => {
    const isFar = row.minor !== null && prices.length >= 5 && (row.minor > usual * 6 || row.minor < usual / 8)
    return isFar ? { ...row, confidence: row.confidence * 0.4 } : row
  })
}
