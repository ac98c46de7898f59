import type { Instant } from '@larder/contract'
import { describeStoreUse } from './store-use.service.ts'

interface GroupRow {
  id: string
  name: string
  sort: number
  active: boolean
  image_id: string | null
  stores: number
  created_at: Instant
  version: number
}

type GroupDraft = Partial<Pick<GroupRow, 'name' | 'sort' | 'active'> & { imageId: string | null | undefined }>

/** What is declared of a lookup of groups of stores, beyond its rows: category types and cuisines are alike in it. */
export function storeGroup<T extends 'category_type' | 'cuisine'>(table: T) {
  return {
    table,
    permission: 'setting.view',
    scope: 'everybody',
    search: { name: `${table}.name` },
    filters: { active: `${table}.active` },
    sorts: { sort: `${table}.sort`, name: `${table}.name`, createdAt: `${table}.id` },
    remove: { whyNot: ({ stores }: Pick<GroupRow, 'stores'>) => describeStoreUse(stores) },
    acts: {},
  } as const
}

/** A group of stores as people get it. */
export function presentStoreGroup({ id, name, sort, active, image_id, stores, created_at, version }: GroupRow) {
  return { id, name, sort, active, imageId: image_id, stores, createdAt: created_at, version }
}

/** The columns that a draft of a group of stores, or a part of one, fills. */
export function columnsOfStoreGroup({ name, sort, active, imageId }: GroupDraft) {
  return { name, sort, active, image_id: imageId }
}
