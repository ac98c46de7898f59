import * as z from 'zod/mini'
import { channelParties } from '../channel-access.ts'
import { get, post } from '../endpoint.ts'
import { byId } from '../page.ts'
import { list } from '../values/collection.ts'
import { Instant } from '../values/instant.ts'
import { queryWhole } from '../values/number.ts'
import { opaque, reference, text } from '../values/text.ts'
import { ItemFields, maxItemWrites } from './item.ts'
import { MenuItem } from './menu-item.ts'
import { OpenMode, storeContract } from './store.ts'

/** An item with its place on its menu: by its category's, then its own, then its id. */
export const PlacedMenuItem = z.extend(MenuItem, { categorySort: z.int(), sort: z.int() })
export type PlacedMenuItem = z.infer<typeof PlacedMenuItem>

/** What changed on a menu since a cursor, by whoever or by the clock. */
export const MenuChanges = z.strictObject({
  /** To be sent as the next `after`. */
  cursor: z.string(),
  /** Too long ago, or all of it changed: read the menu whole again. */
  reset: z.boolean(),
  /** Ask again at once. */
  isMore: z.boolean(),
  /** As they are now, with their category and groups; one may be told twice. */
  changed: z.array(PlacedMenuItem),
  /** Items that are on the menu no more. */
  removed: z.array(z.string()),
})
export type MenuChanges = z.infer<typeof MenuChanges>

/** What the program of a store calls a record of its menu. */
const OutsideId = reference(40)

const syncedFields = {
  sku: true,
  barcode: true,
  name: true,
  description: true,
  unit: true,
  price: true,
  compareAt: true,
  vegMark: true,
  allergens: true,
  prepMinutes: true,
  stock: true,
  lowStock: true,
  available: true,
  snoozedUntil: true,
  maxPerOrder: true,
} as const

/** An item as a till has it: what is left out stays as it is. */
const SyncedItem = z.extend(z.pick(ItemFields, syncedFields), {
  outsideId: OutsideId,
  /**
   * By either; one that the store has not got is made, where it has a name. Under another name than before it is renamed, unless somebody at the
   * store has named it since or another one is called so: theirs stays, and a warning of the row says so.
   */
  category: z.optional(z.strictObject({ outsideId: z.optional(OutsideId), name: z.optional(text({ max: 60 })) })),
  /** The name of one; null: none. */
  taxProfile: z.optional(z.nullable(text({ max: 60 }))),
})
export type SyncedItem = z.infer<typeof SyncedItem>

export const MenuToSync = z.strictObject({ items: list(SyncedItem, maxItemWrites, 1) })

export const syncOutcomes = ['created', 'updated', 'same', 'refused'] as const

/** What became of each item, in the order of the call. */
export const SyncedMenu = z.strictObject({
  items: z.array(
    z.strictObject({
      outsideId: z.string(),
      /** Null of an item that the store has not got. */
      itemId: z.nullable(z.string()),
      outcome: z.enum(syncOutcomes),
      /** Of what is refused, why: nothing of it is written. */
      refusals: z.array(z.strictObject({ field: z.string(), because: z.string() })),
      /** Of what is taken, what is most likely a mistake, a price of 0, or not as it was said: the name of a category that stays another one. */
      warnings: z.array(z.strictObject({ field: z.string(), because: z.string() })),
    }),
  ),
})
export type SyncedMenu = z.infer<typeof SyncedMenu>

/** Of the endpoints of channels those that read and keep the menu of a store. */
export const channelMenu = {
  menu: get('/channel/stores/:id/menu', {
    permission: 'channel:catalogue',
    parties: channelParties,
    params: byId('store'),
    response: z.array(PlacedMenuItem),
    tagged: true,
    summary: "A store's menu as a customer's app would show it",
  }),
  menuChanges: get('/channel/stores/:id/menu/changes', {
    permission: 'channel:catalogue',
    parties: channelParties,
    params: byId('store'),
    query: z.strictObject({
      /** Without it nothing is told but where to begin: ask so first, then read the menu whole. */
      after: z.optional(opaque(400)),
      limit: z._default(queryWhole(1, 500), 200),
    }),
    response: MenuChanges,
    summary:
      "What changed on a store's menu since a cursor, by whoever or by the clock: how an app keeps its own copy without reading it whole",
  }),
  syncMenu: post('/channel/stores/:id/menu/sync', {
    permission: 'channel:stores',
    parties: ['store'],
    params: byId('store'),
    body: MenuToSync,
    rowByRow: { list: 'items', key: 'outsideId' },
    maxBytes: 1024 * 1024,
    changesSeveral: true,
    alsoChanges: ['item', 'menu-category'],
    response: SyncedMenu,
    summary:
      "Items as a till or a store's app has them, added and changed by its own ids; an item that is refused, for its form as for its content, does not keep the others; only one without its outside id refuses the whole call",
  }),
  setOpenMode: post('/channel/stores/:id/open-mode', {
    permission: 'channel:stores',
    parties: ['store'],
    params: byId('store'),
    body: z.omit(storeContract.setOpenMode.shape.body, { version: true }),
    alsoChanges: ['store', 'dashboard'],
    response: z.strictObject({ id: z.string(), openMode: OpenMode, openModeUntil: z.nullable(Instant), isOpenNow: z.boolean() }),
    summary: 'A store is open, busy, paused or closed; busy and paused take an end time',
  }),
}
