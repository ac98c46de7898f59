import * as z from 'zod/mini'
import { contract, get, type Output, post } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { ExportFormat, exportTypes } from '../exports.ts'
import { fileOf, streamOf } from '../file-content.ts'
import { byId, Named } from '../page.ts'
import { dictionary, enumOf } from '../values/collection.ts'
import { Currency } from '../values/currency.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { text } from '../values/text.ts'
import { Vertical } from '../verticals.ts'
import { BulkChange, BulkFilter } from './bulk-change.ts'
import { ChangeFieldKey } from './change-field.ts'
import { recordContract } from './record.ts'

export const changeSetSourceLabels = { bulk: 'Bulk change', upload: 'Upload', scan: 'Scan', sync: 'Channel' } as const
export const ChangeSetSource = enumOf(changeSetSourceLabels)
export type ChangeSetSource = z.infer<typeof ChangeSetSource>

export const changeSetStatusLabels = {
  draft: 'Draft',
  validated: 'Validated',
  'awaiting-approval': 'Awaiting approval',
  scheduled: 'Scheduled',
  publishing: 'Publishing',
  published: 'Published',
  'rolling-back': 'Rolling back',
  'rolled-back': 'Rolled back',
  failed: 'Stopped',
  cancelled: 'Discarded',
} as const
export const ChangeSetStatus = enumOf(changeSetStatusLabels)
export type ChangeSetStatus = z.infer<typeof ChangeSetStatus>

/** What becomes of a row whose record was changed by somebody else since it was looked at. */
export const meanwhileLabels = { 'leave-out': 'Leave those out', overwrite: 'Overwrite them' } as const
export const Meanwhile = enumOf(meanwhileLabels)
export type Meanwhile = z.infer<typeof Meanwhile>

/** What becomes of items that a file of the whole menu does not name. */
export const missingLabels = { keep: 'Stay as they are', unavailable: 'Become unavailable' } as const
export const Missing = enumOf(missingLabels)
export type Missing = z.infer<typeof Missing>

/** The largest file of a menu, and what it may hold. */
export const menuFileLimits = { bytes: 12 * 1024 * 1024, rows: 50_000 } as const

/** Which field each column of a file is of, by its head; null: of none. */
export const ColumnMap = dictionary(text({ max: 200 }), z.nullable(ChangeFieldKey), 200)
export type ColumnMap = z.infer<typeof ColumnMap>

/** What an uploaded file looks like, before it is read. */
const Sheet = z.strictObject({
  rows: z.int(),
  columns: z.array(
    z.strictObject({ head: z.string(), field: z.nullable(ChangeFieldKey), remembered: z.boolean(), sample: z.array(z.string()) }),
  ),
})
export type Sheet = z.infer<typeof Sheet>

const meanwhile = z._default(Meanwhile, 'leave-out')
const reason = text({ max: 200 })
const begins = { changesSeveral: true, alsoChanges: ['task'] } as const

const {
  create: _create,
  update: _update,
  ...verbs
} = /* @__PURE__ */ recordContract('change-set', '/change-sets', {
  label: 'Change sets',
  permission: 'change-set',
  draft: {},
  extra: {
    title: z.string(),
    source: ChangeSetSource,
    status: ChangeSetStatus,
    /** Why it stopped, was sent back or failed. */
    statusReason: z.nullable(z.string()),
    /** Of whose stores it is; null: of any. */
    branch: z.nullable(Named),
    store: z.nullable(Named),
    vertical: z.nullable(Vertical),
    currency: z.nullable(Currency),
    /** Rows by what is done with them; one with an error is left out, and counted as that alone. */
    stores: z.int(),
    newRows: z.int(),
    /** Categories that the menu has not got, and rows name. */
    newCategories: z.int(),
    changedRows: z.int(),
    missingRows: z.int(),
    sameRows: z.int(),
    errorRows: z.int(),
    warningRows: z.int(),
    /** What became of them. */
    publishedRows: z.int(),
    leftOutRows: z.int(),
    keptRows: z.int(),
    /** The largest move of a price. */
    largestMovePpm: z.int(),
    /** Why another person has to approve it; null where nobody has to. */
    needsApproval: z.nullable(z.string()),
    meanwhile: Meanwhile,
    missing: Missing,
    filter: z.nullable(BulkFilter),
    change: z.nullable(BulkChange),
    sheet: z.nullable(Sheet),
    /** Of what runs now. */
    progress: z.nullable(z.strictObject({ done: z.int(), total: z.nullable(z.int()) })),
    publishAt: z.nullable(Instant),
    madeBy: z.string(),
    submittedBy: z.nullable(z.string()),
    approvedBy: z.nullable(z.string()),
    publishedAt: z.nullable(Instant),
    rolledBackAt: z.nullable(Instant),
  },
  filters: {
    status: z.optional(ChangeSetStatus),
    source: z.optional(ChangeSetSource),
    branchId: z.optional(idOf('branch')),
    storeId: z.optional(idOf('store')),
  },
  searchesPeople: true,
  sorts: ['createdAt'],
  acts: {
    read: {
      permission: 'change-set.edit',
      asks: { columns: ColumnMap, missing: z._default(Missing, 'keep') },
      ...begins,
      summary: 'read the rows of its file, with a field for each column, and hold them against the menu',
    },
    submit: {
      permission: 'change-set.edit',
      /** Null: as soon as it is approved. */
      asks: { publishAt: z._default(z.nullable(Instant), null), meanwhile },
      summary: 'ask for the approval of another person; it is published once it has it, or at its time',
    },
    approve: { permission: 'change-set.approve', asks: {}, summary: 'let it be published: somebody else than whoever made it' },
    sendBack: { permission: 'change-set.approve', asks: { reason }, summary: 'give it back to whoever made it, with a reason' },
    publish: { permission: 'change-set.edit', asks: { meanwhile }, ...begins, summary: 'publish it now, as a task' },
    schedule: { permission: 'change-set.edit', asks: { publishAt: Instant, meanwhile }, summary: 'publish it at a time' },
    unschedule: { permission: 'change-set.edit', asks: {}, summary: 'not publish it at its time' },
    stop: {
      permission: 'change-set.edit',
      asks: {},
      alsoChanges: ['task'],
      summary: 'stop what runs: the store that is at it stays as it was',
    },
    rollBack: {
      permission: 'change-set.edit',
      asks: { reason },
      ...begins,
      summary: 'take it back as a task: what was edited since stays, and is told',
    },
    discard: { permission: 'change-set.edit', asks: {}, summary: 'discard one of which nothing is published' },
  },
  alsoShows: ['task', 'store', 'branch'],
})

/** What a bulk change would come to, before it is made. */
export const BulkLook = z.strictObject({
  /** Items that match, counted up to 100,000, and the stores that they are of. */
  items: z.int(),
  stores: z.int(),
  /** The first of them, as they would be. */
  first: z.array(
    z.strictObject({ id: z.string(), store: Named, name: z.string(), currency: Currency, before: z.int(), after: z.nullable(z.int()) }),
  ),
})
export type BulkLook = z.infer<typeof BulkLook>

const record = verbs.get.shape.response

/**
 * Changes of many records made ready as one: looked at row by row, approved, published at once or at a time, and taken back. Uploads, scans,
 * bulk changes and channels all end in one.
 */
export const changeSetContract = /* @__PURE__ */ contract('change-set', {
  ...verbs,
  look: post('/change-sets/look', {
    permission: 'change-set.create',
    body: z.strictObject({ filter: BulkFilter, change: z.optional(BulkChange) }),
    response: BulkLook,
    idempotent: false,
    unaudited: true,
    summary: 'What a bulk change would come to: how many items, and the first of them',
  }),
  create: post('/change-sets', {
    permission: 'change-set.create',
    body: z.strictObject({ title: z.optional(text({ max: 120 })), filter: BulkFilter, change: BulkChange }),
    response: record,
    changesSeveral: true,
    alsoChanges: ['task'],
    example: { body: { title: 'Monsoon prices', change: { price: { way: 'percent', byPpm: 50_000, rounding: 'none' } }, filter: {} } },
    summary: 'Change sets: a bulk change, whose rows a task works out',
  }),
  upload: post('/stores/:id/menu-upload', {
    permission: 'change-set.create',
    params: byId('store'),
    query: z.strictObject({ name: z.optional(text({ max: 120 })) }),
    body: fileOf(exportTypes.csv, exportTypes.xlsx),
    maxBytes: menuFileLimits.bytes,
    perMinute: 30,
    response: record,
    summary: 'Change sets: the menu of a store as a file; its columns are recognised, and its rows not yet read',
  }),
  template: get('/change-sets/template', {
    permission: 'change-set.create',
    query: z.strictObject({ vertical: Vertical, format: ExportFormat }),
    response: streamOf(exportTypes.csv, exportTypes.xlsx),
    summary: 'A file with the columns that menus of a vertical have',
  }),
})
export type ChangeSet = Output<typeof changeSetContract.get>

export const changeSetRefusals = {
  'not-found': { 'change-set-not-found': 'No such change set, or out of reach.' },
  refused: {
    'change-set-busy': 'Something of the change set runs at present.',
    'change-set-over': 'The change set is published, taken back or discarded already.',
    'change-set-not-ready': 'The change set has no rows that could be published, or they are not worked out yet.',
    'change-set-needs-approval': 'Another person has to approve the change set before it is published.',
    'change-set-waits': 'The change set waits for its approval or its time.',
    'own-change-set': 'Nobody approves a change set that they made, corrected or submitted.',
  },
} as const satisfies Refusals
