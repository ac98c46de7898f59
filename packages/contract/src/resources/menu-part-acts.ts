import * as z from 'zod/mini'
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
