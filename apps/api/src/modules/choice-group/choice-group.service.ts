import { type Choice, type ChoiceGroup, type ChoiceGroupRow, type ChoiceKind, choiceGroupContract, maxItemGroups } from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import { inScope } from '#kit/authorize.ts'
import type { Work } from '#kit/context.ts'
import { resource } from '#kit/resource.ts'
import { placingOf } from '#modules/menu-category/menu-order.service.ts'
import { lastPlace, placeOf } from '#modules/menu-category/menu-place.service.ts'
import { copyingOf } from '#modules/store/copy-part.service.ts'
import { itemsAlike, keepItems, readItems } from './choice-group.items.ts'
import { merging } from './choice-group.merge.ts'
import { type JudgedGroup, problemOfItems, problemsOfGroup } from './choice-group.rules.ts'

const itemsOfGroup: RawBuilder<string[]> =
  sql`array(select item_id from item_choice_group where group_id = choice_group.id order by item_id)`

const listed = (db: ReadDatabase) =>
  db
    .selectFrom('choice_group')
    .innerJoin('store', 'store.id', 'choice_group.store_id')
    .selectAll('choice_group')
    .select(['store.display_name as store_name', 'store.branch_id', 'store.currency'])
    .select(sql<number>`(select count(*)::int from item_choice_group where group_id = choice_group.id)`.as('items'))
    .select(placeOf('choice_group').as('place'))

type Listed = Awaited<ReturnType<ReturnType<typeof listed>['executeTakeFirstOrThrow']>>

const presentRow = (row: Listed): Omit<ChoiceGroupRow, 'allowed'> => ({
  id: row.id,
  storeId: row.store_id,
  store: { id: row.store_id, name: row.store_name },
  kind: row.kind as ChoiceKind,
  name: row.name,
  minChoices: row.min_choices,
  maxChoices: row.max_choices,
  freeChoices: row.free_choices,
  choices: row.choices as Choice[],
  items: row.items,
  sort: row.sort,
  place: row.place,
  createdAt: row.created_at,
  version: row.version,
})

/** What is chosen with the items of a store's menu. */
export const choiceGroups = resource(choiceGroupContract, {
  table: 'choice_group',
  permission: 'menu.view',
  rows: (db) => listed(db).select(itemsOfGroup.as('item_ids')),
  list: { rows: listed, present: presentRow },
  scope: { branch: 'store.branch_id', store: 'choice_group.store_id' },
  present: (row) => ({ ...presentRow(row), itemIds: row.item_ids as never }),
  search: { name: 'choice_group.name' },
  filters: { storeId: 'choice_group.store_id', kind: 'choice_group.kind' },
  sorts: { sort: 'choice_group.sort', name: 'choice_group.name', createdAt: 'choice_group.id' },
  named: ['store_id', 'name'],
  columns: ({ storeId, kind, name, minChoices, maxChoices, freeChoices, choices, sort }) => ({
    store_id: storeId,
    kind,
    name,
    min_choices: minChoices,
    max_choices: maxChoices,
    free_choices: freeChoices,
    choices: choices && JSON.stringify(choices),
    sort,
  }),
  create: {
    rule: async ({ ctx, work, body }) => {
      const within = ctx.db.selectFrom('store').select('currency').where('id', '=', body.storeId)
      const store = await inScope(ctx, within, { branch: 'store.branch_id', store: 'store.id' }).executeTakeFirst()
      if (!store) return { storeId: 'does not exist' }
      const group = { freeChoices: 0, ...body }
      return problemsWith(work, { group, itemIds: body.itemIds ?? [], id: null, storeId: body.storeId, currency: store.currency })
    },
    sets: async ({ work, body }) => (body.sort === undefined ? { sort: await lastPlace(work, 'choice_group', body.storeId) } : {}),
    parts: async ({ work, body, now }) => {
      await keepItems(work, now.id, body.itemIds ?? [])
      return { old: {}, new: { item_ids: body.itemIds ?? [] } }
    },
  },
  update: {
    rule: ({ work, row, body }) => {
      const group: JudgedGroup = {
        ...presentRow(row),
        ...Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)),
      }
      const itemIds = body.itemIds ?? row.item_ids
      return problemsWith(work, { group, itemIds, id: row.id, storeId: row.store_id, currency: row.currency })
    },
    parts: async ({ work, row, body: { itemIds } }) => {
      const isOther = itemIds && String([...itemIds].sort()) !== String(row.item_ids)
      if (isOther) await keepItems(work, row.id, itemIds)
      return { old: { item_ids: row.item_ids }, new: { item_ids: isOther ? [...itemIds].sort() : row.item_ids } }
    },
  },
  remove: {
    whyNot: ({ items }) =>
      items === 0
        ? null
        : { reason: 'in-use', message: `It is used by ${items} ${items === 1 ? 'item' : 'items'}: take it from them first.` },
  },
  acts: { merge: merging, copy: {}, place: placingOf('choice_group') },
})

/** The same group for another store's items, those of the same SKU: all its choices are offered there. */
export const copyGroup = copyingOf('choice-group', choiceGroups, {
  draftOf: async (group: ChoiceGroup, { db }, storeId) => ({
    ...{ kind: group.kind, minChoices: group.minChoices, maxChoices: group.maxChoices, freeChoices: group.freeChoices },
    choices: group.choices.map((choice) => ({ ...choice, available: true })),
    itemIds: await itemsAlike(db, group.itemIds, storeId),
  }),
  keeps: async (work, id, { itemIds }) => {
    await keepItems(work, id, itemIds)
    return { item_ids: itemIds }
  },
})

interface Judged {
  group: JudgedGroup
  itemIds: readonly string[]
  id: string | null
  storeId: string
  currency: string
}

async function problemsWith(work: Work, { group, itemIds, id, storeId, currency }: Judged) {
  const own = problemsOfGroup(group, currency)
  if (Object.keys(own).length > 0) return own
  if (new Set(itemIds).size !== itemIds.length) return { itemIds: 'has the same item twice' }
  const items = await readItems(work, { itemIds, without: id === null ? [] : [id], storeId })
  if (items.length < itemIds.length) return { itemIds: 'does not exist' }
  return problemOfItems(group, items, { currency, mostGroups: maxItemGroups })
}
