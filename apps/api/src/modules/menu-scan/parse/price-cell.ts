import type { Word } from '../read/page.ts'
import { amountOf } from './amount.ts'
import { slash } from './lines.ts'
import { unread } from './sizes.ts'

/** A word of a line; of one of the amounts of a cell, the size that its place there makes it. */
export interface CellWord extends Word {
  cellSize?: string
}

/** Parts a cell that holds the prices of several sizes, `190/320` as one word or `190 / 320` as three. Every other word stays as it is. */
export function parted(words: readonly Word[]): CellWord[] {
  const all: CellWord[] = []
  for (let at = 0; at < words.length; ) {
    const run = runAt(words, at)
    const pieces = run.flatMap(piecesOf)
    const sizes = sizesOfCell(pieces)
    if (sizes) all.push(...pieces.map((piece, index) => ({ ...piece, cellSize: sizes[index] ?? '' })))
    else all.push(...run.filter(({ text }) => text !== slash))
    at += run.length
  }
  return all
}

/** The words from one on that slashes put together. */
function runAt(words: readonly Word[], from: number): Word[] {
  let end = from + 1
  // `190/ 320` goes on, `190/-` does not.
  while (end < words.length && (words[end - 1]?.text.endsWith(slash) || words[end]?.text.startsWith(slash))) end++
  return words.slice(from, end)
}

/** What stands between the slashes of a word, with its edges by its share of the letters. */
function piecesOf(word: Word): Word[] {
  const letter = (word.right - word.left) / word.text.length
  return [...word.text.matchAll(/[^/]+(?:\/-)?/g)].map(({ 0: text, index }) => ({
    ...word,
    text,
    left: word.left + index * letter,
    right: word.left + (index + text.length) * letter,
  }))
}

/** What the prices of one thing lie between, and how many times the smallest the largest is at most: no single digits, dates and telephone numbers. */
const [least, most, mostTimes] = [10, 999_999, 5]

/** The sizes that amounts are of, the cheapest the smallest, as most menus mean them; null where they are not the prices of one thing. */
function sizesOfCell(words: readonly Word[]): readonly string[] | null {
  const names = unread[words.length]
  const values = words.map(({ text }) => Number(amountOf(text)?.digits.replace(/\D/g, '') ?? Number.NaN))
  if (!names || values.some((value) => !(value >= least && value <= most))) return null
  const rising = [...new Set(values)].toSorted((a, b) => a - b)
  const isInOrder = [rising, rising.toReversed()].some((order) => String(order) === String(values))
  if (!isInOrder || Math.max(...values) > Math.min(...values) * mostTimes) return null
  return values.map((value) => names[rising.indexOf(value)] ?? '')
}
