import type { Permission } from '@larder/contract'
import type { Actor } from '../actor.ts'

/** One fact of the record: what a unit of work did, to what, and who may hear of it. */
export interface Change {
  /** Table-independent name: `order`, `category-type`. */
  entity: string
  id: string
  /** The row's version after the change. */
  version: number
  /** The contract's verb: `accept`, `update`. */
  action: string
  /** Whole rows or the changed fields; null before a creation or after a removal. */
  old: unknown
  new: unknown
  /** Why, where a person was asked. */
  reason?: string | null
  /** Who may hear of it: holders of this permission, or everyone of the staff, whose scope reaches the branch or store (null = every scope). */
  permission: Permission | 'signed-in'
  branchId: string | null
  storeId: string | null
  /** Whose act it is, where the caller is who approved it. */
  maker?: Actor
  /** It stands in the record, and nobody hears of it: nothing that a screen shows has changed. */
  isUnheard?: boolean
  /** Whose alone it is: nobody else hears of it, whatever they may see. */
  staffId?: string | null
}

/** A realtime payload besides the change itself, told to the same kind of audience. */
export interface Notice {
  /** `changed` tells of a row that has moved without a fact for the record: how far a task is. */
  kind: 'changed' | 'order-notification' | 'message'
  entity: string
  entityId: string
  version: number
  permission: Change['permission']
  branchId: string | null
  storeId: string | null
  staffId?: string | null
  /** Minor units: whose limit of the permission is lower does not hear of it. */
  movesMinor?: number | null
  /** Who do not hear of it, whatever they may hear: whose own doing it is, and whoever is not to do what it asks for. */
  butStaffIds?: readonly string[]
  payload: unknown
}
