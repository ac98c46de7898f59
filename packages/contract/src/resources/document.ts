import * as z from 'zod/mini'
import { contract, post } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { fileOf, streamOf } from '../file-content.ts'
import { idOf } from '../values/id.ts'

/** Media types of the papers that are taken. */
export const documentTypes = ['application/pdf', 'image/png', 'image/jpeg', 'image/webp'] as const
/** The largest that is taken, in bytes. */
export const maxDocumentBytes = 10 * 1024 * 1024

const mebibyte = 1024 * 1024
/** What is kept of documents at most: by one person in 24 hours, and by the whole installation. */
export const documentLimits = { dailyDocuments: 200, dailyBytes: 400 * mebibyte, totalBytes: 20 * 1024 * mebibyte } as const

/** A document as it leaves: a PDF as it came, a picture made anew; to be kept, never opened as a page. */
export const documentFile = streamOf('application/pdf', 'image/webp')

/**
 * Papers of records, which only some may read: each record that names one (`fileId`) answers with it at an address of its own. One that no
 * record names for a day is deleted.
 */
export const documentContract = /* @__PURE__ */ contract('document', {
  create: post('/documents', {
    permission: 'signed-in',
    perMinute: 60,
    body: fileOf(...documentTypes),
    maxBytes: maxDocumentBytes,
    response: z.strictObject({ id: idOf('document'), type: z.string(), sizeBytes: z.int() }),
    summary: 'Keep a document: a PDF as it is, a picture turned upright and without what the camera noted',
  }),
})

export const documentRefusals = {
  'not-found': { 'document-not-found': 'No such document.' },
} as const satisfies Refusals
