import {
  type ChecklistKey,
  type ChecklistLine,
  type LocalDate,
  missingOfStore,
  type Permission,
  type StoreCandidate,
  type StoreStatus,
} from '@larder/contract'

/** What decides how far a store has come. */
export interface ChecklistFacts extends StoreCandidate {
  status: StoreStatus
  sellsSomething: boolean
  today: LocalDate
}

/** Who mends each, by what it takes. */
const mendedWith: Readonly<Record<ChecklistKey, Permission>> = {
  contact: 'store.edit',
  hours: 'store.edit',
  tax: 'store.edit',
  commission: 'store.edit',
  licence: 'store.create',
  bank: 'bank-account.create',
  submission: 'store-status.create',
  approval: 'store-status.approve',
  menu: 'menu.create',
}
export const checklistPermissions = [...new Set(Object.values(mendedWith))]

/** What must be there before a store is put forward, and what before it sells. */
const beforeSubmission: readonly ChecklistKey[] = ['contact', 'hours', 'tax', 'commission', 'licence', 'bank']
const beforeSale: readonly ChecklistKey[] = [...beforeSubmission, 'menu']

const stages: Readonly<Record<StoreStatus, number>> = { lead: 0, draft: 1, review: 2, approved: 3, live: 4, suspended: 4, terminated: 4 }

/** Every line of a store's checklist that is on its way in, with what is missing; of another store none. Pure. */
export function checklistOf(facts: ChecklistFacts, rolesWith: (permission: Permission) => readonly string[]): ChecklistLine[] {
  const stage = stages[facts.status]
  if (stage === stages.live) return []
  const missing: Readonly<Record<ChecklistKey, string | null>> = {
    ...missingOfStore(facts, facts.today),
    submission: stage < stages.review ? 'It has not been put forward.' : null,
    approval: stage < stages.approved ? 'Nobody has approved it.' : null,
    menu: facts.sellsSomething ? null : 'Its menu has no item.',
  }
  return (Object.keys(missing) as ChecklistKey[]).map((key) => ({ key, missing: missing[key], by: [...rolesWith(mendedWith[key])] }))
}

/** What stands in the way of putting a store forward or of letting it sell, in words; null when nothing does. */
export function whyIncomplete(lines: readonly ChecklistLine[], aim: 'submit' | 'goLive'): string | null {
  const needed = aim === 'submit' ? beforeSubmission : beforeSale
  const missing = lines.filter(({ key, missing: said }) => said !== null && needed.includes(key))
  return missing.length > 0 ? missing.map(({ missing: said }) => said).join(' ') : null
}
