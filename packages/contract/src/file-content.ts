import * as z from 'zod/mini'
import type { Schema } from './endpoint.ts'

/** A file as it travels: its media type (`image/png`) and its bytes. */
export interface FileContent {
  type: string
  bytes: Uint8Array<ArrayBuffer>
  /** Only some may read it: nobody keeps it. */
  isOfFew?: true
}

/** The shape of a body or an answer that is no JSON: a file of one of these media types, sent as it is under its `content-type`. */
export function fileOf(
  ...mediaTypes: readonly [string, ...string[]]
): z.ZodMiniType<FileContent> & { readonly mediaTypes: readonly string[] } {
  const isOne = (value: unknown) => isFileContent(value) && mediaTypes.includes(value.type)
  return Object.assign(z.custom<FileContent>(isOne, `must be a file: ${describeMediaTypes(mediaTypes)}`), { mediaTypes })
}

/** A file that comes piece by piece, however large it is: by its name, to be kept. */
export interface FileStream {
  type: string
  name: string
  sizeBytes: number
  pieces: AsyncIterable<Uint8Array>
}

/** The shape of an answer that is such a file, of one of these media types. */
export function streamOf(
  ...mediaTypes: readonly [string, ...string[]]
): z.ZodMiniType<FileStream> & { readonly mediaTypes: readonly string[]; readonly isStream: true } {
  const isOne = (value: unknown) => isFileStream(value) && mediaTypes.includes(value.type)
  return Object.assign(z.custom<FileStream>(isOne, `must be a file: ${describeMediaTypes(mediaTypes)}`), {
    mediaTypes,
    isStream: true as const,
  })
}

/** Whether a shape is of a file that comes piece by piece. */
export function isStreamed(schema: Schema): boolean {
  return 'isStream' in schema
}

/** Whether an answer that is a file comes piece by piece. */
export function isFileStream(value: unknown): value is FileStream {
  return typeof value === 'object' && value !== null && 'pieces' in value && 'type' in value
}

/** The media types of a file's shape; null where the shape is of JSON. */
export function mediaTypesOf(schema: Schema | undefined): readonly string[] | null {
  return schema && 'mediaTypes' in schema ? (schema.mediaTypes as readonly string[]) : null
}

/** `image/png, image/jpeg or image/webp`. */
export function describeMediaTypes(mediaTypes: readonly string[]): string {
  return [mediaTypes.slice(0, -1).join(', '), mediaTypes.at(-1)].filter(Boolean).join(' or ')
}

function isFileContent(value: unknown): value is FileContent {
  return typeof value === 'object' && value !== null && 'type' in value && 'bytes' in value && value.bytes instanceof Uint8Array
}
