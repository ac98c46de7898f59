import * as z from 'zod/mini'
import { contract, type Output } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { exportOf } from '../exports.ts'
import { listQuery } from '../page.ts'
import { enumOf } from '../values/collection.ts'
import { idOf } from '../values/id.ts'
import { Money } from '../values/money.ts'
import { text } from '../values/text.ts'
import { Price } from './price.ts'
import { recordContract } from './record.ts'
import { VegMark } from './veg-mark.ts'

export const scanRowStateLabels = { open: 'To review', confirmed: 'Confirmed', dropped: 'Dropped' } as const
const State = enumOf(scanRowStateLabels)
export type ScanRowState = z.infer<typeof State>

/** How a row stands to the menu as it is. */
export const scanMatchLabels = { new: 'New', changed: 'Other price', same: 'Same' } as const
const Match = enumOf(scanMatchLabels)
export type ScanMatch = z.infer<typeof Match>

const Item = z.strictObject({ id: z.string(), name: z.string(), price: Money })

const sorts = ['confidence', 'position'] as const
const filters = { scanId: z.optional(idOf('menu-scan')), state: z.optional(State) }

const verbs = /* @__PURE__ */ recordContract('menu-scan-row', '/menu-scan-rows', {
  label: 'Rows of menu scans',
  permission: 'change-set',
  draft: {
    category: z.optional(z.nullable(text({ min: 0, max: 60 }))),
    name: text({ max: 100 }),
    /** Half, Large, 500 ml. */
    size: z.optional(z.nullable(text({ min: 0, max: 18 }))),
    price: z.nullable(Price),
    vegMark: z.optional(z.nullable(VegMark)),
    description: z.optional(z.nullable(text({ min: 0, max: 1000, multiline: true }))),
  },
  extra: {
    scanId: idOf('menu-scan'),
    category: z.nullable(z.string()),
    size: z.nullable(z.string()),
    price: z.nullable(Money),
    description: z.nullable(z.string()),
    state: State,
    /** Page from 1 on, and where on it, in parts per million of its width and height. */
    page: z.int(),
    box: z.strictObject({ leftPpm: z.int(), topPpm: z.int(), rightPpm: z.int(), bottomPpm: z.int() }),
    /** How sure its reading is. */
    confidencePpm: z.int(),
    match: Match,
    /** The item of the store that it is about. */
    item: z.nullable(Item),
  },
  filters,
  sorts,
  acts: {
    confirm: { permission: 'change-set.edit', asks: {}, alsoChanges: ['menu-scan'], summary: 'it is as it was read' },
    drop: { permission: 'change-set.edit', asks: {}, alsoChanges: ['menu-scan'], summary: 'it is nothing of the menu' },
    reopen: { permission: 'change-set.edit', asks: {}, alsoChanges: ['menu-scan'], summary: 'it is looked at once more' },
  },
  alsoShows: ['item', 'menu-scan'],
  examples: { one: { name: 'Appam' }, change: { name: 'Palappam' } },
})
const { create: _create, ...record } = verbs

/** What was read of menus, row by row: corrected, confirmed or dropped by whoever reviews it. */
export const menuScanRowContract = /* @__PURE__ */ contract('menu-scan-row', {
  ...record,
  export: exportOf('/menu-scan-rows', 'change-set.view', listQuery(sorts, filters)),
})
export type MenuScanRow = Output<typeof menuScanRowContract.get>

export const menuScanRowRefusals = {
  'not-found': { 'menu-scan-row-not-found': 'No such row of a scan, or out of reach.' },
  refused: {
    'scan-row-unpriced': 'A row without a name or a price is corrected or dropped, not confirmed.',
    'scan-row-settled': 'The scan of the row is done or discarded.',
  },
} as const satisfies Refusals
