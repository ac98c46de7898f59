import * as z from 'zod/mini'
import { enumOf } from '../values/collection.ts'

/** What a store needs before it is put forward, approved and sells. */
export const checklistLabels = {
  contact: 'Legal name, phone and e-mail',
  hours: 'Opening hours',
  tax: 'Tax id',
  commission: 'Commission plan',
  licence: 'Licence in force, with its file',
  bank: 'Bank account for payouts',
  submission: 'Put forward for approval',
  approval: 'Approved by a second person',
  menu: 'Something to sell',
} as const
export const ChecklistKey = enumOf(checklistLabels)
export type ChecklistKey = z.infer<typeof ChecklistKey>

/** One line of a checklist: `missing` says what is, null once it is there; `by` names the roles of those who can mend it. */
export const ChecklistLine = z.strictObject({
  key: ChecklistKey,
  missing: z.nullable(z.string()),
  by: z.array(z.string()),
})
export type ChecklistLine = z.infer<typeof ChecklistLine>
