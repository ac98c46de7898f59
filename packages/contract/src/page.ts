import * as z from 'zod/mini'
import { idOf } from './values/id.ts'
import { queryFlag, queryWhole } from './values/number.ts'
import { opaque } from './values/text.ts'

/** The most rows that one page carries. */
export const maxPageSize = 100
export const defaultPageSize = 25
/** Counts stop here: "1,000+". */
export const countCap = 1000

/** A capped count: `capped` means "at least `value`". */
export const Count = z.strictObject({ value: z.int(), capped: z.boolean() })
export type Count = z.infer<typeof Count>

/** One page of rows: `next` is the cursor of the following page or null; `total` only where the query asked for it. */
export function pageOf<T extends z.core.$ZodType>(row: T) {
  return z.strictObject({ rows: z.array(row), next: z.nullable(z.string()), total: z.nullable(Count) })
}
export interface Page<Row> {
  rows: Row[]
  next: string | null
  total: Count | null
}

/**
 * The query of every list: `cursor` (opaque, from `next`), `limit` 1..100, `q` free text, `sort` one of the given keys with a leading
 * `-` for descending, `count` to have `total` filled. Further filters come from the resource.
 */
export function listQuery<const Sort extends readonly [string, ...string[]], F extends z.core.$ZodLooseShape>(sorts: Sort, filters: F) {
  const directions = sorts.flatMap((key) => [key, `-${key}`]) as [`${'' | '-'}${Sort[number]}`, ...`${'' | '-'}${Sort[number]}`[]]
  const query = z.strictObject({
    ...filters,
    cursor: z.optional(opaque(500)),
    limit: z._default(queryWhole(1, maxPageSize), defaultPageSize),
    q: z.optional(opaque(100)),
    sort: z.optional(z.enum(directions)),
    count: z.optional(queryFlag()),
  })
  return 'from' in filters && 'to' in filters
    ? query.check(z.refine(isInOrder as (query: object) => boolean, { path: ['to'], error: 'is before From' }))
    : query
}

/** Whether two days, where both were given, follow one another. */
const isInOrder = ({ from, to }: { from?: string; to?: string }) => !from || !to || from <= to

/** `{ id }` of an entity, for paths. */
export function byId<const E extends string>(entity: E) {
  return z.strictObject({ id: idOf(entity) })
}

/** A kind of record, by its entity's name. */
export const ResourceName = opaque(40).check(z.regex(/^[a-z][a-z-]{1,39}$/, 'is the name of a list, such as "order"'))

/** Another record, by its id and name. */
export const Named = z.strictObject({ id: z.string(), name: z.string() })

/** The fields that the caller's role may change in a record, of those that a change takes. */
export const Editable = z.array(z.string())
/** What is said of a field that somebody's role keeps them from changing. */
export const fieldNotPermitted = 'may not be changed by your role'

/**
 * What a row's owner may do with it now: `because` is null when it may be done, else the reason why the state forbids it. Where another
 * person has to approve it, `approval` names the roles of those who can; none means that nobody can, and that it is done at once, unless
 * `waits` says why it is not.
 */
export const Allowed = z.array(
  z.strictObject({
    action: z.string(),
    because: z.nullable(z.string()),
    approval: z.optional(z.strictObject({ by: z.array(z.string()), waits: z.optional(z.string()) })),
  }),
)
export type Allowed = z.infer<typeof Allowed>
