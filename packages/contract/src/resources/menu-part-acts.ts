import * as z from 'zod/mini'
import type { Schema } from '../endpoint.ts'
import { idOf } from '../values/id.ts'
import { Version } from '../values/number.ts'

type MenuPart = 'menu-category' | 'brand' | 'choice-group'

/** Its items go to another one of the same menu, which is kept as it is; both at the version that was seen. */
export const mergeAct = <const E extends MenuPart>(entity: E) => ({
  permission: 'menu.edit' as const,
  asks: { into: z.strictObject({ id: idOf(entity), version: Version }) },
  alsoChanges: ['item'],
  changesSeveral: true as const,
  summary: 'its items go to another one, which is kept as it is',
})

/** Another store of the vertical gets one of its own that is alike, under a name that it has not yet; items are not copied. */
export const copyAct = <N extends Schema>(name: N, what = 'copy it, without items,') => ({
  permission: 'menu.create' as const,
  asks: { storeId: idOf('store'), name },
  summary: `${what} to another store of its vertical`,
})

/** Right behind another one of its list, or before all: those that are in its way go on by one. */
export const placeAct = <const E extends MenuPart>(entity: E) => ({
  permission: 'menu.edit' as const,
  asks: { afterId: z.nullable(idOf(entity)) },
  changesSeveral: true as const,
  summary: 'put it right behind another one, or before all of its store',
})
