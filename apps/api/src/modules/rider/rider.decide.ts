import { isPaperOver, type LocalDate, papersFor, type RiderDocument, type RiderDocumentKind, type Vehicle } from '@larder/contract'

/** Papers that whoever rides with this has to have, and that are over by a day, in the order of the form. Pure. */
export function expiredOf(vehicle: Vehicle, documents: readonly RiderDocument[], today: LocalDate): RiderDocumentKind[] {
  return papersFor(vehicle).filter((kind) => documents.some((document) => document.kind === kind && isPaperOver(document, today)))
}

/** The day that the first of the papers ends; null where none does. Pure. */
export function firstEnding(documents: readonly RiderDocument[]): LocalDate | null {
  return documents.flatMap(({ expiresOn }) => expiresOn ?? []).toSorted()[0] ?? null
}
