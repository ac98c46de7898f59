import * as z from 'zod/mini'
import { Money } from '../values/money.ts'
import { Choice, ChoiceKind } from './choice.ts'
import { ItemUnit } from './order-shapes.ts'

/** A group of choices as it comes with an item. */
export const ItemGroup = z.strictObject({
  name: z.string(),
  kind: ChoiceKind,
  /** How many must be chosen at least, may be at most, and cost nothing of those that are: the cheapest. */
  minChoices: z.int(),
  maxChoices: z.int(),
  freeChoices: z.int(),
  /** With what each adds to the price of one piece or kilogram of this item. */
  choices: z.array(z.extend(Choice, { priceDelta: Money })),
})
export type ItemGroup = z.infer<typeof ItemGroup>

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
  /** What can be chosen now, by group. Of a piece that comes in several weights `price` is that of a kilogram, and the others cost in proportion. */
  choices: z.record(z.string(), z.array(z.string())),
  /** Whether something must be chosen. */
  needsChoices: z.boolean(),
  /** Everything that is chosen with it, in order. */
  groups: z.array(ItemGroup),
})
export type MenuItem = z.infer<typeof MenuItem>
