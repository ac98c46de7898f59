import * as z from 'zod/mini'
import { contract, type Endpoint, get, type Output, post } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { byId, Named } from '../page.ts'
import { enumOf, keysOf, list } from '../values/collection.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { Money } from '../values/money.ts'
import { whole } from '../values/number.ts'
import { OpeningHours } from '../values/opening-hours.ts'
import { reference, text } from '../values/text.ts'
import { maxItemGroups } from './choice.ts'
import { MenuPlace } from './menu-category.ts'
import { copyAct } from './menu-part-acts.ts'
import { ItemUnit } from './order-shapes.ts'
import { Price } from './price.ts'
import { recordContract } from './record.ts'
import { VegMark } from './veg-mark.ts'

/** What the law of most places wants told of food. */
export const allergenLabels = {
  gluten: 'Gluten',
  crustaceans: 'Crustaceans',
  eggs: 'Eggs',
  fish: 'Fish',
  peanuts: 'Peanuts',
  soy: 'Soy',
  milk: 'Milk',
  nuts: 'Tree nuts',
  celery: 'Celery',
  mustard: 'Mustard',
  sesame: 'Sesame',
  sulphites: 'Sulphites',
  lupin: 'Lupin',
  molluscs: 'Molluscs',
} as const
const Allergen = enumOf(allergenLabels)

/** How an item stands on the menu: the first of these that holds, from the last on. */
export const itemStateLabels = {
  available: 'Available',
  low: 'Low stock',
  'sold-out': 'Sold out',
  snoozed: 'Snoozed',
  unavailable: 'Unavailable',
} as const
export const ItemState = enumOf(itemStateLabels)
export type ItemState = z.infer<typeof ItemState>

/** Why an item cannot be ordered: of itself, then of its store. */
export const itemObstacles = {
  'category-off': 'Category not shown',
  unavailable: 'Unavailable',
  snoozed: 'Snoozed',
  'sold-out': 'Sold out',
  'out-of-hours': 'Not served now',
  'needs-notice': 'Needs notice',
  store: 'Its store',
} as const
export const ItemObstacleCode = z.enum(keysOf(itemObstacles))
export type ItemObstacleCode = z.infer<typeof ItemObstacleCode>

/** The most pictures that an item has. */
export const maxItemPictures = 4

const Minutes = whole(0, 480)
const NoticeHours = whole(0, 336)
const Stock = whole(0, 10_000_000)
const PerOrder = whole(1, 99)
const Barcode = z.string('must be text').check(z.regex(/^\d{8}(\d{4,6})?$/, 'is not a barcode: 8, 12, 13 or 14 digits'), z.maxLength(14))

const draft = {
  categoryId: idOf('menu-category'),
  brandId: z.optional(z.nullable(idOf('brand'))),
  sku: reference(40),
  barcode: z.optional(z.nullable(Barcode)),
  name: text({ max: 120 }),
  description: z.optional(z.nullable(text({ min: 0, max: 1000, multiline: true }))),
  imageIds: z.optional(list(idOf('file'), maxItemPictures)),
  unit: ItemUnit,
  /** Of a piece, a kilogram or a gram. */
  price: Price,
  /** What is shown struck out beside the price: the maximum retail price, or what it cost before. */
  compareAt: z.optional(z.nullable(Price)),
  /** What it costs the store. */
  cost: z.optional(z.nullable(Price)),
  taxProfileId: z.optional(z.nullable(idOf('tax-profile'))),
  vegMark: z.optional(z.nullable(VegMark)),
  allergens: z.optional(list(Allergen, Object.keys(allergenLabels).length)),
  prepMinutes: z.optional(z.nullable(Minutes)),
  /** Hours ahead that it must be ordered; null: those of its vertical. */
  leadHours: z.optional(z.nullable(NoticeHours)),
  /** What is left: pieces of what is sold by the piece, grams of what is weighed; null: it is not counted. */
  stock: z.optional(z.nullable(Stock)),
  /** At and below it the stock is low. */
  lowStock: z.optional(z.nullable(Stock)),
  available: z.optional(z.boolean()),
  /** Until then it is not sold. */
  snoozedUntil: z.optional(z.nullable(Instant)),
  /** The hours of the store's week in which it is sold; null: always. */
  schedule: z.optional(z.nullable(OpeningHours)),
  maxPerOrder: z.optional(z.nullable(PerOrder)),
  sort: z.optional(MenuPlace),
}

const { create, update, ...record } = /* @__PURE__ */ recordContract('item', '/items', {
  label: 'Items',
  permission: 'menu',
  turnsWithin: 60,
  draft: {
    ...draft,
    /** That its price is 0 on purpose: such a price is refused where nothing that must be chosen with it costs anything, and nobody says so. */
    free: z.optional(z.boolean()),
    /** Groups of choices that come with it. */
    choiceGroupIds: z.optional(list(idOf('choice-group'), maxItemGroups)),
  },
  once: { storeId: idOf('store') },
  extra: {
    store: Named,
    category: Named,
    brand: z.nullable(Named),
    imageIds: z.array(idOf('file')),
    price: Money,
    compareAt: z.nullable(Money),
    cost: z.nullable(Money),
    taxProfile: z.nullable(Named),
    allergens: z.array(Allergen),
    prepMinutes: z.nullable(z.int()),
    leadHours: z.nullable(z.int()),
    stock: z.nullable(z.int()),
    lowStock: z.nullable(z.int()),
    maxPerOrder: z.nullable(z.int()),
    sort: z.int(),
    choiceGroupIds: z.array(idOf('choice-group')),
    /** At the time of the answer. */
    state: ItemState,
    /** Whether then is within its hours and those of its categories. */
    servedNow: z.boolean(),
  },
  filterBy: ['storeId', 'categoryId', 'brandId', 'taxProfileId', 'state', 'available', 'vegMark'],
  sorts: ['sort', 'name', 'createdAt'],
  alsoShows: ['menu-category', 'brand', 'choice-group'],
  acts: {
    snooze: {
      permission: 'menu.operate',
      /** Null: it is sold again. */
      asks: { until: z.nullable(Instant) },
      summary: 'not sold until a moment, or sold again',
    },
    copy: {
      ...copyAct(text({ max: 120 }), 'copy it, with the groups of choices that are called so there,'),
      alsoChanges: ['choice-group'],
    },
    setAvailable: { permission: 'menu.operate', asks: { available: z.boolean() }, summary: 'sold, or not sold until somebody says so' },
  },
  examples: { one: { name: 'Appam' }, change: { name: 'Palappam' } },
})

/** The groups that gain or lose the item are changed with it. */
function withGroups<E extends Endpoint>({ shape, ...endpoint }: E): E {
  return { ...endpoint, shape: { ...shape, alsoChanges: ['choice-group'] } } as unknown as E
}

/** Fields of an item that a draft, a cell of the grid or a change set may carry. */
export const ItemFields = /* @__PURE__ */ z.partial(z.strictObject(draft))
export type ItemFields = z.infer<typeof ItemFields>
export type ItemField = keyof ItemFields & string
/** What whoever operates a menu may change of an item; the rest is for who edits it. */
export const operatedItemFields = ['available', 'snoozedUntil'] as const satisfies readonly ItemField[]

/** The most items that are written at once. */
export const maxItemWrites = 500

/** What became of one field. Of a conflict the field is as somebody else left it; what is unsaid is taken once the call says `free`. */
export const cellOutcomes = ['written', 'same', 'conflict', 'unsaid', 'refused'] as const
export const ItemCell = z.strictObject({ field: z.string(), outcome: z.enum(cellOutcomes), because: z.nullable(z.string()) })
export type ItemCell = z.infer<typeof ItemCell>

export const Item = record.get.shape.response
export type Item = z.infer<typeof Item>

export const itemContract = /* @__PURE__ */ contract('item', {
  ...record,
  create: /* @__PURE__ */ withGroups(create),
  update: /* @__PURE__ */ withGroups(update),
  obstacles: get('/items/:id/obstacles', {
    permission: 'menu.view',
    params: byId('item'),
    response: z.strictObject({
      at: Instant,
      /** In words, and when it ends by itself; none: it can be ordered as soon as possible. */
      obstacles: z.array(z.strictObject({ code: ItemObstacleCode, message: z.string(), until: z.nullable(Instant) })),
    }),
    alsoShows: ['menu-category', 'store'],
    summary: 'Items: everything because of which one cannot be ordered now',
  }),
  write: post('/items/write', {
    permission: 'menu.operate',
    body: z.strictObject({
      items: list(
        z.strictObject({
          id: idOf('item'),
          fields: ItemFields,
          /** What whoever typed it saw there: what is another by now is left as it is. */
          seen: z.optional(ItemFields),
          /** That its price is 0 on purpose. */
          free: z.optional(z.boolean()),
        }),
        maxItemWrites,
        1,
      ),
    }),
    maxBytes: 1024 * 1024,
    changesSeveral: true,
    response: z.strictObject({
      /** In the order of the call; `item` is null of one that is not there, or out of reach. */
      items: z.array(z.strictObject({ id: z.string(), item: z.nullable(z.omit(Item, { allowed: true })), cells: z.array(ItemCell) })),
    }),
    summary: 'Items: many fields of many items at once, with an answer for each',
  }),
})
export type ItemRow = Output<typeof itemContract.list>['rows'][number]

export const itemRefusals = {
  'not-found': { 'item-not-found': 'No such item, or out of reach.' },
} as const satisfies Refusals
