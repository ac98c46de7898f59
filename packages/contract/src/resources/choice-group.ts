import * as z from 'zod/mini'
import { contract, get, type Output, type Parsed } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { exportOf } from '../exports.ts'
import { listQuery, Named, pageOf } from '../page.ts'
import { inCell } from '../values/cell.ts'
import { list } from '../values/collection.ts'
import { idOf } from '../values/id.ts'
import { Money } from '../values/money.ts'
import { whole } from '../values/number.ts'
import { reference } from '../values/text.ts'
import { Choice, ChoiceKind, GroupName, maxChoices, maxGroupItems } from './choice.ts'
import { choicesCell, skusCell } from './choice-cell.ts'
import { MenuPlace } from './menu-category.ts'
import { copyAct, mergeAct, placeAct } from './menu-part-acts.ts'
import { recordContract } from './record.ts'

const Choices = inCell(
  z.array(Choice).check(
    z.minLength(1, 'needs at least one choice'),
    z.maxLength(maxChoices),
    z.check(({ value, issues }) => {
      const names = value.map(({ name }) => name.normalize('NFKC').toLowerCase())
      for (const [index, name] of names.entries()) {
        if (names.indexOf(name) === index) continue
        issues.push({ code: 'custom', path: [index, 'name'], message: 'stands here twice', input: value })
      }
    }),
  ),
  choicesCell,
)

const draft = {
  name: GroupName,
  /** How many of its choices must be made at least, may be made at most, and cost nothing of those that are made: the cheapest. */
  minChoices: whole(0, maxChoices),
  maxChoices: whole(1, maxChoices),
  freeChoices: z.optional(whole(0, maxChoices)),
  choices: Choices,
  /** Items that come with it. */
  itemIds: z.optional(list(idOf('item'), maxGroupItems)),
  /** The same by the codes that they have in its store, as files say it: instead of their ids. */
  skus: z.optional(inCell(list(reference(40), maxGroupItems), skusCell)),
  sort: z.optional(MenuPlace),
}

/** That items which cost something are free without it, or by it: refused where nobody says so. */
const free = { itemsMayBecomeFree: z.optional(z.boolean()) }
const merge = /* @__PURE__ */ mergeAct('choice-group')
const copy = /* @__PURE__ */ copyAct(GroupName, 'copy it, with the items there that have the SKU of one of its own,')

const record = /* @__PURE__ */ recordContract('choice-group', '/choice-groups', {
  label: 'Choice groups',
  permission: 'menu',
  imports: 'menu.edit',
  draft,
  once: { storeId: idOf('store'), kind: ChoiceKind },
  extra: {
    store: Named,
    choices: inCell(z.array(z.extend(Choice, { priceDelta: z.nullable(Money) })), choicesCell),
    itemIds: z.array(idOf('item')),
    skus: inCell(z.array(z.string()), skusCell),
    /** How many items come with it. */
    items: z.int(),
    sort: z.int(),
    /** Which one it is in the order of its list, from 1 on. */
    place: z.int(),
  },
  filters: { storeId: z.optional(idOf('store')), kind: z.optional(ChoiceKind) },
  sorts: ['sort', 'name', 'createdAt'],
  acts: {
    merge: { ...merge, asks: { ...merge.asks, ...free } },
    place: placeAct('choice-group'),
    copy: { ...copy, asks: { ...copy.asks, ...free } },
  },
  alsoShows: ['item'],
  examples: {
    one: {
      kind: 'option',
      name: 'Portion',
      minChoices: 1,
      maxChoices: 1,
      choices: [
        { name: 'Full', priceDelta: null, available: true },
        { name: 'Half', priceDelta: null, available: true },
      ],
    },
    change: { name: 'Size' },
  },
})

export const ChoiceGroup = record.get.shape.response
export type ChoiceGroup = z.infer<typeof ChoiceGroup>
/** As a list shows it: its items by their codes alone. */
const ChoiceGroupRow = z.omit(ChoiceGroup, { itemIds: true })

const query = listQuery(['sort', 'name', 'createdAt'], { storeId: z.optional(idOf('store')), kind: z.optional(ChoiceKind) })

/** What is chosen with the items of a store's menu (`/store/storeProfile/options/{id}`, `/store/storeProfile/addons/{id}`). */
export const choiceGroupContract = /* @__PURE__ */ contract('choice-group', {
  ...record,
  create: { ...record.create, shape: { ...record.create.shape, body: z.extend(record.create.shape.body, free) } },
  update: { ...record.update, shape: { ...record.update.shape, body: z.extend(record.update.shape.body, free) } },
  list: get('/choice-groups', {
    permission: 'menu.view',
    query,
    response: pageOf(ChoiceGroupRow),
    alsoShows: ['item'],
    summary: 'Choice groups: list',
  }),
  export: exportOf('/choice-groups', 'menu.view', query),
})
export type ChoiceGroupDraft = Parsed<typeof choiceGroupContract.create>['body']
export type ChoiceGroupRow = Output<typeof choiceGroupContract.list>['rows'][number]

export const choiceGroupRefusals = {
  'not-found': { 'choice-group-not-found': 'No such group of choices, or out of reach.' },
} as const satisfies Refusals
