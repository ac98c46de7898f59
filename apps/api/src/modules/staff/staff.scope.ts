import { type Role, type StaffScope, scopeWidth } from '@larder/contract'
import type { Selectable } from 'kysely'
import type { Staff } from '#db/schema.gen.ts'
import type { Context } from '#kit/context.ts'
import { invalid } from '#kit/errors.ts'
import { wholeInstallation } from '#kit/live/audience.ts'
import { findPlaces } from './staff.queries.ts'

/** Goes on only if the role may reach this far, the places exist and lie within the giver's own scope; else 422 on the field. */
export async function checkScope(ctx: Context, { reach }: Pick<Role, 'reach'>, scope: StaffScope): Promise<void> {
  if (scopeWidth[scope.kind] > scopeWidth[reach])
    invalid({ 'body.scope.kind': `must be ${reach === 'branch' ? 'branch or store' : 'store'} for this role` })
  const own = ctx.actor.scope
  if (scope.kind === 'all') {
    if (own.kind !== 'all') invalid({ 'body.scope.kind': 'reaches further than your own scope' })
    return
  }
  const places = await findPlaces(ctx.db, scope.kind, scope.ids)
  const isWithin = (place: { id: string; branchId: string }) =>
    own.kind === 'all' || own.ids.includes(own.kind === 'branch' ? place.branchId : place.id)
  const isReachable = own.kind === 'store' ? scope.kind === 'store' : true
  if (!isReachable || places.filter(isWithin).length !== scope.ids.length)
    invalid({ 'body.scope.ids': `names a ${scope.kind} that does not exist or is not yours` })
}

/** Where an account belongs, for who may hear of it: one branch or one store, else only those who reach all. */
export function placeOfStaff({ scope_kind, scope_ids }: Pick<Selectable<Staff>, 'scope_kind' | 'scope_ids'>) {
  const [only] = scope_ids.length === 1 ? scope_ids : []
  if (only && scope_kind === 'store') return { branchId: null, storeId: only }
  return { branchId: only ?? wholeInstallation, storeId: null }
}
