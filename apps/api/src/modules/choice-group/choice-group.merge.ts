import { type Choice, type ChoiceKind, choiceKindLabels, maxGroupItems, maxItemGroups } from '@larder/contract'
import { sql } from 'kysely'
import { readOnly } from '#db/database.ts'
import type { Work } from '#kit/context.ts'
import type { OwnRow } from '#kit/resource/declaration.ts'
import { type MergedPart, mergingOf } from '#modules/menu-category/menu-merge.service.ts'
import { holdItems, itemsOfGroups, readItems } from './choice-group.items.ts'
import { problemOfItems } from './choice-group.rules.ts'

type Kept = OwnRow<'choice_group'>

type Merged = MergedPart & { kind: string; currency: string; item_ids: readonly string[] }
interface Merge {
  work: Work
  row: Merged
}

/** Its items come with another group of its kind instead. */
export const merging = mergingOf<'choice_group', Merged>('choice_group', { problemWith: problemOfMerge, moves: moveToKept })

/** Why the items of a group cannot have another one in its place; null where they can. */
async function problemOfMerge({ work, row }: Merge, kept: Kept): Promise<string | null> {
  const kind = kept.kind as ChoiceKind
  if (kind !== row.kind) return `holds ${choiceKindLabels[kind].toLowerCase()}s: options and add-ons are not merged`
  const groups = [row.id, kept.id]
  const itemIds = await itemsOfGroups(work, groups)
  if (itemIds.length > maxGroupItems) return `would come with ${itemIds.length} items, and ${maxGroupItems} is the most`
  await holdItems(work, row.store_id, { itemIds })
  const items = await readItems(readOnly(work.db), { itemIds, without: groups, storeId: row.store_id })
  const { min_choices: minChoices, max_choices: maxChoices, free_choices: freeChoices } = kept
  const group = { minChoices, maxChoices, freeChoices, choices: kept.choices as Choice[] }
  const problems = problemOfItems(group, items, { currency: row.currency, mostGroups: maxItemGroups })
  return problems && `does not fit: ${Object.values(problems).join(', ')}`
}

/** Every item that comes with either group comes with the one that is kept, once. */
async function moveToKept({ work, row }: Merge, kept: Kept) {
  const before = await itemsOfGroups(work, [kept.id])
  await sql`insert into item_choice_group (item_id, group_id) select item_id, ${kept.id} from item_choice_group
    where group_id = ${row.id} on conflict do nothing`.execute(work.db)
  await work.db.deleteFrom('item_choice_group').where('group_id', '=', row.id).execute()
  return {
    own: { old: { item_ids: row.item_ids }, new: { item_ids: [] } },
    kept: { old: { item_ids: before }, new: { item_ids: await itemsOfGroups(work, [kept.id]) } },
  }
}
