import * as z from 'zod/mini'
import { enumOf } from '../values/collection.ts'
import { amount, maxPriceMinor } from '../values/money.ts'
import { text } from '../values/text.ts'

/** An option is what an item is had as, in place of a part of its price: size, cut, weight, flavour. An add-on comes on top. */
export const choiceKindLabels = { option: 'Option', addon: 'Add-on' } as const
export const ChoiceKind = enumOf(choiceKindLabels)
export type ChoiceKind = z.infer<typeof ChoiceKind>

/** The most choices of a group, groups of an item, and items of a group. */
export const maxChoices = 40
export const maxItemGroups = 10
export const maxGroupItems = 500

export const GroupName = text({ max: 40 })
export const ChoiceName = text({ max: 60 })

/** One entry of a group. */
export const Choice = z.strictObject({
  name: ChoiceName,
  /** Added to the price of one piece or kilogram; of an option it may be less than nothing. Null: a weight costs in proportion, all else nothing. */
  priceDelta: z.nullable(amount({ min: -maxPriceMinor, max: maxPriceMinor })),
  available: z.boolean(),
})
export type Choice = z.infer<typeof Choice>
