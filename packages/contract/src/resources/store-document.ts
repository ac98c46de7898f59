import * as z from 'zod/mini'
import { contract, get } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { byId, Named } from '../page.ts'
import { enumOf } from '../values/collection.ts'
import { idOf } from '../values/id.ts'
import { LocalDate } from '../values/local-date.ts'
import { queryWhole } from '../values/number.ts'
import { text } from '../values/text.ts'
import { documentFile } from './document.ts'
import { recordContract } from './record.ts'

export const storeDocumentKindLabels = {
  licence: 'Licence',
  tax: 'Tax registration',
  identity: 'Identity of the owner',
  lease: 'Proof of address',
  agreement: 'Agreement',
  other: 'Other',
} as const
export const StoreDocumentKind = enumOf(storeDocumentKindLabels)
export type StoreDocumentKind = z.infer<typeof StoreDocumentKind>

/** By the day in the store's own zone; a document without an expiry is in force. */
export const documentStateLabels = { valid: 'In force', expiring: 'Expires soon', expired: 'Expired' } as const
export const DocumentState = enumOf(documentStateLabels)
export type DocumentState = z.infer<typeof DocumentState>
/** Days before its expiry at which staff are told of a document, and from the first of which it expires soon. */
export const expiryWarningDays = [30, 7, 0] as const

const documents = /* @__PURE__ */ recordContract('store-document', '/store-documents', {
  label: 'Documents of stores',
  permission: 'store',
  draft: {
    kind: StoreDocumentKind,
    number: text({ max: 60 }),
    expiresOn: z.optional(z.nullable(LocalDate)),
    fileId: z.optional(z.nullable(idOf('document'))),
    remark: z.optional(z.nullable(text({ min: 0, max: 200 }))),
  },
  once: { storeId: idOf('store') },
  extra: {
    branchId: idOf('branch'),
    store: Named,
    state: DocumentState,
  },
  filterBy: ['storeId', 'branchId', 'kind'],
  filters: { expiresWithinDays: z.optional(queryWhole(0, 365)) },
  sorts: ['createdAt', 'expiresOn'],
  examples: { one: { kind: 'agreement', number: 'AG-2026-118', expiresOn: '2031-03-31', fileId: null, remark: null } },
})
export const StoreDocument = documents.get.shape.response
export type StoreDocument = z.infer<typeof StoreDocument>

/** A paper of a store: what it is, its number, until when it holds, and the file. */
export const storeDocumentContract = /* @__PURE__ */ contract('store-document', {
  ...documents,
  file: get('/store-documents/:id/file', {
    permission: 'store.view',
    params: byId('store-document'),
    response: documentFile,
    summary: "A document's file, to be kept",
  }),
})

export const storeDocumentRefusals = {
  'not-found': { 'store-document-not-found': 'No such document of a store, or out of reach.' },
} as const satisfies Refusals
