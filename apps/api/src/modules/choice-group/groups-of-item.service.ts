import type { Choice, ChoiceKind } from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'

/** A group as it comes with an item, before the item's price is known. */
export interface GroupOfItem {
  name: string
  kind: ChoiceKind
  minChoices: number
  maxChoices: number
  freeChoices: number
  choices: Choice[]
}

/** What is chosen with the item of a query's row, in order: options first, then add-ons. The one place that menus and orders read it from. */
export const groupsOfItem: RawBuilder<GroupOfItem[]> = sql`(select coalesce(jsonb_agg(jsonb_build_object('name', choice_group.name,
    'kind', choice_group.kind, 'minChoices', min_choices, 'maxChoices', max_choices, 'freeChoices', free_choices, 'choices', choice_group.choices)
    order by choice_group.kind desc, choice_group.sort, choice_group.id), '[]')
  from item_choice_group as comes join choice_group on choice_group.id = comes.group_id where comes.item_id = item.id)`
