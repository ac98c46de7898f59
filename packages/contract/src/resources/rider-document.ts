import * as z from 'zod/mini'
import { masked } from '../masked.ts'
import { enumOf, list } from '../values/collection.ts'
import { idOf } from '../values/id.ts'
import { LocalDate } from '../values/local-date.ts'
import { text } from '../values/text.ts'

/** Papers that are asked of riders. */
export const riderDocumentKindLabels = {
  identity: 'Identity card',
  'driving-licence': 'Driving licence',
  'vehicle-insurance': 'Vehicle insurance',
} as const
export const RiderDocumentKind = enumOf(riderDocumentKindLabels)
export type RiderDocumentKind = z.infer<typeof RiderDocumentKind>

/** A paper as it is entered: its picture is one that was kept before (`/files`). */
export const RiderDocument = z.strictObject({
  kind: RiderDocumentKind,
  documentNumber: text({ max: 40 }),
  /** Its last day; null of one that does not end. */
  expiresOn: z.nullable(LocalDate),
  imageId: z.nullable(idOf('file')),
})
export type RiderDocument = z.infer<typeof RiderDocument>

/** The end of a paper's number, which people compare. */
export function maskDocumentNumber(number: string): string {
  return `•••• ${number.length > 6 ? number.slice(-4) : ''}`.trim()
}

/** A paper as it is shown: its number and its picture whole to whoever enters them; the number otherwise one at a time. */
export const ShownRiderDocument = z.extend(RiderDocument, {
  documentNumber: masked(z.string(), 'rider.edit', maskDocumentNumber, 'rider-document.reveal'),
})

/** One paper of a kind at most. */
export const RiderDocuments = list(RiderDocument, 3).check(
  z.check(({ value, issues }) => {
    for (const [index, { kind }] of value.entries())
      if (value.findIndex((other) => other.kind === kind) < index)
        issues.push({ code: 'custom', path: [index, 'kind'], message: 'is there already', input: value })
  }),
)
