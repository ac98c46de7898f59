import { type Choice, type ChoiceGroup, type ChoiceGroupRow, type ChoiceKind, choiceGroupContract, maxItemGroups } from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import { inScope } from '#kit/authorize.ts'
import { resource } from '#kit/resource.ts'
import { placingOf } from '#modules/menu-category/menu-order.service.ts'
import { lastPlace, placeOf } from '#modules/menu-category/menu-place.service.ts'
import { copyingOf } from '#modules/store/copy-part.service.ts'
import { holdItems, itemsAlike, itemsMeant, keepItems, type MeantItems, readItems } from './choice-group.items.ts'
import { merging } from './choice-group.merge.ts'
import { freedUnsaid, type JudgedGroup, problemOfItems, problemsOfGroup } from './choice-group.rules.ts'
import type { Takes } from './choice-price.service.ts'

const itemsOfGroup: RawBuilder<string[]> =
  sql`array(select item_id from item_choice_group where group_id = choice_group.id order by item_id)`

const skusOfGroup: RawBuilder<string[]> =
  sql`array(select item.sku from item_choice_group as comes join item on item.id = comes.item_id where comes.group_id = choice_group.id order by item.sku)`

const listed = (db: ReadDatabase) =>
  db
    .selectFrom('choice_group')
    .innerJoin('store', 'store.id', 'choice_group.store_id')
    .selectAll('choice_group')
    .select(['store.display_name as store_name', 'store.branch_id', 'store.currency'])
    .select(sql<number>`(select count(*)::int from item_choice_group where group_id = choice_group.id)`.as('items'))
    .select([placeOf('choice_group').as('place'), skusOfGroup.as('skus')])

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
  skus: row.skus,
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
  named: ['store_id', 'name'],
  columns: { itemIds: null, skus: null, itemsMayBecomeFree: null },
  create: {
    holds: ({ work, body }) => holdItems(work, body.storeId, body),
    rule: async ({ ctx, body }) => {
      const within = ctx.db.selectFrom('store').select('currency').where('id', '=', body.storeId)
      const store = await inScope(ctx, within, { branch: 'store.branch_id', store: 'store.id' }).executeTakeFirst()
      if (!store) return { storeId: 'does not exist' }
      const group = { freeChoices: 0, ...body }
      return problemsWith(ctx.db, {
        ...{ group, items: body, before: null, storeId: body.storeId, currency: store.currency },
        mayBecomeFree: body.itemsMayBecomeFree,
      })
    },
    sets: async ({ work, body }) => (body.sort === undefined ? { sort: await lastPlace(work, 'choice_group', body.storeId) } : {}),
    parts: async ({ ctx, work, body, now }) => {
      const { itemIds } = await itemsMeant(ctx.db, body.storeId, body)
      await keepItems(work, now.id, itemIds)
      return { old: {}, new: { item_ids: itemIds } }
    },
  },
  update: {
    holds: ({ work, row, body }) => holdItems(work, row.store_id, meantBy(row, body), row.item_ids),
    rule: ({ ctx, row, body }) => {
      const group: JudgedGroup = {
        ...presentRow(row),
        ...Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)),
      }
      const before = { id: row.id, group: presentRow(row), itemIds: row.item_ids }
      return problemsWith(ctx.db, {
        ...{ group, items: meantBy(row, body), before, storeId: row.store_id, currency: row.currency },
        mayBecomeFree: body.itemsMayBecomeFree,
      })
    },
    parts: async ({ ctx, work, row, body }) => {
      const itemIds = [...(await itemsMeant(ctx.db, row.store_id, meantBy(row, body))).itemIds].sort()
      if (String(itemIds) !== String(row.item_ids)) await keepItems(work, row.id, itemIds)
      return { old: { item_ids: row.item_ids }, new: { item_ids: itemIds } }
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

/** The items that a group comes with once it is changed. */
function meantBy(row: { item_ids: readonly string[] }, { itemIds, skus }: MeantItems): MeantItems {
  return itemIds || skus ? { itemIds, skus } : { itemIds: row.item_ids }
}

interface Judged {
  group: JudgedGroup
  items: MeantItems
  /** As it is before it is changed; null of a new one. */
  before: { id: string; group: Takes; itemIds: readonly string[] } | null
  storeId: string
  currency: string
  mayBecomeFree?: boolean | undefined
}

async function problemsWith(db: ReadDatabase, { group, items: meant, before, storeId, currency, mayBecomeFree }: Judged) {
  const own = problemsOfGroup(group, currency)
  if (Object.keys(own).length > 0) return own
  const said = meant.skus ? 'skus' : 'itemIds'
  const { itemIds, problem } = await itemsMeant(db, storeId, meant)
  if (problem !== null) return { skus: problem }
  if (new Set(itemIds).size !== itemIds.length) return { itemIds: 'has the same item twice' }
  const [had, has] = [new Set(before?.itemIds), new Set(itemIds)]
  const all = await readItems(db, { itemIds: [...new Set([...had, ...has])], without: before ? [before.id] : [], storeId })
  const items = all.filter(({ id }) => has.has(id))
  if (items.length < itemIds.length) return { itemIds: 'does not exist' }
  const { itemIds: tooMany, ...others } = problemOfItems(group, items, { currency, mostGroups: maxItemGroups }) ?? {}
  const moved = all.map(({ id, ...item }) => ({
    ...item,
    had: before && had.has(id) ? [before.group] : [],
    has: has.has(id) ? [group] : [],
  }))
  const freed = mayBecomeFree ? null : freedUnsaid(moved)
  return { ...(freed !== null && { itemsMayBecomeFree: freed }), ...others, ...(tooMany !== undefined && { [said]: tooMany }) }
}
