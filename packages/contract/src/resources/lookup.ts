import type * as z from 'zod/mini'
import { type RecordExamples, recordContract } from './record.ts'

type Shape = z.core.$ZodLooseShape

/** A plain record of the settings: `recordContract` with the permissions `setting.*`, without acts, read from files by whoever may edit it. */
export function lookupContract<
  const E extends string,
  D extends Shape,
  X extends Shape,
  const S extends readonly [string, ...string[]],
  // biome-ignore lint/complexity/noBannedTypes: none
  F extends Shape = {},
  const K extends keyof (D & X) & string = never,
>(
  entity: E,
  path: string,
  facts: {
    label: string
    draft: D
    extra: X
    filterBy?: readonly K[]
    filters?: F
    sorts: S
    examples?: RecordExamples
    alsoShows?: readonly string[]
  },
) {
  // biome-ignore lint/complexity/noBannedTypes: none of either
  return recordContract<E, 'setting', D, X, S, F, {}, {}, 'setting.edit', never, K>(entity, path, {
    ...facts,
    permission: 'setting',
    imports: 'setting.edit',
  })
}
