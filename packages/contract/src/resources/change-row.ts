import * as z from 'zod/mini'
import { contract, type Output } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { exportOf } from '../exports.ts'
import { listQuery, Named } from '../page.ts'
import { enumOf } from '../values/collection.ts'
import { Currency } from '../values/currency.ts'
import { idOf } from '../values/id.ts'
import { text } from '../values/text.ts'
import { ChangeFieldKey, ChangeValue, changeFieldKeys } from './change-field.ts'
import { recordContract } from './record.ts'

export const changeRowKindLabels = { new: 'New', changed: 'Changed', missing: 'Not in the file', same: 'Same' } as const
const Kind = enumOf(changeRowKindLabels)
export type ChangeRowKind = z.infer<typeof Kind>

/** How bad the worst of what is said of a row is; a row with an error is not published. */
export const changeLevelLabels = { error: 'Error', warning: 'Warning', info: 'Note' } as const
export const ChangeLevel = enumOf(changeLevelLabels)
export type ChangeLevel = z.infer<typeof ChangeLevel>

export const changeOutcomeLabels = {
  published: 'Published',
  overwritten: 'Overwritten',
  unchanged: 'Was so already',
  'left-out': 'Left out',
  'rolled-back': 'Taken back',
  kept: 'Kept in part',
} as const
const Outcome = enumOf(changeOutcomeLabels)
export type ChangeOutcome = z.infer<typeof Outcome>

const Remark = z.strictObject({ field: z.nullable(ChangeFieldKey), level: ChangeLevel, words: z.string() })
export type ChangeRemark = z.infer<typeof Remark>

const filters = {
  setId: z.optional(idOf('change-set')),
  storeId: z.optional(idOf('store')),
  kind: z.optional(Kind),
  level: z.optional(ChangeLevel),
  outcome: z.optional(Outcome),
}

const cell = z.optional(text({ min: 0, max: 2000, multiline: true }))
/** What a file says of each field. */
const cells = Object.fromEntries(changeFieldKeys.map((key) => [key, cell])) as Record<ChangeFieldKey, typeof cell>

const {
  create: _create,
  update: _update,
  ...verbs
} = /* @__PURE__ */ recordContract('change-row', '/change-rows', {
  label: 'Rows of change sets',
  permission: 'change-set',
  draft: {},
  extra: {
    setId: idOf('change-set'),
    /** Its place in the set, and its row in the file where it came from one. */
    position: z.int(),
    line: z.nullable(z.int()),
    store: Named,
    currency: Currency,
    kind: Kind,
    level: z.nullable(ChangeLevel),
    recordId: z.nullable(z.string()),
    title: z.string(),
    /** Field by field; of a new item only what it is to be. */
    changes: z.array(z.strictObject({ field: ChangeFieldKey, old: ChangeValue, new: ChangeValue })),
    remarks: z.array(Remark),
    /** What stood in the file, for whoever mends it. */
    given: z.nullable(z.record(z.string(), z.string())),
    outcome: z.nullable(Outcome),
    /** Why it was left out or kept. */
    reason: z.nullable(z.string()),
  },
  filters,
  sorts: ['position'],
  acts: {
    correct: {
      permission: 'change-set.edit',
      asks: { given: z.strictObject(cells) },
      changesSeveral: true,
      alsoChanges: ['change-set'],
      summary: 'mend what a file said, in the words of a file: the row is judged anew',
    },
  },
  // What becomes of its rows is told of the set, once for all of them.
  alsoShows: ['change-set'],
})

/** The rows of a change set: a record each, with what it is and would be. */
export const changeRowContract = /* @__PURE__ */ contract('change-row', {
  ...verbs,
  export: exportOf('/change-rows', 'change-set.view', listQuery(['position'], filters)),
})
export type ChangeRow = Output<typeof changeRowContract.get>

export const changeRowRefusals = {
  'not-found': { 'change-row-not-found': 'No such row of a change set, or out of reach.' },
  refused: { 'change-row-settled': 'The change set is not a draft any more: its rows stay as they are.' },
} as const satisfies Refusals
