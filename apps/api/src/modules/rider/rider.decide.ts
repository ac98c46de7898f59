import {
  isPaperOver,
  type LocalDate,
  papersFor,
  type Rider,
  type RiderDocument,
  type RiderDocumentKind,
  type Vehicle,
  whyNoPaper,
} from '@larder/contract'

export interface Candidate {
  vehicle: Vehicle
  plate: string | null
  areaIds: readonly string[]
  cashLimitMinor: number
  hasBankAccount: boolean
  bankAccountWaits: boolean
  documents: readonly RiderDocument[]
}

/** What is missing before a rider can be approved on a day, in the order of the form. Pure. */
export function missingOf(candidate: Candidate, today: LocalDate): Rider['missing'] {
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

/** Papers that whoever rides with this has to have, and that are over by a day, in the order of the form. Pure. */
export function expiredOf(vehicle: Vehicle, documents: readonly RiderDocument[], today: LocalDate): RiderDocumentKind[] {
  return papersFor(vehicle).filter((kind) => documents.some((document) => document.kind === kind && isPaperOver(document, today)))
}

/** The day that the first of the papers ends; null where none does. Pure. */
export function firstEnding(documents: readonly RiderDocument[]): LocalDate | null {
  return documents.flatMap(({ expiresOn }) => expiresOn ?? []).toSorted()[0] ?? null
}
