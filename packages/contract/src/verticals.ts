import * as z from 'zod/mini'

/** The five verticals in the order of `storeType` 1 to 5 (specification, section 3: review filter). */
export const verticalKeys = ['restaurant', 'grocery', 'fruits', 'fish', 'cakes'] as const
export const Vertical = z.enum(verticalKeys)
export type Vertical = z.infer<typeof Vertical>

interface VerticalFacts {
  /** The number that the specification's `storeType` carries. */
  storeType: 1 | 2 | 3 | 4 | 5
  label: string
  /** Before a noun: Cake orders, Fruit types. */
  kind: string
  plural: string
  /** The path word of its order screens, where its rejected orders are, and that of its category types; null where the specification has no such path. */
  orderPath: string | null
  rejectedPath: string
  categoryTypesPath: string
  /** The specification has a live board for it: `/order/{orderPath}/pending`. */
  hasBoard: boolean
  hue: string
  /** A line must have a packed weight before the order is ready. */
  weighed: boolean
  /** Lines may be substituted while packing. */
  substitutes: boolean
  /** Hours that an order of this kind needs at least. */
  leadHours: number
  defaultPrepMinutes: number
  usesCrates: boolean
  /** What is sold is bulky or breaks: no load for a bicycle. */
  isBulky: boolean
  /** What is sold is made to order, as its lines were chosen. */
  isMadeToOrder: boolean
  /** What is sold is marked as vegetarian or not. */
  marksVeg: boolean
}

/** What differs between verticals, as data. Code asks for a fact, never for a name. */
export const verticals: Record<Vertical, VerticalFacts> = {
  restaurant: {
    storeType: 1,
    label: 'Restaurant',
    kind: 'Restaurant',
    plural: 'Restaurants',
    orderPath: null,
    rejectedPath: '/order/rejected',
    categoryTypesPath: 'category-types',
    hasBoard: false,
    hue: '#C2410C',
    weighed: false,
    substitutes: false,
    leadHours: 0,
    defaultPrepMinutes: 20,
    usesCrates: false,
    isBulky: false,
    isMadeToOrder: false,
    marksVeg: true,
  },
  grocery: {
    storeType: 2,
    label: 'Grocery',
    kind: 'Grocery',
    plural: 'Groceries',
    orderPath: 'grocery',
    rejectedPath: '/order/grocery/rejected',
    categoryTypesPath: 'grocery-category-types',
    hasBoard: true,
    hue: '#15803D',
    weighed: false,
    substitutes: true,
    leadHours: 0,
    defaultPrepMinutes: 25,
    usesCrates: true,
    isBulky: true,
    isMadeToOrder: false,
    marksVeg: false,
  },
  fruits: {
    storeType: 3,
    label: 'Fruits',
    kind: 'Fruit',
    plural: 'Fruits',
    orderPath: 'fruits',
    rejectedPath: '/order/fruitsRejectList',
    categoryTypesPath: 'fruits-category-types',
    hasBoard: true,
    hue: '#BE123C',
    weighed: true,
    substitutes: true,
    leadHours: 0,
    defaultPrepMinutes: 15,
    usesCrates: true,
    isBulky: false,
    isMadeToOrder: false,
    marksVeg: false,
  },
  fish: {
    storeType: 4,
    label: 'Fish',
    kind: 'Fish',
    plural: 'Fish',
    orderPath: 'fish',
    rejectedPath: '/order/fishRejectedList',
    categoryTypesPath: 'fish-category-types',
    hasBoard: true,
    hue: '#0369A1',
    weighed: true,
    substitutes: false,
    leadHours: 0,
    defaultPrepMinutes: 20,
    usesCrates: true,
    isBulky: false,
    isMadeToOrder: false,
    marksVeg: false,
  },
  cakes: {
    storeType: 5,
    label: 'Cakes',
    kind: 'Cake',
    plural: 'Cakes',
    orderPath: 'cakes',
    rejectedPath: '/order/cakesRejectedList',
    categoryTypesPath: 'cake-category-types',
    hasBoard: false,
    hue: '#7C3AED',
    weighed: false,
    substitutes: false,
    leadHours: 4,
    defaultPrepMinutes: 45,
    usesCrates: false,
    isBulky: true,
    isMadeToOrder: true,
    marksVeg: true,
  },
}

/** Hours of notice that an item needs: its own, else those of its vertical. */
export function leadHoursOf(vertical: Vertical, own: number | null): number {
  return own ?? verticals[vertical].leadHours
}
