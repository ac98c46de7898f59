import { freeUnsaid, type Item, type ItemFields, itemContract } from '@larder/contract'
import { sql } from 'kysely'
import { inScope } from '#kit/authorize.ts'
import type { Context, Work } from '#kit/context.ts'
import { resource } from '#kit/resource.ts'
import { becomesFree, groupsNamed, groupsOfItems, isFree, type Takes } from '#modules/choice-group/choice-price.service.ts'
import { groupIdsOfItem, holdGroups, keepGroups, problemOfGroups } from '#modules/choice-group/item-groups.service.ts'
import { lastPlace } from '#modules/menu-category/menu-place.service.ts'
import { keepPictures } from './item.pictures.ts'
import { itemRows, presentItem, pricedOf, stateIs } from './item.rows.ts'
import { columnsOfItem, type Priced, problemsOfItem } from './item.rules.ts'
import { findStore, worldsOf } from './item.world.ts'

/** What stores sell. */
export const items = resource(itemContract, {
  table: 'item',
  permission: 'menu.view',
  rows: itemRows,
  scope: { branch: 'store.branch_id', store: 'item.store_id' },
  present: (row, ctx) => presentItem(row, ctx.clock.instant()),
  search: { name: 'item.search' },
  isLarge: 'words',
  filters: {
    state: (state, { clock }) => stateIs(state, clock.instant()),
  },
  // A menu's order says nothing of the items of many.
  order: ({ storeId, categoryId }) => (storeId || categoryId ? 'sort' : '-createdAt'),
  named: ['store_id', 'sku'],
  columns: ({ storeId, imageIds: _, choiceGroupIds: __, free: ___, ...fields }) => ({ store_id: storeId, ...columnsOfItem(fields) }),
  create: {
    holds: ({ work, body }) => holdGroups(work, sql`${body.storeId}::uuid`, body.choiceGroupIds ?? []),
    rule: async ({ ctx, work, body }) => {
      const within = ctx.db.selectFrom('store').select('id').where('id', '=', body.storeId)
      const isWithin = await inScope(ctx, within, { branch: 'store.branch_id', store: 'store.id' }).executeTakeFirst()
      const store = isWithin && (await findStore(ctx.db, body.storeId))
      if (!store) return { storeId: 'does not exist' }
      const item = { name: body.name, unit: body.unit, price_minor: body.price.minor }
      const comes = await groupsNamed(ctx.db, body.choiceGroupIds ?? [])
      return {
        ...(isFree(item, comes) && problemOfFree(item, body)),
        ...(await problemsWith(ctx, store, body, { ...body, groups: [], mayBeFree: true })),
        ...(await problemsOfGroups(work, { ...store, item, groupIds: body.choiceGroupIds, before: [] })),
      }
    },
    sets: async ({ work, body }) => (body.sort === undefined ? { sort: await lastPlace(work, 'item', body.storeId) } : {}),
    parts: async ({ ctx, work, body: { imageIds = [], choiceGroupIds: groupIds = [] }, now }) => {
      await keepPictures(work, new Map([[now.id, imageIds]]))
      await keepGroups(ctx, work, { itemId: now.id, groupIds, before: [] })
      return { old: {}, new: { image_ids: imageIds, choice_group_ids: groupIds } }
    },
  },
  update: {
    before: async ({ work, id, body: { choiceGroupIds } }) => choiceGroupIds && holdGroupsOf(work, id, choiceGroupIds),
    rule: async ({ ctx, work, row, body }) => {
      // Of groups that are given the groups themselves tell it.
      const isMoved =
        !body.choiceGroupIds && ((body.price?.minor ?? row.price_minor) !== row.price_minor || (body.unit ?? row.unit) !== row.unit)
      const amount = (minor: number | null) => (minor === null ? null : { minor })
      const after = {
        unit: body.unit ?? (row.unit as Item['unit']),
        price: body.price ?? { minor: row.price_minor },
        groups: isMoved ? await groupsOf(ctx, row.id) : [],
        compareAt: amount(row.compare_at_minor),
        ...given(body, 'compareAt'),
        mayBeFree: true,
      }
      const comes = body.choiceGroupIds ? await groupsNamed(ctx.db, body.choiceGroupIds) : isMoved ? after.groups : row.groups
      const store = { storeId: row.store_id, currency: row.currency }
      const item = { name: body.name ?? row.name, unit: after.unit, price_minor: after.price.minor }
      return {
        ...(becomesFree({ item: pricedOf(row), groups: row.groups }, { item, groups: comes }) && problemOfFree(item, body)),
        ...(await problemsWith(ctx, store, body, after)),
        ...(await problemsOfGroups(work, { ...store, item, groupIds: body.choiceGroupIds, before: row.group_ids })),
      }
    },
    parts: async ({ ctx, work, row, body: { imageIds, choiceGroupIds } }) => {
      if (imageIds && String(imageIds) !== String(row.image_ids)) await keepPictures(work, new Map([[row.id, imageIds]]))
      const groupIds = choiceGroupIds?.toSorted() ?? row.group_ids
      await keepGroups(ctx, work, { itemId: row.id, groupIds, before: row.group_ids })
      return {
        old: { image_ids: row.image_ids, choice_group_ids: row.group_ids },
        new: { image_ids: imageIds ?? row.image_ids, choice_group_ids: groupIds },
      }
    },
  },
  acts: {
    snooze: {
      input: ({ ctx, body: { until } }) => (until !== null && until <= ctx.clock.instant() ? { until: 'must be in the future' } : null),
      sets: ({ body }) => ({ snoozed_until: body.until }),
    },
    copy: {},
    setAvailable: { sets: ({ body }) => ({ available: body.available }) },
  },
})

/** What is said at the price of an item that customers could have for nothing, where nobody says so. */
function problemOfFree({ price_minor }: { price_minor: number }, { free }: { free?: boolean | undefined }): { price: string } | null {
  return free === true ? null : { price: freeUnsaid(price_minor) }
}

// Before the item, as whoever changes a group does; those that come off it too.
async function holdGroupsOf(work: Work, id: string, given: readonly string[]): Promise<void> {
  const { rows } = await sql<{ group_ids: string[] }>`select ${groupIdsOfItem} as group_ids from item where id = ${id}`.execute(work.db)
  await holdGroups(work, sql`select store_id from item where id = ${id}`, [...given, ...(rows[0]?.group_ids ?? [])])
}

async function groupsOf({ db }: Context, id: string): Promise<readonly Takes[]> {
  return (await groupsOfItems(db, [id])).get(id) ?? []
}

type Coming = Parameters<typeof problemOfGroups>[1]

async function problemsOfGroups(
  work: Work,
  { groupIds, ...coming }: Omit<Coming, 'groupIds'> & { groupIds: Coming['groupIds'] | undefined },
) {
  const problem = groupIds ? await problemOfGroups(work, { ...coming, groupIds }) : null
  return problem === null ? null : { choiceGroupIds: problem }
}

type Store = NonNullable<Awaited<ReturnType<typeof findStore>>>

async function problemsWith({ db }: Context, store: Store, fields: ItemFields, after: Priced) {
  const world = (await worldsOf(db, [store], [fields])).get(store.storeId)
  return world ? problemsOfItem(fields, after, world) : null
}

function given<T extends object, K extends keyof T>(body: T, key: K): Partial<Pick<T, K>> {
  return body[key] === undefined ? {} : ({ [key]: body[key] } as Pick<T, K>)
}
