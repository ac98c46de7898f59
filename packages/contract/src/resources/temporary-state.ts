import * as z from 'zod/mini'
import { contract, get } from '../endpoint.ts'
import { Allowed, listQuery, Named, pageOf } from '../page.ts'
import { enumOf } from '../values/collection.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'

/** What holds for a while and then ends, by itself or by somebody. */
export const temporaryStateLabels = {
  paused: 'Store paused',
  closed: 'Store closed',
  busy: 'Store busy',
  rush: 'Rush mode',
  snoozed: 'Item snoozed',
  blocked: 'Rider blocked',
} as const
export const TemporaryStateKind = enumOf(temporaryStateLabels)
export type TemporaryStateKind = z.infer<typeof TemporaryStateKind>

/**
 * One of them that holds now. `id` and `version` are those of what it holds for: a store, a rush mode, an item or a rider; `allowed` names the act of that
 * by which it is ended.
 */
export const TemporaryState = z.strictObject({
  id: z.string(),
  kind: TemporaryStateKind,
  of: Named,
  /** That of a store and of an item. */
  store: z.nullable(Named),
  branch: Named,
  reason: z.nullable(z.string()),
  /** Who brought it about; null where that is not on record. */
  by: z.nullable(z.string()),
  since: z.nullable(Instant),
  /** Null of what lasts until somebody ends it. */
  endsAt: z.nullable(Instant),
  version: z.int(),
  allowed: Allowed,
})
export type TemporaryState = z.infer<typeof TemporaryState>

export const temporaryStateContract = /* @__PURE__ */ contract('temporary-state', {
  list: get('/temporary-states', {
    searchesPeople: true,
    permission: 'store.view',
    query: listQuery(['endsAt'], {
      kind: z.optional(TemporaryStateKind),
      branchId: z.optional(idOf('branch')),
      storeId: z.optional(idOf('store')),
    }),
    response: pageOf(TemporaryState),
    alsoShows: ['store', 'rush-mode', 'item', 'rider'],
    summary: 'Everything that holds for a while now, anywhere: what ends first is first, what lasts until somebody ends it last',
  }),
})
