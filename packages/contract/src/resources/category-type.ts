import * as z from 'zod/mini'
import { idOf } from '../values/id.ts'
import { text } from '../values/text.ts'
import { Vertical } from '../verticals.ts'
import { lookupContract } from './lookup.ts'

/** Groups of stores that a customer browses by, one set per vertical: the five `*-category-types` screens. */
export const categoryTypeContract = /* @__PURE__ */ lookupContract('category-type', '/category-types', {
  label: 'Category types',
  draft: {
    vertical: Vertical,
    name: text({ max: 60 }),
    sort: z.int().check(z.minimum(0), z.maximum(9999)),
    active: z.boolean(),
    imageId: z.optional(z.nullable(idOf('file'))),
  },
  extra: { stores: z.int(), imageId: z.nullable(idOf('file')) },
  filters: { vertical: z.optional(Vertical), active: z.optional(z.stringbool()) },
  sorts: ['sort', 'name', 'createdAt'],
})
