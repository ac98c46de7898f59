import type { Allowed } from '@larder/contract'
import type { Actor } from '#kit/actor.ts'
import { can } from '#kit/authorize.ts'
import { describeStoreUse } from '#modules/store/store-use.service.ts'

/** What the caller may do with an area, and why the state forbids it now. */
export function areaAllows(actor: Actor, area: { stores: number }): Allowed {
  return [
    ...(can(actor, 'setting.edit') ? [{ action: 'update', because: null }] : []),
    ...(can(actor, 'setting.delete') ? [{ action: 'remove', because: describeStoreUse(area.stores) }] : []),
  ]
}
