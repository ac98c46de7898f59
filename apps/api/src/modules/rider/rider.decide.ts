import type { LocalDate, Rider, RiderDocument, RiderDocumentKind, Vehicle } from '@larder/contract'

export interface Candidate {
  vehicle: Vehicle
  plate: string | null
  areaIds: readonly string[]
  cashLimitMinor: number
  hasBankAccount: boolean
  bankAccountWaits: boolean
  documents: readonly RiderDocument[]
}

/** Papers that whoever rides with this has to have. */
function papersFor(vehicle: Vehicle): RiderDocumentKind[] {
  return vehicle === 'bicycle' ? ['identity'] : ['identity', 'driving-licence', 'vehicle-insurance']
}

/** What is missing before a rider can be approved on a day, in the order of the form. Pure. */
export function missingOf(candidate: Candidate, today: LocalDate): Rider['missing'] {
  const { vehicle, plate, areaIds, cashLimitMinor, hasBankAccount, bankAccountWaits, documents } = candidate
  const missing: Rider['missing'] = []
  if (vehicle !== 'bicycle' && !plate) missing.push({ need: 'plate', because: 'It is required of a vehicle with a motor.' })
  if (areaIds.length === 0) missing.push({ need: 'areas', because: 'Choose at least one.' })
  for (const kind of papersFor(vehicle)) {
    const because = whyNot(
      documents.find((document) => document.kind === kind),
      today,
    )
    if (because) missing.push({ need: kind, because })
  }
  if (cashLimitMinor === 0) missing.push({ need: 'cash-limit', because: 'Without one they carry no order that is paid in cash.' })
  if (!hasBankAccount) missing.push({ need: 'bank-account', because: bankAccountWaits ? 'It waits for approval.' : 'It was not entered.' })
  return missing
}

function whyNot(document: RiderDocument | undefined, today: LocalDate): string | null {
  if (!document) return 'It was not entered.'
  if (isOver(document, today)) return 'It has ended.'
  return document.imageId === null ? 'Its picture is missing.' : null
}

/** Papers that whoever rides with this has to have, and that are over by a day, in the order of the form. Pure. */
export function expiredOf(vehicle: Vehicle, documents: readonly RiderDocument[], today: LocalDate): RiderDocumentKind[] {
  return papersFor(vehicle).filter((kind) => documents.some((document) => document.kind === kind && isOver(document, today)))
}

const isOver = ({ expiresOn }: RiderDocument, today: LocalDate) => expiresOn !== null && expiresOn < today

/** The day that the first of the papers ends; null where none does. Pure. */
export function firstEnding(documents: readonly RiderDocument[]): LocalDate | null {
  return documents.flatMap(({ expiresOn }) => expiresOn ?? []).toSorted()[0] ?? null
}
