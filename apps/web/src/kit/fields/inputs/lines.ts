import { wordsOf } from '../../words.ts'
import type { Field, Problems } from '../field.ts'

export type Line = Readonly<Record<string, unknown>>

/** How the entries of a list are edited, each as a line of fields. */
export interface LinesParts {
  /** What an entry is called, inside a sentence: "tier". */
  line: string
  fields: readonly Field<never>[]
  /** What a new one starts with. */
  blank: (last: Line | undefined) => Line
  /** Their order says nothing: they can't be moved. */
  isUnordered?: true
  /** Short ones, without heads above their columns. */
  isSmall?: true
  /** What stands there while there is none. */
  none?: string
  /** Fields that a line as it stands has no use for. */
  omits?: (line: Line) => readonly PropertyKey[]
  /** What a line comes to when one of its fields is changed. */
  tidy?: (line: Line, before: Line) => Line
  /** What a line means, beside it. */
  aside?: (line: Line) => string
}

/** Whether a field stands below the cells of its line, over its whole width. */
export function isBelow({ isParted, isBroad }: Field<never>): boolean {
  return Boolean(isParted || isBroad)
}

/** What a line is called, inside a sentence: "tier 2", "window 1 of Monday". */
export function lineName({ line }: Pick<LinesParts, 'line'>, index: number, owner?: string): string {
  return `${line} ${index + 1}${owner ? ` of ${owner}` : ''}`
}

/** What a part of the lines is called, by its path below them: "Fee of tier 2". */
export function partName(parts: Pick<LinesParts, 'line' | 'fields'>, path: readonly string[], owner?: string): string {
  const [index, key, ...below] = path
  const name = lineName(parts, Number(index), owner)
  const cell = parts.fields.find((field) => field.key === key)
  if (!cell) return wordsOf(name)
  return below.length > 0 && cell.partName ? cell.partName(below, undefined, name) : `${cell.label} of ${name}`
}

/** What is wrong with one part, by the path below it. */
export function problemsOf(problems: Problems, part: string | number): Problems {
  const mine = Object.entries(problems).flatMap(([path, words]): [string, string][] => {
    if (path === String(part)) return [['', words]]
    return path.startsWith(`${part}.`) ? [[path.slice(`${part}.`.length), words]] : []
  })
  return Object.fromEntries(mine)
}

/** The cells of a spreadsheet, row by row; null for a text that is one cell. */
export function cellsOf(text: string): string[][] | null {
  const rows = text.replaceAll(/\r\n?/g, '\n').replace(/\n$/, '').split('\n')
  const cells = rows.map((row) => row.split('\t').map((cell) => cell.trim()))
  return cells.length > 1 || (cells[0]?.length ?? 0) > 1 ? cells : null
}

/** The lines with cells put in from a line and a field on; what is more than there are lines makes new ones. */
export function withCells(lines: readonly Line[], cells: readonly string[][], at: { line: number; field: number }, into: Into): Line[] {
  const fields = into.fields.filter((field) => !isBelow(field)).slice(at.field)
  return cells.reduce<Line[]>(
    (done, row, index) => {
      const place = at.line + index
      const given = fields.slice(0, row.length).map(({ key, parse }, column): [string, unknown] => {
        const text = row[column] ?? ''
        return [key, parse ? parse(text, into.currency) : text]
      })
      const line = { ...(done[place] ?? into.blank(done.at(-1))), ...Object.fromEntries(given) }
      return done.toSpliced(place, 1, line)
    },
    [...lines],
  )
}

interface Into extends Pick<LinesParts, 'fields' | 'blank'> {
  currency: string
}
