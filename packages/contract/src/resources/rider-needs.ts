import type { LocalDate } from '../values/local-date.ts'
import { papersFor, type Rider, riderNeedLabels, type Vehicle, whyNoPaper } from './rider.ts'
import type { RiderDocument } from './rider-document.ts'

/** What decides whether a rider can be approved: of one that is there, or of what was typed of one. */
export interface RiderCandidate {
  vehicle: Vehicle
  plate: string | null
  areaIds: readonly string[]
  cashLimitMinor: number
  hasBankAccount: boolean
  bankAccountWaits: boolean
  documents: readonly RiderDocument[]
}

/** What is missing before a rider can be approved on a day, in the order of the form. Pure. */
export function missingOfRider(candidate: RiderCandidate, today: LocalDate): Rider['missing'] {
  const { vehicle, plate, areaIds, cashLimitMinor, hasBankAccount, bankAccountWaits, documents } = candidate
  const missing: Rider['missing'] = []
  if (vehicle !== 'bicycle' && !plate) missing.push({ need: 'plate', because: 'It is required of a vehicle with a motor.' })
  if (areaIds.length === 0) missing.push({ need: 'areas', because: 'Choose at least one.' })
  for (const kind of papersFor(vehicle)) {
    const because = whyNoPaper(kind, documents, today)
    if (because) missing.push({ need: kind, because })
  }
  if (cashLimitMinor === 0) missing.push({ need: 'cash-limit', because: 'Without one they carry no order that is paid in cash.' })
  if (!hasBankAccount) missing.push({ need: 'bank-account', because: bankAccountWaits ? 'It waits for approval.' : 'Not entered yet.' })
  return missing
}

/** "number plate, bank account". */
export function needWords(missing: Rider['missing']): string {
  return missing.map(({ need }) => riderNeedLabels[need].toLowerCase()).join(', ')
}
