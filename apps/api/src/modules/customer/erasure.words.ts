import { formatPhone, searchKey } from '@larder/contract'

/** Who somebody is, as it may stand in what was written. */
export interface Person {
  names: readonly string[]
  /** E.164. */
  phones: readonly string[]
  emails: readonly string[]
  /** Lines of addresses. */
  lines: readonly string[]
  /** Tickets of theirs that were merged into another one, by number. */
  mergedTickets: readonly string[]
  /** Those of them that addresses begin with. */
  firstLines: readonly string[]
}

/** Patterns of PostgreSQL, for `erased_text`; each finds all that the one before it does. */
export interface Patterns {
  /** What nobody else has: numbers, addresses of e-mail. */
  contacts: string
  /** And a name of several words amid others: by itself it may be somebody else's who is called the same. */
  amid: string
  /** What tells the person from everybody else wherever it stands: numbers, addresses of e-mail, a name of several words. */
  anywhere: string
  /** And what does so in a record of theirs: any name, lines of addresses. */
  inRecords: string
  /** And what does so in a sentence about them: each word of a name. */
  inSentences: string
}

const shortestLine = 6
const shortestWord = 3
/** Finds nothing. */
const nothing = '$.'
// Spaces and hyphens of every kind, and what is not seen.
const between = `[\\s().,/\u00ad\u200b-\u200f\u2010-\u2015\u202a-\u202e\u2060\u2212\ufeff-]*`

export function patternsOf({ names, phones, emails, lines, mergedTickets }: Person): Patterns {
  const written = names.flatMap((name) => [name, name.normalize('NFC'), name.normalize('NFD'), searchKey(name)])
  const full = [...new Set(written.map((name) => name.trim()))].filter((name) => name !== '')
  // A merge used to copy what was said into the other ticket.
  const copied = mergedTickets.map((number) => `(?<=\\m${number} )(?:of .{1,80} )?was merged into this one: .*`)
  const contacts = [...phones.map(phonePattern), ...emails.map(wordsPattern), ...copied]
  const whole = full.filter((name) => /\s/.test(name)).map(wordsPattern)
  const anywhere = [...contacts, ...whole]
  const amid = [...contacts, ...whole.flatMap((name) => [String.raw`(?<=\S\s+)${name}`, String.raw`${name}(?=\s+\S)`])]
  const inRecords = [...anywhere, ...full.map(wordsPattern), ...lines.filter(({ length }) => length >= shortestLine).map(wordsPattern)]
  const words = full.flatMap((name) => name.split(/\s+/)).filter(({ length }) => length >= shortestWord)
  return {
    contacts: oneOf(contacts),
    amid: oneOf(amid),
    anywhere: oneOf(anywhere),
    inRecords: oneOf(inRecords),
    inSentences: oneOf([...inRecords, ...words.map(wordsPattern)]),
  }
}

function oneOf(patterns: readonly string[]): string {
  // Of two that begin alike the longer one comes first.
  const sorted = [...new Set(patterns)].toSorted((a, b) => b.length - a.length)
  return sorted.length === 0 ? nothing : `(?:${sorted.join('|')})`
}

/** A number however it is grouped, with its calling code or without. */
function phonePattern(e164: string): string {
  const [code = '', ...groups] = formatPhone(e164).split(' ')
  const spread = (digits: string) => [...digits.replace(/\D/g, '')].join(between)
  if (groups.length === 0) return `(?<![0-9])[+]?${spread(e164)}(?![0-9])`
  return `(?<![0-9])(?:(?:[+]|00)?${spread(code)}${between})?0?${spread(groups.join(''))}(?![0-9])`
}

/** These words with whatever space is between them, as words of their own. */
function wordsPattern(words: string): string {
  const escaped = words
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[^\p{L}\p{N}\p{M}]/gu, String.raw`\$&`))
    .join(String.raw`\s+`)
  return String.raw`(?<!\w)${escaped}(?!\w)`
}
