import type { ItemUnit } from '@larder/contract'

/** What an item is sold by. */
export const itemUnits: Readonly<Record<ItemUnit, string>> = { pc: 'Piece', kg: 'Kilogram', g: 'Gram' }
