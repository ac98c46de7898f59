import { allergenLabels, type Item, itemContract, itemStateLabels, vegMarkLabels } from '@larder/contract'
import { storeFilter } from '#entities/references.ts'
import { custom, instant, money, mono, number, reference, text } from '#kit/cells/columns.tsx'
import { pictured } from '#kit/cells/pictured.tsx'
import { checksField, referenceField, referencesField, selectField } from '#kit/fields/choice-fields.tsx'
import { group } from '#kit/fields/field.ts'
import { moneyField, numberField, switchField, textField } from '#kit/fields/fields.tsx'
import { openingHoursField } from '#kit/fields/hours-fields.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { picturesField } from '#kit/fields/picture-field.tsx'
import { oneOf, referenceFilter, search } from '#kit/filters/filters.tsx'
import { facts, panel } from '#kit/panels/panels.tsx'
import { defineResource } from '#kit/resource/define.ts'
import { copyItem, setAvailable, snooze } from './item-acts.tsx'
import { ItemObstacles } from './item-obstacles.tsx'
import { itemUnits } from './item-units.ts'
import { menuReferences } from './menu-references.ts'
import { itemStanding, served, servedWords } from './served.tsx'

const firstPicture = (row: Item) => ({ ...row, imageId: row.imageIds[0] ?? null })
const named = pictured(text('name', { sort: 'name', width: 200 }), 'imageId')

/** What stores sell. */
export const items = defineResource(itemContract, {
  label: ['Item', 'Items'],
  title: ({ name }) => name,
  columns: [
    { ...named, cell: (row) => named.cell(firstPicture(row as Item)) },
    itemStanding,
    reference('category', 'menu-category'),
    money('price'),
    money('compareAt', { label: 'Compare-at price' }),
    custom<Item>('stock', 'Stock', ({ stock }) => stock ?? '–', { width: 72, align: 'right', text: ({ stock }) => String(stock ?? '') }),
    mono('sku', { label: 'SKU' }),
    reference('store', 'store'),
    number('sort', { label: 'Position', sort: 'sort' }),
  ],
  sort: 'sort',
  countsWhenAsked: true,
  filters: [
    search('Name, SKU or barcode'),
    storeFilter,
    oneOf('state', optionsOf(itemStateLabels)),
    referenceFilter('brandId', { label: 'Brand', ...menuReferences.brand }),
  ],
  form: [
    group('Item', [
      textField('name'),
      textField('description', { multiline: true }),
      picturesField('imageIds', { label: 'Pictures', most: 4 }),
      referenceField('categoryId', { label: 'Category', ...menuReferences.category }),
      referenceField('brandId', { label: 'Brand', ...menuReferences.brand }),
      textField('sku', { label: 'SKU', help: 'What the store calls it: no other item of it has the same' }),
      textField('barcode'),
    ]),
    group('Price', [
      selectField('unit', { label: 'Sold by', options: optionsOf(itemUnits) }),
      moneyField('price'),
      switchField('free', {
        help: 'Customers have it for nothing: a price of 0, or one that choices take off whole, is refused without it',
      }),
      moneyField('compareAt', { label: 'Compare-at price', help: 'Shown struck out: the maximum retail price, or what it cost before' }),
      moneyField('cost', { help: 'What it costs the store; no customer sees it' }),
      referenceField('taxProfileId', { label: 'Tax profile', ...menuReferences.taxProfile }),
    ]),
    group('Stock and ordering', [
      switchField('available'),
      numberField('stock', { help: 'Pieces, or grams of what is weighed. Leave empty for what is not counted' }),
      numberField('lowStock', { label: 'Low at' }),
      numberField('maxPerOrder', { label: 'At most per order' }),
      numberField('prepMinutes', { label: 'Preparation' }),
      numberField('leadHours', { label: 'Notice', help: 'Leave empty for that of the store’s kind' }),
      openingHoursField('schedule', { label: 'Served', ...servedWords, help: 'Leave empty for what is sold whenever the store is open' }),
    ]),
    group('What is in it', [
      selectField('vegMark', { label: 'Mark', options: optionsOf(vegMarkLabels), none: 'No mark' }),
      checksField('allergens', { options: optionsOf(allergenLabels) }),
    ]),
    group('Chosen with it', [
      referencesField('choiceGroupIds', {
        label: 'Choice groups',
        ...menuReferences.choiceGroup,
        help: 'Options it comes in, and add-ons on top',
      }),
    ]),
  ],
  panels: [
    panel('Whether it can be ordered', (item) => <ItemObstacles item={item} />),
    facts<Item>('Item', [
      itemStanding,
      served,
      reference('category', 'menu-category'),
      reference('brand', 'brand'),
      text('description'),
      mono('sku', { label: 'SKU' }),
      mono('barcode'),
      money('price'),
      money('compareAt', { label: 'Compare-at price' }),
      reference('taxProfile', 'tax-profile', { label: 'Tax profile' }),
      number('stock'),
      number('lowStock', { label: 'Low at' }),
      number('maxPerOrder', { label: 'At most per order' }),
      instant('snoozedUntil', { label: 'Snoozed until' }),
    ]),
  ],
  actions: [snooze, setAvailable, copyItem],
  bulk: [
    { act: snooze, done: 'snoozed' },
    { act: setAvailable, done: 'changed' },
  ],
  grid: { permission: 'menu.operate', load: () => import('./items.grid.ts').then(({ itemsGrid }) => itemsGrid) },
  blank: { unit: 'pc', free: false, available: true, imageIds: [], allergens: [] },
  emptyText: 'What customers order from this store.',
})
