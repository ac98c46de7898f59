import { type Choice, type ChoiceKind, choiceKindLabels, maxGroupItems, maxItemGroups } from '@larder/contract'
import { sql } from 'kysely'
import { readOnly } from '#db/database.ts'
import type { Work } from '#kit/context.ts'
import type { OwnRow } from '#kit/resource/declaration.ts'
import { type Into, type MergedPart, mergingOf } from '#modules/menu-category/menu-merge.service.ts'
import { holdItems, itemsOfGroups, readItems } from './choice-group.items.ts'
import { freedUnsaid, problemOfItems } from './choice-group.rules.ts'
import type { Takes } from './choice-price.service.ts'

type Kept = OwnRow<'choice_group'>

type Taken = Pick<Kept, 'min_choices' | 'max_choices' | 'free_choices' | 'choices'>
type Merged = MergedPart & Taken & { kind: string; currency: string; item_ids: readonly string[] }
interface Asked extends Into {
  itemsMayBecomeFree?: boolean | undefined
}
interface Merge {
  work: Work
  row: Merged
  body: Asked
}

/** Its items come with another group of its kind instead. */
export const merging = mergingOf<'choice_group', Merged, Asked>('choice_group', { problemWith: problemOfMerge, moves: moveToKept })

/** Why the items of a group cannot have another one in its place; null where they can. */
async function problemOfMerge({ work, row, body }: Merge, kept: Kept) {
  const kind = kept.kind as ChoiceKind
  const into = (problem: string) => ({ 'into.id': problem })
  if (kind !== row.kind) return into(`holds ${choiceKindLabels[kind].toLowerCase()}s: options and add-ons are not merged`)
  const groups = [row.id, kept.id]
  const itemIds = await itemsOfGroups(work, groups)
  if (itemIds.length > maxGroupItems) return into(`would come with ${itemIds.length} items, and ${maxGroupItems} is the most`)
  await holdItems(work, row.store_id, { itemIds })
  const items = await readItems(readOnly(work.db), { itemIds, without: groups, storeId: row.store_id })
  const [own, group] = [takenOf(row), takenOf(kept)]
  const problems = problemOfItems(group, items, { currency: row.currency, mostGroups: maxItemGroups })
  if (problems) return into(`does not fit: ${Object.values(problems).join(', ')}`)
  if (body.itemsMayBecomeFree) return null
  const [losing, keeping] = [new Set(row.item_ids), new Set(await itemsOfGroups(work, [kept.id]))]
  const moved = items.map(({ id, ...item }) => ({ ...item, had: [...(losing.has(id) ? [own] : []), ...(keeping.has(id) ? [group] : [])] }))
  const problem = freedUnsaid(moved.map((item) => ({ ...item, has: [group] })))
  return problem === null ? null : { itemsMayBecomeFree: problem }
}

function takenOf({ min_choices: minChoices, max_choices: maxChoices, free_choices: freeChoices, choices }: Taken): Takes {
  return { minChoices, maxChoices, freeChoices, choices: choices as Choice[] }
}

/** Every item that comes with either group comes with the one that is kept, once. */
async function moveToKept({ work, row }: Omit<Merge, 'body'>, kept: Kept) {
  const before = await itemsOfGroups(work, [kept.id])
  await sql`insert into item_choice_group (item_id, group_id) select item_id, ${kept.id} from item_choice_group
    where group_id = ${row.id} on conflict do nothing`.execute(work.db)
  await work.db.deleteFrom('item_choice_group').where('group_id', '=', row.id).execute()
  return {
    own: { old: { item_ids: row.item_ids }, new: { item_ids: [] } },
    kept: { old: { item_ids: before }, new: { item_ids: await itemsOfGroups(work, [kept.id]) } },
  }
}
