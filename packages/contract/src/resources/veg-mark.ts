import type * as z from 'zod/mini'
import { enumOf } from '../values/collection.ts'

/** What a dish is of, as its maker marks it. */
export const vegMarkLabels = { veg: 'Vegetarian', egg: 'Contains egg', 'non-veg': 'Non-vegetarian' } as const
export const VegMark = enumOf(vegMarkLabels)
export type VegMark = z.infer<typeof VegMark>
