import type { LocalDate } from '../values/local-date.ts'
import type { ChecklistKey } from './store-checklist.ts'

/** What decides whether a store can be put forward. */
export interface StoreCandidate {
  legalName: string
  phone: string
  email: string | null
  opensAtAll: boolean
  taxId: string | null
  commissionPpm: number
  licence: { number: string | null; expiresOn: LocalDate | null; hasFile: boolean }
  hasBankAccount: boolean
  bankAccountWaits: boolean
}

/** Of each that a store needs before it is put forward: what is missing of it on a day, in a sentence; null where it is there. */
export function missingOfStore(candidate: StoreCandidate, today: LocalDate) {
  const { opensAtAll, taxId, commissionPpm, hasBankAccount, bankAccountWaits } = candidate
  return {
    contact: missingContact(candidate),
    hours: opensAtAll ? null : 'It never opens.',
    tax: taxId === null ? 'No tax id.' : null,
    commission: commissionPpm === 0 ? 'No commission is agreed.' : null,
    licence: missingLicence(candidate, today),
    bank: hasBankAccount ? null : bankAccountWaits ? 'The bank account waits for approval.' : 'No bank account.',
  } satisfies Partial<Record<ChecklistKey, string | null>>
}

function missingContact({ legalName, phone, email }: StoreCandidate): string | null {
  const none = [
    [legalName, 'legal name'],
    [phone, 'phone'],
    [email, 'e-mail'],
  ].flatMap(([value, word]) => (value ? [] : [word]))
  return none.length > 0 ? `No ${none.join(', no ')}.` : null
}

function missingLicence({ licence: { number, expiresOn, hasFile } }: StoreCandidate, today: LocalDate): string | null {
  if (number === null) return 'No licence.'
  if (expiresOn !== null && expiresOn < today) return 'The licence has expired.'
  return hasFile ? null : 'The licence has no file.'
}
