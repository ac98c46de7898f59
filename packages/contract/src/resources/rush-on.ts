import * as z from 'zod/mini'
import { Named } from '../page.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { Vertical } from '../verticals.ts'

/** A rush that is on, as the boards and the stores tell it that it holds for: of a branch, of one of its areas, of a vertical, or of both. */
export const RushOn = z.strictObject({
  id: idOf('rush-mode'),
  branch: Named,
  area: z.nullable(Named),
  vertical: z.nullable(Vertical),
  extraMinutes: z.int(),
  endsAt: Instant,
})
export type RushOn = z.infer<typeof RushOn>
