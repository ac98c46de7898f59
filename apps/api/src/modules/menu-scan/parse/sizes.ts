import type { Word } from '../read/page.ts'
import type { Line } from './lines.ts'
import { isSize } from './words-of-menus.ts'

/** A column of prices with its size at its head. */
export interface SizeColumn {
  name: string
  left: number
  right: number
}

/** A line that heads columns of prices, `Biryani  Half  Full`: its columns, and the heading before them. Null of any other line. */
export function sizesOf({ words }: Line): { heading: string | null; columns: SizeColumn[] } | null {
  const columns: SizeColumn[] = []
  let end = words.length
  while (end > 0) {
    // The longest run of words before what is taken already that names a size: "Half kg", not "kg".
    const from = [end - 2, end - 1].find(
      (start) => start >= 0 && isSize(textOf(words.slice(start, end))) && isTogether(words.slice(start, end)),
    )
    if (from === undefined) break
    const run = words.slice(from, end)
    columns.unshift({ name: nameOf(run), left: run[0]?.left ?? 0, right: run.at(-1)?.right ?? 0 })
    end = from
  }
  if (columns.length < 2) return null
  const before = words.slice(0, end)
  const last = before.at(-1)
  // What is said in a name, "Half and Full plate", stands close.
  if (last && (columns[0]?.left ?? 0) - last.right < (last.bottom - last.top) * 0.9) return null
  return { heading: before.length === 0 ? null : textOf(before), columns }
}

const textOf = (words: readonly Word[]) => words.map(({ text }) => text).join(' ')

function isTogether(words: readonly Word[]): boolean {
  return words.every((word, at) => {
    const next = words[at + 1]
    return next === undefined || next.left - word.right < (word.bottom - word.top) * 0.8
  })
}

/** What a letter stands for. */
const letters: Readonly<Record<string, string>> = { S: 'Small', M: 'Medium', L: 'Large', QTR: 'Quarter', REG: 'Regular' }

function nameOf(words: readonly Word[]): string {
  const text = textOf(words)
    .replace(/\.$/, '')
    .replace(/^(\d+)(\p{L}+)$/u, '$1 $2')
  const whole = letters[text.toUpperCase()]
  if (whole) return whole
  return text.length > 3 && text === text.toUpperCase() ? text.charAt(0) + text.slice(1).toLowerCase() : text
}

/** What columns of prices are called whose heads could not be read: as most menus do. */
export const unread: Readonly<Record<number, readonly string[]>> = { 2: ['Half', 'Full'], 3: ['Small', 'Medium', 'Large'] }

/** Columns of prices by where the prices of most lines stand, without a head; null where most lines have one price. */
export function unheadedSizes(amounts: readonly (readonly Word[])[]): SizeColumn[] | null {
  const counts = [2, 3].map((count) => amounts.filter((line) => line.length === count))
  const most = counts.find((lines) => lines.length >= 3 && lines.length >= amounts.length * 0.6)
  const names = most && unread[most[0]?.length ?? 0]
  if (!most || !names) return null
  const edge = (at: number, side: 'left' | 'right') => most.reduce((sum, line) => sum + (line[at]?.[side] ?? 0), 0) / most.length
  return names.map((name, at) => ({ name, left: edge(at, 'left'), right: edge(at, 'right') }))
}
