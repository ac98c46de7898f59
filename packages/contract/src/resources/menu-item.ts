import * as z from 'zod/mini'
import { Money } from '../values/money.ts'
import { ItemUnit } from './order-shapes.ts'

/** An item as whoever orders it sees it. */
export const MenuItem = z.strictObject({
  id: z.string(),
  category: z.string(),
  sku: z.string(),
  name: z.string(),
  unit: ItemUnit,
  price: Money,
  available: z.boolean(),
  /** Hours ahead that it must be ordered: with any, only for a slot. */
  leadHours: z.int(),
  /** By group. Of a piece that comes in several weights `price` is that of a kilogram, and the others cost in proportion. */
  choices: z.record(z.string(), z.array(z.string())),
  /** Whether one of each group must be chosen. */
  needsChoices: z.boolean(),
})
export type MenuItem = z.infer<typeof MenuItem>
