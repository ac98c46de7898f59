import type * as z from 'zod/mini'

/** How a value of several parts stands in one cell of a file. */
export interface CellForm<T> {
  /** What one of its parts is called where something is wrong with it: "choice". */
  part: string
  /** What the cell takes, for whoever fills it in. */
  takes: string
  write(value: T): string
  /** The reverse of `write`; `currency`: of amounts that say none. */
  read(text: string, currency: string): { value: T } | { problem: string }
}

/** A schema whose values stand in one cell of a file, which `cellOf` gives back. */
export function inCell<S extends z.core.$ZodType>(schema: S, cell: CellForm<z.core.output<S>>): S {
  return Object.assign(schema, { cell })
}

/** How values of a schema stand in a cell; null of what says nothing of it. */
export function cellOf(schema: z.core.$ZodType): CellForm<unknown> | null {
  return 'cell' in schema ? (schema.cell as CellForm<unknown>) : null
}

/** What a spreadsheet program would run at the beginning of a cell, or behind a semicolon that it parts cells at. */
const runs = /(^|;[\s"]*)(?=['"=+\-@＝＋－＠])/g

/** A text as a part of a cell: what would be read otherwise, or be run, has a backslash before it. `marks`: what means something besides semicolon and backslash. */
export function escapedPart(text: string, marks = ''): string {
  const marked = [...text].map((letter) => (`\\;${marks}`.includes(letter) ? `\\${letter}` : letter)).join('')
  return marked.replace(runs, '$1\\')
}

/** The text that `escapedPart` was given. */
export function plainPart(part: string): string {
  return part.replace(/\\(.)/gsu, '$1').trim()
}

/** What stands between `marks` that no backslash stands before. */
export function partsAt(marks: string, text: string): string[] {
  const parts = ['']
  for (const piece of text.match(/\\.|./gsu) ?? [])
    if (marks.includes(piece)) parts.push('')
    else parts.push(`${parts.pop()}${piece}`)
  return parts
}

/** The parts of a cell: one behind each semicolon or on each line; what is empty is none. */
export function partsOf(text: string): string[] {
  return partsAt(';\n', text)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
