import { phoneDigits, searchKey } from '@larder/contract'
import type { Expression, SqlBool } from 'kysely'
import { matching } from './list-query.ts'

const phoneLike = /^[\d\s+().-]+$/
const fewestDigits = 3

/** What a row's `search` column holds, for one trigram index: its words folded, its phone numbers as digits. */
export function searchText(words: readonly (string | null)[], phones: readonly (string | null)[] = []): string {
  return [...words.map((word) => searchKey(word ?? '')), ...phones.map((phone) => phoneDigits(phone ?? ''))].filter(Boolean).join(' ')
}

/** Rows where one of the columns contains what was typed: part of a phone number however it is grouped, or part of a word in any case. */
export function found(columns: readonly string[], typed: string): Expression<SqlBool> {
  const digits = phoneDigits(typed)
  const isPhone = phoneLike.test(typed) && digits.length >= fewestDigits
  return matching(columns, isPhone ? digits : searchKey(typed))
}
