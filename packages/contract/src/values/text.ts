import * as z from 'zod/mini'

interface TextShape {
  /** The fewest characters, by default 1. */
  min?: number
  max: number
  /** Line breaks and tabs are allowed. */
  multiline?: boolean
}

const bytesPerCharacter = 8
/** The most UTF-16 units that a text of so many characters can have. */
export function mostUnits(characters: number): number {
  return bytesPerCharacter * characters
}

const lineBreaks = /[\t\n\u2028\u2029]/
/** C0 and C1 controls (NUL among them) but tab and line feed, and what makes text run backwards. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what it finds
const forbidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/
/** Nothing that `new URL` would quietly drop or repair, and no user before the host. */
const plainAddress = /^https:\/\/[^\s\p{C}/?#@\\]+(?:[/?#][^\s\p{C}]*)?$/iu
const hidden = /\p{Default_Ignorable_Code_Point}/u
const invisible = /^[\p{Default_Ignorable_Code_Point}\p{Z}\s]*$/u

/** What is said of a value that is not of the type: of one that is not there, that it is required. */
export function missingOr(words: string): { error: (issue: { input?: unknown }) => string } {
  return { error: ({ input }) => (input == null ? 'is required' : words) }
}

let segmenter: Intl.Segmenter | undefined

/**
 * Text of a person: trimmed, NFC, CRLF as LF. Length counts what people see as characters, with at most eight bytes of UTF-8 for each.
 * Refused: controls, NUL, lone surrogates, bidi controls; line breaks and tabs unless `multiline`; nothing visible when `min` is above 0.
 */
export function text(shape: TextShape) {
  const fits = z.superRefine<string>((value, context) => {
    const problem = problemOf(value, shape)
    if (problem) context.addIssue(problem)
  })
  // What people see as a character is one code point or more: whoever counts code points never sends too many.
  fits._zod.onattach.push(({ _zod: { bag } }) => Object.assign(bag, { minimum: shape.min ?? 1, maximum: shape.max }))
  return z.string(missingOr('must be text')).check(
    z.overwrite((value) => tidy(value)),
    fits,
  )
}

/** What another program goes by, such as its own id of an order: as `text`, but two that look the same are the same. */
export function reference(max: number) {
  return text({ max }).check(
    z.refine((value) => !hidden.test(value), { error: 'contains a character that cannot be seen', abort: true }),
    z.refine((value) => value.normalize('NFKC') === value, 'contains a character that is a form of another one'),
  )
}

/** Text that no person reads, such as a key or a cursor: at most `max` UTF-16 units, taken as it is. */
export function opaque(max: number, min = 0) {
  return z.string().check(z.minLength(min), z.maxLength(max))
}

/** An e-mail address, in small letters. */
export const Email = z.string(missingOr('must be an e-mail address')).check(
  z.overwrite((value) => value.trim().toLowerCase()),
  z.maxLength(254, { error: 'is too long: at most 254 characters', abort: true }),
  z.email('is not an e-mail address'),
)
export type Email = z.infer<typeof Email>

/** An address of which only the first letter and where its mail goes are told: `a•••@mail.test`. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 1 ? '•••' : `${address.slice(0, 1)}•••${address.slice(at)}`
}

/** An address on the web: https, a host by name, no user or password in it. */
export const Url = z.string(missingOr('must be a web address')).check(
  z.overwrite((value) => value.trim()),
  z.maxLength(2048, { error: 'is too long: at most 2048 characters', abort: true }),
  z.regex(plainAddress, { error: 'must begin with https:// and carry no spaces, controls, user or password', abort: true }),
  z.url({ protocol: /^https$/, hostname: z.regexes.domain, error: 'is not a web address' }),
)
export type Url = z.infer<typeof Url>

function tidy(value: string): string {
  // A lone surrogate is refused below; normalising would leave it in place.
  return value.replaceAll('\r\n', '\n').trim().normalize('NFC')
}

function problemOf(value: string, { min = 1, max, multiline = false }: TextShape): string | null {
  if (!value.isWellFormed() || forbidden.test(value)) return 'contains a character that is not allowed'
  if (!multiline && lineBreaks.test(value)) return 'must be on one line'
  if (min > 0 && invisible.test(value)) return 'is required'
  const tooLong = `is too long: at most ${max} characters`
  if (byteLength(value) > bytesPerCharacter * max) return tooLong
  const length = graphemesIn(value)
  if (length > max) return tooLong
  return length < min ? `is too short: at least ${min} characters` : null
}

function byteLength(value: string): number {
  let bytes = 0
  for (const character of value) {
    const code = character.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return bytes
}

function graphemesIn(value: string): number {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  let count = 0
  for (const _ of segmenter.segment(value)) count += 1
  return count
}
