import { ItemFields, type ItemRow, itemContract, maxItemWrites, vegMarkLabels } from '@larder/contract'
import { optionsOf } from '#kit/fields/options.ts'
import type { Grid } from '#kit/resource/grid/grid.ts'
import {
  gridAmount,
  gridChoice,
  gridHours,
  gridMoment,
  gridNumber,
  gridReference,
  gridSwitch,
  gridText,
} from '#kit/resource/grid/grid-columns.ts'
import { snooze } from './item-acts.tsx'
import { itemUnits } from './item-units.ts'
import { menuReferences } from './menu-references.ts'

/** A menu typed into as a spreadsheet. */
export const itemsGrid: Grid<ItemRow, keyof ItemRow & string> = {
  write: itemContract.write,
  most: maxItemWrites,
  fields: ItemFields,
  columns: [
    gridText('name', { width: 240, picture: ({ imageIds }: ItemRow) => imageIds[0] ?? null }),
    gridAmount('price', { unsaid: { label: 'Make it free', says: 'free' } }),
    gridAmount('compareAt', { label: 'Compare-at' }),
    gridAmount('cost'),
    gridSwitch('available'),
    gridNumber('stock'),
    gridNumber('lowStock', { label: 'Low at' }),
    gridMoment('snoozedUntil', { label: 'Snoozed until' }),
    gridReference('categoryId', { named: 'category', ...menuReferences.category }),
    gridReference('brandId', { named: 'brand', none: 'No brand', ...menuReferences.brand }),
    gridReference('taxProfileId', { named: 'taxProfile', label: 'Tax profile', none: 'No tax profile', ...menuReferences.taxProfile }),
    gridChoice('unit', { label: 'Sold by', options: optionsOf(itemUnits) }),
    gridHours('schedule', { label: 'Served', none: 'Whenever the store is open' }),
    gridNumber('maxPerOrder', { label: 'At most' }),
    gridNumber('prepMinutes', { label: 'Preparation', width: 104 }),
    gridNumber('leadHours', { label: 'Notice' }),
    gridChoice('vegMark', { label: 'Mark', options: optionsOf(vegMarkLabels), none: 'No mark' }),
    gridText('sku', { label: 'SKU', width: 120 }),
    gridText('barcode', { width: 136 }),
    gridText('description', { width: 320 }),
  ],
  operated: ['available', 'snoozedUntil'],
  acts: [{ act: snooze, sets: ({ until }) => ({ snoozedUntil: until || null }) }],
  currencyOf: ({ price }) => price.currency,
}
