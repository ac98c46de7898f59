import type { Box, Word } from '../read/page.ts'
import { amountOf } from './amount.ts'
import { isSize } from './words-of-menus.ts'

/** Words side by side, from left to right. */
export interface Line extends Box {
  words: Word[]
  /** How large its letters are: what a letter with both strokes would measure. */
  size: number
}

/** What parts the prices of two sizes in one cell. */
export const slash = '/'

/** The columns of a page from left to right, each as its lines from above. */
export function columnsOf(words: readonly Word[]): Line[][] {
  return partColumns(
    words.filter((word) => /[\p{L}\p{N}]/u.test(word.text) || isBetweenAmounts(word, words)),
    3,
  ).map(linesOf)
}

/** Whether a word is a slash right between two amounts: `190 / 320`. Any other one is a stroke of the paper. */
function isBetweenAmounts(word: Word, words: readonly Word[]): boolean {
  if (word.text !== slash) return false
  const near = (word.bottom - word.top) * 1.5
  const isBeside = (other: Word, gap: number) => gap > -near / 3 && gap < near && other.top < word.bottom && other.bottom > word.top
  const amounts = words.filter(({ text }) => amountOf(text) !== null)
  return (
    amounts.some((other) => isBeside(other, word.left - other.right)) && amounts.some((other) => isBeside(other, other.left - word.right))
  )
}

export const hasLetters = ({ text }: Word) => (text.match(/\p{L}/gu)?.length ?? 0) >= 2

export function middle(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** Parts words where a lane without any runs down the page, and names with their amounts stand on either side of it. */
function partColumns(words: readonly Word[], most: number): Word[][] {
  const lane = most > 1 ? widestLane(words) : null
  if (lane === null) return [[...words]]
  const isLeft = ({ left, right }: Word) => (left + right) / 2 < lane
  return [
    ...partColumns(words.filter(isLeft), most - 1),
    ...partColumns(
      words.filter((word) => !isLeft(word)),
      most - 1,
    ),
  ]
}

function widestLane(words: readonly Word[]): number | null {
  const height = middle(words.map(({ top, bottom }) => bottom - top))
  // A title may lie across.
  const plain = words.filter(({ top, bottom }) => bottom - top < height * 1.7)
  const [from, to] = [Math.min(...plain.map(({ left }) => left)), Math.max(...plain.map(({ right }) => right))]
  const allowed = Math.max(1, Math.floor(plain.length * 0.015))
  let best: { width: number; at: number } | null = null
  let start: number | null = null
  for (let x = from + (to - from) * 0.15; x <= from + (to - from) * 0.85; x += 2) {
    const isFree = plain.filter(({ left, right }) => left < x && right > x).length <= allowed
    if (isFree) start ??= x
    if ((!isFree || x + 2 > from + (to - from) * 0.85) && start !== null) {
      const [width, at] = [x - start, (x + start) / 2]
      if (width > height * 0.8 && partsNames(plain, at) && width > (best?.width ?? 0)) best = { width, at }
      start = null
    }
  }
  return best?.at ?? null
}

/** A lane that parts names otherwise than amounts lies between a column's names and their amounts. */
const MOST_APART = 0.25

/** Whether names stand on both sides, and amounts on both if on any. */
function partsNames(words: readonly Word[], at: number): boolean {
  const shareRight = (of: readonly Word[]) => of.filter(({ left, right }) => (left + right) / 2 > at).length / Math.max(1, of.length)
  const names = shareRight(words.filter((word) => hasLetters(word) && !isSize(word.text)))
  const amounts = words.filter(({ text }) => amountOf(text) !== null)
  if (names <= 0.2 || names >= 0.8) return false
  if (amounts.length === 0) return true
  const priced = shareRight(amounts)
  return priced > 0.15 && priced < 0.85 && Math.abs(names - priced) < MOST_APART
}

function linesOf(words: readonly Word[]): Line[] {
  const lines: Word[][] = []
  for (const word of [...words].sort((a, b) => a.left - b.left)) {
    const middleOf = ({ top, bottom }: Word) => (top + bottom) / 2
    const away = (line: Word[]) => {
      const tail = line.at(-1) as Word
      const reach = Math.max(Math.min(tail.bottom - tail.top, word.bottom - word.top), 1) * 0.55
      return isBehind(word, tail) ? Math.abs(middleOf(tail) - middleOf(word)) / reach : Infinity
    }
    const nearest = lines.reduce<Word[] | null>((best, line) => (away(line) < (best ? away(best) : 1) ? line : best), null)
    if (nearest) nearest.push(word)
    else lines.push([word])
  }
  return lines.map(lineOf).sort((a, b) => a.top + a.bottom - (b.top + b.bottom))
}

/** Whether a word goes on behind another one, whose right edge may be that of both: the reader gives the first word of some phrases the room of all. */
function isBehind(word: Word, tail: Word): boolean {
  const least = Math.min(word.right - word.left, tail.right - tail.left, tail.bottom - tail.top)
  return word.left >= tail.left + least * 0.5
}

function lineOf(words: Word[]): Line {
  return { words, ...boxOf(words), size: middle(words.filter(hasLetters).map(sizeOf)) || middle(words.map(sizeOf)) }
}

export function boxOf(boxes: readonly Box[]): Box {
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  }
}

function sizeOf({ text, top, bottom }: Word): number {
  const rises = /[A-Z0-9bdfhklt]/.test(text)
  const falls = /[gjpqy,;()]/.test(text)
  return (bottom - top) / (rises && falls ? 1 : rises ? 0.78 : falls ? 0.8 : 0.57)
}
