import * as z from 'zod/mini'
import { type Endpoint, type NamedEndpoint, post } from './endpoint.ts'
import type { Refusals } from './error-kinds.ts'
import { exportTypes, StartedTask } from './exports.ts'
import { type FileContent, fileOf } from './file-content.ts'
import type { Permission } from './permissions.ts'
import { enumOf } from './values/collection.ts'
import { opaque } from './values/text.ts'

/** What one file may be at most: its bytes, the rows below its head, and the characters of all its cells. */
export const importLimits = { bytes: 5 * 1024 * 1024, rows: 20_000, characters: 20_000_000 } as const

/** How many rows of each outcome are told one by one. */
export const shownImportRows = 200

export const importOutcomeLabels = { create: 'New', change: 'Changed', refused: 'Refused' } as const
const Outcome = enumOf(importOutcomeLabels)
export type ImportOutcome = z.infer<typeof Outcome>

/** What a row of a file would do, as it stands there: by its number, its head being row 1. */
const Row = z.strictObject({
  row: z.int(),
  outcome: Outcome,
  title: z.string(),
  changes: z.array(z.strictObject({ column: z.string(), old: z.nullable(z.string()), new: z.nullable(z.string()) })),
  /** Why it is refused; `column` null where it is no column's fault. */
  problems: z.array(z.strictObject({ column: z.nullable(z.string()), why: z.string() })),
})
export type ImportRow = z.infer<typeof Row>

/** What a file would do, and nothing of it done. */
export const ImportCheck = z.strictObject({
  /** What this was looked at, to be sent with the file that is then imported. */
  seen: z.string(),
  counts: z.strictObject({ create: z.int(), change: z.int(), unchanged: z.int(), refused: z.int() }),
  /** Columns that an export has and nobody sets. */
  ignored: z.array(z.string()),
  /** Of each outcome the first ones. */
  rows: z.array(Row),
  /** The refused rows as they were, with why: a CSV file. */
  refusedRows: z.nullable(z.string()),
})
export type ImportCheck = z.infer<typeof ImportCheck>

/** What a page fixes of the list that it shows, as the list's own query says it: rows that leave it out have it, and none has another. */
const fixed = z.optional(opaque(400))

/** The mark that a check answered with: what has changed since is refused instead of overwritten. */
const seen = z.optional(opaque(64))

interface CheckShape<P extends Permission> {
  permission: P
  query: z.ZodMiniObject<{ fixed: typeof fixed }, z.core.$strict>
  body: z.ZodMiniType<FileContent> & { readonly mediaTypes: readonly string[] }
  response: typeof ImportCheck
  summary: string
}
interface ImportShape<P extends Permission> {
  permission: P
  query: z.ZodMiniObject<{ seen: z.ZodMiniOptional<z.ZodMiniString>; fixed: typeof fixed }, z.core.$strict>
  body: z.ZodMiniType<FileContent> & { readonly mediaTypes: readonly string[] }
  response: typeof StartedTask
  imports: true
  summary: string
}

export interface Imports<P extends Permission> {
  checkImport: Endpoint<CheckShape<P>>
  import: Endpoint<ImportShape<P>>
}

/**
 * The endpoints that read a list from a file, as its export writes it: what the file would do, and doing it, as a task, row by row as by the
 * form. `resource` handles both by the list's own creation and change, so that a module has nothing to say of it.
 */
export function importsOf<const P extends Permission>(path: string, permission: P): Imports<P> {
  const common = { permission, perMinute: 30, body: fileOf(exportTypes.csv, exportTypes.xlsx), maxBytes: importLimits.bytes }
  return {
    checkImport: post(`${path}/import/check`, {
      ...common,
      query: z.strictObject({ fixed }),
      response: ImportCheck,
      idempotent: false,
      unaudited: true,
      summary: 'What a file would add and change. Its first row is the heads of the columns that an export of the list writes',
    }),
    import: post(`${path}/import`, {
      ...common,
      query: z.strictObject({ seen, fixed }),
      response: StartedTask,
      alsoChanges: ['task'],
      imports: true,
      summary: 'Add and change what a file says, as a task',
    }),
  } as unknown as Imports<P>
}

/** The two endpoints by which a list is read from files. */
export type ImportEndpoints = Record<keyof Imports<Permission>, NamedEndpoint>

/** What files are refused for, whichever list they are of. */
export const importRefusals = {
  invalid: {
    'unreadable-file': 'The file is no table that can be read.',
    'wrong-columns': 'The file has columns that the list does not know, or lacks some.',
  },
  refused: { 'import-outdated': 'Something that the file names has changed since it was looked at.' },
  unavailable: { 'imports-busy': 'Too many files are being read.' },
} as const satisfies Refusals
