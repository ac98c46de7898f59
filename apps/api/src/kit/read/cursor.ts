import { invalid } from '../errors.ts'

/** Where a page ended: the sort it followed and the last row's sort value and tie-breaker, as PostgreSQL writes them. */
export interface Cursor {
  sort: string
  value: string
  tie: string
}

/** An opaque word for a query string. */
export function encodeCursor({ sort, value, tie }: Cursor): string {
  return Buffer.from(JSON.stringify([sort, value, tie])).toString('base64url')
}

/** The cursor's content; 422 naming `query.cursor` when it is not one of ours or belongs to another sort. */
export function decodeCursor(word: string, sort: string): Cursor {
  const parts = partsOf(word)
  if (!Array.isArray(parts) || parts.length !== 3 || !parts.every((part) => typeof part === 'string')) refuseCursor()
  const [cursorSort, value, tie] = parts as [string, string, string]
  if (cursorSort !== sort) invalid({ 'query.cursor': 'belongs to another sort order; start again without it' })
  return { sort, value, tie }
}

export function refuseCursor(): never {
  invalid({ 'query.cursor': 'is not a cursor of this list' })
}

function partsOf(word: string): unknown {
  try {
    return JSON.parse(Buffer.from(word, 'base64url').toString())
  } catch {
    return null
  }
}
