import { fieldsOf, maskOf, phoneDigits, type Schema, searchKey } from '@larder/contract'
import { type Expression, type SqlBool, sql } from 'kysely'
import { can, type Who } from '../authorize.ts'
import { e164Of } from '../phone/phone.ts'

const phoneLike = /^[\d\s+().-]+$/
const fewestDigits = 3
// As many as a number has that somebody reads out; what a mask tells is fewer.
const digitsOfWhole = 10

/** A column (`table.column`) that people look into, for anything or only for what looks like a phone number, or like no such. */
type SearchColumn = string | { digits: string } | { words: string }

/** Fields of a row, as the contract names them, with the columns that hold what people look for in them. */
export type SearchFields<K extends string = string> = { readonly [F in K]?: SearchColumn }

/** What a row's `search` column holds, for one trigram index: its words folded, its phone numbers as digits. */
export function searchText(words: readonly (string | null)[], phones: readonly (string | null)[] = []): string {
  return [...words.map((word) => searchKey(word ?? '')), ...phones.map((phone) => phoneDigits(phone ?? ''))].filter(Boolean).join(' ')
}

/** Rows where a field that the caller may read contains the text, whatever its case. `row` is the contract's shape of a row or a page. */
export function matching(who: Who, row: Schema, fields: SearchFields, text: string): Expression<SqlBool> {
  const columns = readable(who, row, fields).filter(({ isWholeOnly }) => !isWholeOnly)
  return anyOf(columns.map((looked) => holds(looked, text)))
}

/**
 * Rows where a field that the caller may read contains what was typed: part of a phone number however it is grouped, or part of a
 * word in any case. A number that they may reveal one at a time is found by the whole of it alone.
 */
export function found(who: Who, row: Schema, fields: SearchFields, typed: string): Expression<SqlBool> {
  const digits = digitsOf(typed)
  const skipped = digits === null ? 'digits' : 'words'
  const isWhole = digits !== null && digits.length >= digitsOfWhole
  const columns = readable(who, row, fields)
    .filter(({ column }) => typeof column === 'string' || !(skipped in column))
    .filter(({ isWholeOnly }) => isWhole || !isWholeOnly)
  return anyOf(columns.map((looked) => holds(looked, digits ?? searchKey(typed))))
}

/** The digits of what looks like a phone number or a part of one, of a whole one as it is kept; null of anything else. */
function digitsOf(typed: string): string | null {
  const digits = phoneDigits(e164Of(typed, '') ?? typed)
  return phoneLike.test(typed) && digits.length >= fewestDigits ? digits : null
}

interface Looked {
  column: SearchColumn
  /** What is looked for must be all of it, from whichever code on. */
  isWholeOnly: boolean
}

// Whoever does not see a field whole would learn it letter by letter from what is found by it.
function readable(who: Who, row: Schema, fields: SearchFields): Looked[] {
  const known = fieldsOf(row)
  return Object.entries(fields).flatMap(([field, column]): Looked[] => {
    if (column === undefined) return []
    if (!Object.hasOwn(known, field)) throw new Error(`a search names the field "${field}", which its rows do not have`)
    const mask = maskOf(known[field])
    if (mask === null || can(who, mask.reveal)) return [{ column, isWholeOnly: false }]
    return mask.single && can(who, mask.single) ? [{ column, isWholeOnly: true }] : []
  })
}

function holds({ column, isWholeOnly }: Looked, text: string): Expression<SqlBool> {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}${isWholeOnly ? '' : '%'}`
  return sql<SqlBool>`${sql.ref(nameOf(column))} ilike ${pattern}`
}

function anyOf(conditions: readonly Expression<SqlBool>[]): Expression<SqlBool> {
  return conditions.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
}

function nameOf(column: SearchColumn): string {
  if (typeof column === 'string') return column
  return 'digits' in column ? column.digits : column.words
}
