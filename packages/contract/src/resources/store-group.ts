import * as z from 'zod/mini'
import { idOf } from '../values/id.ts'
import { whole } from '../values/number.ts'
import { text } from '../values/text.ts'

/** What the lookups of groups of stores that customers browse by (category types, cuisines) have in common. */
export const storeGroup = {
  draft: {
    name: text({ max: 60 }),
    sort: whole(0, 9999),
    active: z.boolean(),
    imageId: z.optional(z.nullable(idOf('file'))),
  },
  extra: { stores: z.int() },
  filterBy: ['active'],
  sorts: ['sort', 'name', 'createdAt'],
} as const
