import { digitsOfWhole, fieldsOf, isPhone, isPhoneLike, maskOf, phoneDigits, type Schema, searchKey } from '@larder/contract'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import { can, seesWhole, type Who } from '../authorize.ts'
import { e164Of } from '../phone/phone.ts'

const fewestBeginning = 3

/**
 * What people look into: fields as the contract names them, each with its column, `table.column`. One by the name `search` holds what
 * `searchText` makes, for a trigram index; one whose name ends so, a column of the same row that is folded already.
 */
export type SearchFields<K extends string = string> = { readonly [F in K]?: string }

/** How what was typed is looked for; null where this way does not find it. */
export type Look = (who: Who, shapes: Schema | readonly Schema[], fields: SearchFields, typed: string) => Expression<SqlBool> | null

/** What a row's `search` column holds, for one trigram index: its words folded, its phone numbers as digits. */
export function searchText(words: readonly (string | null)[], phones: readonly (string | null)[] = []): string {
  return [...words.map((word) => searchKey(word ?? '')), ...phones.map((phone) => phoneDigits(phone ?? ''))].filter(Boolean).join(' ')
}

/**
 * Rows where a field that the caller may read holds what was typed: a phone number a part of it, however it is grouped; any other field a
 * part of its text, folded (`searchKey`); of a number that was typed, a `search` column of words is not asked. What they may reveal one at a time is found by the whole of it alone. `shapes` are those in which
 * the contract answers the rows: what one of them masks, a search does not tell.
 */
export function matching(who: Who, shapes: Schema | readonly Schema[], fields: SearchFields, typed: string): Expression<SqlBool> {
  const key = searchKey(typed)
  if (key === '') return sql<SqlBool>`true`
  const looked = readable(who, [shapes].flat(), fields)
  const isNumber = looked.some(({ isDigits }) => isDigits) && isPhoneLike(typed)
  const whole = isNumber ? e164Of(typed, '') : null
  const digits = isNumber ? phoneDigits(whole ?? typed) : null
  const conditions = looked.flatMap(({ column, isDigits, isWholeOnly }) => {
    // With the words' index beside the numbers' the planner would use neither.
    if (!isDigits && digits !== null && isOfWords(column)) return []
    if (!isDigits) return isWholeOnly ? sql<SqlBool>`${folded(column)} = ${key}` : contains(folded(column), key)
    if (digits === null || (isWholeOnly && digits.length < digitsOfWhole)) return []
    // One whole number is had by a look at an index; of its parts each of a hundred others has some.
    if (whole !== null && !isOfWords(column)) return sql<SqlBool>`${sql.ref(column)} = ${whole}`
    return contains(sql.ref(column), digits, isWholeOnly)
  })
  return conditions.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
}

/**
 * The same of a `search` column that has an index of its words (`words_of`): rows that hold each word that was typed, in any order, the last as
 * the beginning of one. Null where parts are looked for alone: of one word without a digit, which may stand in an address too, and of a number.
 */
export function matchingWords(
  who: Who,
  shapes: Schema | readonly Schema[],
  fields: SearchFields,
  typed: string,
): Expression<SqlBool> | null {
  const words = searchKey(typed).split(' ')
  if (words.length === 1 && !/\d/.test(typed)) return null
  const looked = readable(who, [shapes].flat(), fields)
  if (looked.some(({ isDigits }) => isDigits) && isPhoneLike(typed)) return null
  const column = looked.find(({ column, isWholeOnly }) => isOfWords(column) && !isWholeOnly)?.column
  const last = words.length - 1
  // Of so few letters as begin very many words only whole words are looked for.
  const asked = words.map((word, at) => `${quoted(word)}${at === last && word.length >= fewestBeginning ? ':*' : ''}`)
  return column === undefined ? null : sql<SqlBool>`words_of(${sql.ref(column)}) @@ ${asked.join(' & ')}::tsquery`
}

function quoted(word: string): string {
  return `'${word.replace(/['\\]/g, '$&$&')}'`
}

const fewFound = 1000
/** Of more than these, of a million, a page is met sooner than they are put in order. */
const someFound = 5000
/** Where so many of so many of the newest rows have it, those of a page are met soon: looking for all of a page would take as long as its list does. */
const newestRows = 6_000
const metRows = 8

/**
 * What `condition` finds in a table that has indexes for it, where it is found by these: up to 5,000 by their ids. Asked for with a list's order and limit at once, the server, which plans for any values, would expect many and go
 * through all rows for them, newest first. `cuts`: what the rows are cut to besides, by columns of the table's own. Null where none is found.
 */
export async function foundFirst(
  db: ReadDatabase,
  table: string,
  condition: Expression<SqlBool>,
  cuts: readonly Expression<SqlBool>[] = [],
): Promise<Expression<SqlBool> | null> {
  const id = sql.ref(`${table}.id`)
  const cut = cuts.length === 0 ? sql`true` : sql`${sql.join([...cuts], sql` and `)}`
  const expected = await expectedOf(db, table, condition, cut)
  // All of few are gone through sooner than the index of what all have is asked.
  const isOfFew = cuts.length > 0 && expected.cut <= fewFound
  // The server expects by samples of few: whether a page is soon met, the newest rows show.
  const isMany = !isOfFew && expected.found > fewFound
  if (isMany && (await isMetSoon(db, table, sql`${cut} and ${condition}`))) return condition
  const most = expected.found > someFound ? fewFound : someFound
  const those = isOfFew ? sql`(select * from ${sql.table(table)} where ${cut} offset 0) as ${sql.table(table)}` : sql.table(table)
  const found = sql`select ${id} from ${those} where ${isOfFew ? condition : sql`${cut} and ${condition}`} limit ${sql.lit(most + 1)}`
  // As one text there and back: five thousand ids one by one take as long as to find them.
  const { rows } = await sql<{ many: number; ids: string | null }>`with found as (${found}) select count(*)::int as many,
    case when count(*) <= ${sql.lit(most)} then array_agg(id)::text end as ids from found`.execute(db)
  const { many = 0, ids = null } = rows[0] ?? {}
  if (many === 0) return null
  return ids === null ? condition : sql<SqlBool>`${id} = any(${ids}::uuid[])`
}

/**
 * How many of a table's rows the server expects a condition and a cut to hold of, by their values: that takes a quarter of a millisecond, the
 * index of what half of a million rows have a tenth of a second.
 */
async function expectedOf(db: ReadDatabase, table: string, condition: Expression<SqlBool>, cut: Expression<unknown>) {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { Plans?: { 'Plan Rows': number }[] } }] }>`explain (format json)
    select from ${sql.table(table)} where ${condition} union all select from ${sql.table(table)} where ${cut}`.execute(db)
  const [found = 0, ofCut = 0] = (rows[0]?.['QUERY PLAN'][0].Plan.Plans ?? []).map((plan) => plan['Plan Rows'])
  return { found, cut: ofCut }
}

async function isMetSoon(db: ReadDatabase, table: string, holds: Expression<unknown>): Promise<boolean> {
  const newest = sql`select * from ${sql.table(table)} order by ${sql.ref(`${table}.id`)} desc limit ${sql.lit(newestRows)}`
  const { rows } = await sql<{ met: number }>`select count(*)::int as met
    from (select from (${newest}) as ${sql.table(table)} where ${holds} limit ${sql.lit(metRows)}) as met`.execute(db)
  return rows[0]?.met === metRows
}

interface Looked {
  column: string
  isDigits: boolean
  /** What is looked for must be all of it; of a number from whichever code on. */
  isWholeOnly: boolean
}

// Whoever does not see a field whole would learn it letter by letter from what is found by it.
function readable(who: Who, shapes: readonly Schema[], fields: SearchFields): Looked[] {
  return Object.entries(fields).flatMap(([field, column = '']): Looked[] => {
    const known = shapes.flatMap((shape) => fieldsOf(shape)[field] ?? [])
    if (known.length === 0) throw new Error(`a search names the field "${field}", which its rows do not have`)
    const masks = known.flatMap((schema) => maskOf(schema) ?? []).filter(({ reveal }) => !seesWhole(who, reveal))
    if (masks.some(({ single }) => !single || !can(who, single))) return []
    return [{ column, isDigits: known.some(isPhone), isWholeOnly: masks.length > 0 }]
  })
}

// `searchText` fills it.
function isOfWords(column: string): boolean {
  return column.endsWith('.search')
}

function isFolded(column: string): boolean {
  return isOfWords(column) || column.endsWith('_search')
}

/** A column's text as `searchKey` folds it. */
export function folded(column: string): Expression<string> {
  if (isFolded(column)) return sql.ref(column)
  return sql<string>`normalize(lower(upper(lower(normalize(${sql.ref(column)}, NFKC) collate pg_unicode_fast))), NFKC)`
}

function contains(text: Expression<unknown>, part: string, isEnd = false): Expression<SqlBool> {
  return sql<SqlBool>`${text} like ${`%${part.replace(/[\\%_]/g, '\\$&')}${isEnd ? '' : '%'}`}`
}
