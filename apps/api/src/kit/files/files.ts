import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { describeMediaTypes, exportTypes, type FileContent, type FileStream } from '@larder/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { invalid, Refusal } from '../errors.ts'
import { filePolicy } from '../http/security-headers.ts'
import { knownTags } from '../http/tags.ts'

/** Milliseconds for a request that brings a file: the way here, the wait for its turn, and the work. */
export const fileTimeout = 60_000

/** Milliseconds for an answer that comes piece by piece, to somebody with a slow line: as long as the web waits for anything. */
export const streamTimeout = 1_000_000

/** Lets the routes of `scope`, and no others, read a body that is a file of these media types. What it is, its first bytes say. */
export function acceptFiles(scope: FastifyInstance, mediaTypes: readonly string[]): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser([...mediaTypes], { parseAs: 'buffer' }, async ({ headers }: FastifyRequest, bytes: Buffer) =>
    readFile(essenceOf(headers['content-type'] ?? ''), bytes),
  )
  scope.addContentTypeParser('*', async () => {
    const message = `The body must be a file, sent as it is, as ${describeMediaTypes(mediaTypes)}.`
    throw new Refusal('unsupported-media', { reason: 'wrong-media-type', message })
  })
}

const tags = new WeakMap<Uint8Array, string>()

/**
 * Answers with a file. Under the address of a record its bytes never change; elsewhere whoever has it asks whether it is still the same.
 * Whatever it is, no browser takes it for a page.
 */
export function sendFile(request: FastifyRequest, reply: FastifyReply, { type, bytes, isOfFew }: FileContent): FastifyReply {
  const tag = tagOf(bytes)
  const isOfRecord = request.routeOptions.config.endpoint?.shape.params !== undefined
  reply
    .header('etag', `"${tag}"`)
    .header('cache-control', isOfFew ? 'private, no-store' : isOfRecord ? 'private, max-age=31536000, immutable' : 'no-cache')
    .header('content-security-policy', filePolicy)
    .header('content-disposition', `inline; filename="file.${type.split('/')[1]}"`)
  if (knownTags(request.headers['if-none-match']).includes(tag)) return reply.code(304).send()
  return reply.type(type).send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}

/** A file that is here as a whole, as one that comes piece by piece. */
export function streamedFile({ type, name, bytes }: { type: string; name: string; bytes: Uint8Array }): FileStream {
  return { type, name, sizeBytes: bytes.length, pieces: oneAfterTheOther(bytes) }
}

async function* oneAfterTheOther(...pieces: Uint8Array[]) {
  yield* pieces
}

/** Answers with a file that comes piece by piece, to be kept under its name: by nobody in between, and opened by no browser. */
export function sendStream(reply: FastifyReply, { type, name, sizeBytes, pieces }: FileStream): FastifyReply {
  return reply
    .header('cache-control', 'private, no-store')
    .header('content-security-policy', filePolicy)
    .header('content-disposition', `attachment; filename="${name.replace(/[^\w.-]/g, '_')}"`)
    .header('content-length', sizeBytes)
    .type(type)
    .send(Readable.from(pieces))
}

/** An input for comparing, with the digest of its file in place of the file. */
export function withoutBytes(input: Record<string, unknown>): Record<string, unknown> {
  const { type, bytes } = input.body as FileContent
  return { ...input, body: { type, sha256: createHash('sha256').update(bytes).digest('hex') } }
}

// A file that is sent again and again, from the same bytes, is digested once.
function tagOf(bytes: Uint8Array): string {
  const tag = tags.get(bytes) ?? createHash('sha256').update(bytes).digest('base64url')
  tags.set(bytes, tag)
  return tag
}

function readFile(type: string, bytes: Buffer): FileContent {
  if (bytes.length === 0) invalid({ body: 'is empty' }, { message: 'The file is empty.' })
  if (signatures[type]?.(bytes)) return { type, bytes: new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length) }
  throw new Refusal('unsupported-media', { reason: 'not-the-declared-type', message: `This file is not a valid ${kindOf(type)}.` })
}

/** How files of a type begin. */
const signatures: Record<string, (bytes: Buffer) => boolean> = {
  'image/png': (bytes) => bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')),
  'image/jpeg': (bytes) => bytes.subarray(0, 3).equals(Buffer.from('\xff\xd8\xff', 'latin1')),
  'image/webp': (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  'application/pdf': (bytes) =>
    bytes.toString('latin1', 0, 5) === '%PDF-' && bytes.toString('latin1', bytes.length - 1024).includes('%%EOF'),
  [exportTypes.xlsx]: isZip,
  // Signed as it was sent: what it is, its reader says once it knows who sent it.
  'application/json': () => true,
  // Text begins as it likes.
  [exportTypes.csv]: (bytes) => !isZip(bytes),
}

function kindOf(type: string): string {
  if (type === exportTypes.csv) return 'CSV file'
  if (type === 'application/pdf') return 'PDF'
  return type === exportTypes.xlsx ? 'XLSX workbook' : 'picture'
}

function isZip(bytes: Buffer): boolean {
  return bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))
}

// Parameters say nothing of a file.
function essenceOf(contentType: string): string {
  return contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
}
