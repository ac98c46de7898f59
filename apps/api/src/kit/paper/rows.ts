import type { Block, WordSize } from './sheet.ts'

/** Words in one line of the paper, from `x` over `width`, in points. */
export interface Cell {
  text: string
  x: number
  width: number
  align: 'left' | 'centre' | 'right'
}

/** One line of the paper; a rule has no cells. No page ends within it. */
export interface Row {
  height: number
  /** Points of the letters. */
  size: number
  isStrong: boolean
  cells: Cell[]
}

/** How wide the text of a line is, in points. */
export type Measure = (text: string, size: number, isStrong: boolean) => number

const sizes: Record<WordSize, number> = { small: 0.86, normal: 1, large: 1.4, huge: 2.4 }
const leading = 1.42
const between = 8
/** Sums of widths differ by less. */
const rounding = 0.01
/** Nothing at a line's ends takes more of its width than this: what stands between is to be read. */
const mostAside = 0.45

/** The lines that blocks come to, on paper of so many points between its margins. */
export function rowsOf(blocks: readonly Block[], width: number, base: number, measure: Measure): Row[] {
  const leads = blocks.map((block) => (block.kind === 'entry' ? measure(block.lead, sizeOf(block, base), true) : 0))
  const lead = Math.min(Math.max(...leads) + between, width * 0.3)
  return blocks.flatMap((block) => rowsOfBlock(block, { width, lead, base, measure }))
}

interface Place {
  /** In points: of the paper between its margins, and of the leads of entries. */
  width: number
  lead: number
  /** Points of its ordinary letters. */
  base: number
  measure: Measure
}

function rowsOfBlock(block: Block, { width, lead, base, measure }: Place): Row[] {
  const rule = { height: base, size: base, isStrong: false, cells: [] }
  const whole = { x: 0, width }
  switch (block.kind) {
    case 'rule':
      return [rule]
    case 'mark':
      return [rule, ...column(block.text, { ...whole, align: 'centre' }, { size: base, isStrong: true }, measure), rule]
    case 'words':
      return column(block.text, { ...whole, align: block.align ?? 'left' }, lookOf(block, base), measure)
    case 'pair': {
      const look = lookOf(block, base)
      const right = Math.min(measure(block.right, look.size, look.isStrong), width * mostAside)
      const left = { x: 0, width: width - right - between, align: 'left' as const }
      const end = { x: width - right, width: right, align: 'right' as const }
      const below = block.hint ? column(block.hint, left, lookOf({ size: 'small' }, base), measure) : []
      return [...beside([column(block.left, left, look, measure), column(block.right, end, look, measure)]), ...below]
    }
    case 'entry': {
      const look = lookOf(block, base)
      const right = block.right ? Math.min(measure(block.right, look.size, look.isStrong), width * mostAside) : 0
      const middle = { x: lead, width: width - lead - (right && right + between), align: 'left' as const }
      const first = column(block.lead, { x: 0, width: lead - between, align: 'left' }, { ...look, isStrong: true }, measure)
      const last = block.right ? column(block.right, { x: width - right, width: right, align: 'right' }, look, measure) : []
      const said = { x: lead, width: width - lead, align: 'left' as const }
      const below = { size: look.size * sizes.small, isStrong: false }
      return [
        ...beside([column(block.text, middle, look, measure), first, last]),
        ...block.below.flatMap((text) => column(text, said, below, measure)),
      ]
    }
  }
}

interface Look {
  size: number
  isStrong: boolean
}

function sizeOf({ size = 'normal' }: { size?: WordSize }, base: number): number {
  return base * sizes[size]
}

function lookOf(block: { size?: WordSize; isStrong?: boolean }, base: number): Look {
  return { size: sizeOf(block, base), isStrong: block.isStrong ?? false }
}

function column(text: string, place: Omit<Cell, 'text'>, look: Look, measure: Measure): Row[] {
  const lines = wrapped(text, place.width, (line) => measure(line, look.size, look.isStrong))
  return lines.map((line) => ({ ...look, height: look.size * leading, cells: [{ ...place, text: line }] }))
}

/** Columns that begin on one line. Letters of several weights stand in rows of their own at the same height. */
function beside(columns: Row[][]): Row[] {
  const most = Math.max(...columns.map((rows) => rows.length))
  return Array.from({ length: most }, (_, index) => columns.flatMap((rows) => rows[index] ?? [])).flatMap((rows) =>
    rows.map((row, index) => (index < rows.length - 1 ? { ...row, height: 0 } : row)),
  )
}

/** Text in lines that are no wider than they may be; a word that is longer than a line goes on in the next. */
function wrapped(text: string, width: number, measure: (text: string) => number): string[] {
  return text.split(/[\n\u2028\u2029]/).flatMap((paragraph) => {
    const lines: string[] = []
    let line = ''
    for (const word of paragraph.split(/[\t ]+/).flatMap((word) => parts(word, width, measure))) {
      const longer = line === '' ? word : `${line} ${word}`
      if (line !== '' && measure(longer) > width + rounding) {
        lines.push(line)
        line = word
      } else line = longer
    }
    return [...lines, line]
  })
}

/** A letter with its marks. */
const letters = /\P{M}[\p{M}\u200c\u200d]*|\p{M}+/gu

function parts(word: string, width: number, measure: (text: string) => number): string[] {
  if (measure(word) <= width + rounding) return [word]
  const pieces: string[] = []
  let piece = ''
  for (const [letter] of word.matchAll(letters)) {
    if (piece !== '' && measure(piece + letter) > width + rounding) {
      pieces.push(piece)
      piece = letter
    } else piece += letter
  }
  return [...pieces, piece]
}
