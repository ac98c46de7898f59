import * as z from 'zod/mini'
import type { ImportForm } from '../import-fields.ts'
import { innerOf } from '../range.ts'
import { enumOf, keysOf } from '../values/collection.ts'
import { whole } from '../values/number.ts'
import { reference, text } from '../values/text.ts'
import { type Vertical, verticals } from '../verticals.ts'
import { ItemFields } from './item.ts'
import type { ItemUnit } from './order-shapes.ts'
import { Price } from './price.ts'
import { VegMark } from './veg-mark.ts'

const units = { pc: 'Piece', kg: 'Kilogram', g: 'Gram' } as const satisfies Record<z.infer<typeof ItemUnit>, string>

/** Fields of an item as its own form takes them. */
const { barcode: Barcode } = ItemFields._zod.def.shape
const barcode = innerOf(Barcode)
const stock = whole(0, 10_000_000)

interface ChangeFieldFacts {
  label: string
  /** How a cell says it; a record is named. */
  form: ImportForm
  schema: z.core.$ZodType
  /** What else its column is called at the head of a file, in small letters. */
  heads: readonly string[]
  /** A new item cannot be without it. */
  isRequired?: true
  /** An item can be without it. */
  isNullable?: true
  /** The fact of the verticals whose menus have it; of all where nothing is said. */
  of?: 'marksVeg'
}

/** What change sets set of an item, in the order of a template's columns. An amount is minor units of the store's currency. */
export const changeFields = {
  sku: { label: 'SKU', form: 'text', schema: reference(40), heads: ['sku', 'item code', 'plu', 'article', 'id'], isRequired: true },
  name: {
    label: 'Name',
    form: 'text',
    schema: text({ max: 120 }),
    heads: ['item', 'item name', 'title', 'product', 'dish'],
    isRequired: true,
  },
  category: {
    label: 'Category',
    form: 'text',
    schema: text({ max: 60 }),
    heads: ['section', 'group', 'menu', 'department'],
    isRequired: true,
  },
  price: { label: 'Price', form: 'amount', schema: Price, heads: ['selling price', 'rate', 'amount', 'sale price'], isRequired: true },
  compareAt: {
    label: 'Compare-at price',
    form: 'amount',
    schema: Price,
    heads: ['mrp', 'compare at', 'was', 'regular price'],
    isNullable: true,
  },
  cost: { label: 'Cost', form: 'amount', schema: Price, heads: ['cost price', 'purchase price', 'buying price'], isNullable: true },
  barcode: { label: 'Barcode', form: 'text', schema: barcode, heads: ['ean', 'upc', 'gtin', 'bar code'], isNullable: true },
  description: {
    label: 'Description',
    form: 'text',
    schema: text({ max: 1000, multiline: true }),
    heads: ['details', 'about', 'ingredients'],
    isNullable: true,
  },
  unit: { label: 'Unit', form: 'words', schema: enumOf(units), heads: ['sold by', 'uom', 'measure'], isRequired: true },
  taxProfileId: { label: 'Tax', form: 'record', schema: z.string(), heads: ['tax profile', 'tax code', 'gst', 'vat'], isNullable: true },
  vegMark: {
    label: 'Veg mark',
    form: 'words',
    schema: VegMark,
    heads: ['veg', 'veg or non-veg', 'diet', 'food type'],
    isNullable: true,
    of: 'marksVeg',
  },
  available: { label: 'Available', form: 'flag', schema: z.boolean(), heads: ['in stock', 'active', 'on sale'] },
  stock: { label: 'Stock', form: 'number', schema: stock, heads: ['quantity', 'qty', 'on hand', 'inventory'], isNullable: true },
  lowStock: { label: 'Low stock', form: 'number', schema: stock, heads: ['minimum stock'], isNullable: true },
  maxPerOrder: { label: 'Most per order', form: 'number', schema: whole(1, 99), heads: ['max per order', 'limit'], isNullable: true },
  prepMinutes: {
    label: 'Preparation (min)',
    form: 'number',
    schema: whole(0, 480),
    heads: ['prep minutes', 'preparation', 'cooking time', 'prep time'],
    isNullable: true,
  },
  leadHours: {
    label: 'Notice (h)',
    form: 'number',
    schema: whole(0, 336),
    heads: ['lead hours', 'notice', 'order ahead'],
    isNullable: true,
  },
  sort: { label: 'Order', form: 'number', schema: whole(0, 99_999), heads: ['sort', 'position', 'place'] },
} as const satisfies Record<string, ChangeFieldFacts>

export type ChangeFieldKey = keyof typeof changeFields
export type ChangeField = ChangeFieldFacts & { key: ChangeFieldKey }
export const changeFieldKeys = /* @__PURE__ */ keysOf(changeFields)
export const ChangeFieldKey = z.enum(changeFieldKeys)

/** A field of change sets by its key. */
export function changeField(key: ChangeFieldKey): ChangeField {
  return { key, ...(changeFields[key] as ChangeFieldFacts) }
}

/** The fields that menus of a vertical have, in the order of a template. */
export function changeFieldsOf(vertical: Vertical): ChangeField[] {
  return changeFieldKeys.map(changeField).filter(({ of }) => !of || verticals[vertical][of])
}

/** What a field holds: minor units of an amount, the name of a category, the id of a tax profile. */
export const ChangeValue = z.nullable(z.union([z.string(), z.number(), z.boolean()]))
export type ChangeValue = z.infer<typeof ChangeValue>
/** Values by field. */
export type ChangeValues = { readonly [K in ChangeFieldKey]?: ChangeValue }

const plain = (head: string) =>
  head
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Which field a column of a file is most likely of; null of what nobody can tell. */
export function recogniseHead(head: string): ChangeFieldKey | null {
  const said = plain(head)
  const isNamed = (key: ChangeFieldKey) => {
    const { label, heads } = changeField(key)
    return [key, label, ...heads].some((word) => plain(word) === said)
  }
  return changeFieldKeys.find(isNamed) ?? null
}
