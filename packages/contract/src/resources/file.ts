import * as z from 'zod/mini'
import { contract, get, post } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { fileOf } from '../file-content.ts'
import { byId } from '../page.ts'
import { idOf } from '../values/id.ts'

/** Media types of the pictures that are taken. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
/** The largest picture that is taken, in bytes. */
export const maxPictureBytes = 10 * 1024 * 1024

const mebibyte = 1024 * 1024

/** What is kept of pictures at most: by one person in 24 hours, and by the whole installation; bytes as kept, not as sent. */
export const pictureLimits = { dailyPictures: 500, dailyBytes: 200 * mebibyte, totalBytes: 20 * 1024 * mebibyte } as const

/** `small` is for lists: at most 160 pixels on the longer side; `full` at most 1,600. */
export const PictureSize = /* @__PURE__ */ z.enum(['full', 'small'])
export type PictureSize = z.infer<typeof PictureSize>

/** Pictures of records. A record names its picture by id (`imageId`); one that no record names for a day is deleted. */
export const fileContract = /* @__PURE__ */ contract('file', {
  create: post('/files', {
    // Whoever is signed in has a picture of their own to send.
    permission: 'signed-in',
    perMinute: 60,
    body: fileOf(...pictureTypes),
    maxBytes: maxPictureBytes,
    response: z.strictObject({ id: idOf('file'), width: z.int(), height: z.int(), sizeBytes: z.int() }),
    summary: 'Keep a picture: turned upright, at most 1,600 pixels long, without what the camera noted',
  }),
  get: get('/files/:id', {
    permission: 'signed-in',
    params: byId('file'),
    query: z.strictObject({ size: z._default(PictureSize, 'full') }),
    response: fileOf('image/webp'),
    summary: 'A picture, whole or small',
  }),
})

export const fileRefusals = {
  'not-found': { 'file-not-found': 'No such file.' },
  'unsupported-media': { 'not-the-declared-type': 'The file is of another type than `content-type` says.' },
  unavailable: { 'pictures-busy': 'Too many pictures are being read.' },
} as const satisfies Refusals
