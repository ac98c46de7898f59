import { type Choice, maxGroupItems, maxItemGroups } from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Context, Work } from '#kit/context.ts'
import { itemsOfGroups } from './choice-group.items.ts'
import { type JudgedItem, problemOfItems } from './choice-group.rules.ts'

/** The groups that come with the item of a query's row. */
export const groupIdsOfItem: RawBuilder<string[]> =
  sql`array(select group_id from item_choice_group where item_id = item.id order by group_id)`

/** An item as it is to be, and the groups that are to come with it. */
interface Coming {
  item: Omit<JudgedItem, 'id' | 'others'>
  groupIds: readonly string[]
  /** Those that come with it now. */
  before: readonly string[]
  storeId: string
  currency: string
}

/** Holds groups of a store until the end, in the order of ids: whoever changes groups and items holds the groups first. */
export async function holdGroups({ db }: Work, storeId: RawBuilder<unknown>, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await sql`select from choice_group where id = any(${[...ids]}::uuid[]) and store_id = (${storeId}) order by id for update`.execute(db)
}

/** Why groups cannot come with an item; null where they can. They are held, so that none gets more items than it may have. */
export async function problemOfGroups({ db }: Work, { item, groupIds, before, storeId, currency }: Coming): Promise<string | null> {
  if (new Set(groupIds).size !== groupIds.length) return 'has the same group twice'
  if (groupIds.length === 0) return null
  const rows = await db
    .selectFrom('choice_group')
    .selectAll()
    .select(sql<number>`(select count(*)::int from item_choice_group where group_id = choice_group.id)`.as('items'))
    .where('store_id', '=', storeId)
    .where('id', 'in', groupIds)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (rows.length < groupIds.length) return 'does not exist'
  const full = rows.find(({ id, items }) => items >= maxGroupItems && !before.includes(id))
  if (full) return `names ${full.name}, which comes with ${full.items} items already, the most`
  const [first, ...others] = rows.map(({ min_choices: minChoices, max_choices: maxChoices, free_choices: freeChoices, choices }) => ({
    ...{ minChoices, maxChoices, freeChoices },
    choices: choices as Choice[],
  }))
  const problems = first && problemOfItems(first, [{ ...item, others }], { currency, mostGroups: maxItemGroups })
  return problems ? Object.values(problems).join(', ') : null
}

interface Keeping {
  itemId: string
  groupIds: readonly string[]
  before: readonly string[]
}

/** Groups come with an item instead of those that did; each that gains or loses it tells so in its own history. */
export async function keepGroups(ctx: Context, work: Work, { itemId, groupIds, before }: Keeping): Promise<void> {
  const others = [...new Set([...groupIds, ...before])].filter((id) => groupIds.includes(id) !== before.includes(id))
  if (others.length === 0) return
  const rows = await work.db
    .selectFrom('choice_group')
    .innerJoin('store', 'store.id', 'choice_group.store_id')
    .selectAll('choice_group')
    .select('store.branch_id')
    .where('choice_group.id', 'in', others)
    .orderBy('choice_group.id')
    .forUpdate('choice_group')
    .execute()
  work.tie()
  for (const { branch_id: branchId, ...old } of rows) {
    const had = await itemsOfGroups(work, [old.id])
    if (before.includes(old.id))
      await work.db.deleteFrom('item_choice_group').where('group_id', '=', old.id).where('item_id', '=', itemId).execute()
    else await work.db.insertInto('item_choice_group').values({ item_id: itemId, group_id: old.id }).execute()
    const now = { ...old, version: old.version + 1, updated_at: ctx.clock.instant() }
    await work.db.updateTable('choice_group').set({ version: now.version, updated_at: now.updated_at }).where('id', '=', old.id).execute()
    work.record({
      entity: 'choice-group',
      id: old.id,
      version: now.version,
      action: 'update',
      old: { ...old, item_ids: had },
      new: { ...now, item_ids: await itemsOfGroups(work, [old.id]) },
      permission: 'menu.view',
      branchId,
      storeId: old.store_id,
    })
  }
}
