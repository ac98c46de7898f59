import { compareGrants, describePermission, isTeamWider, type StaffScope, scopeWidth } from '@larder/contract'
import type { Context } from '#kit/context.ts'
import { findRoleToGive } from '#modules/role/role.service.ts'
import { findPlaces, type StaffRow } from './staff.queries.ts'

/** What somebody gains by another role and scope, in words: "operate orders"; none where they reach and may no more than before. */
export async function gainsOf(
  ctx: Context,
  row: Pick<StaffRow, 'role_id' | 'scope_kind' | 'scope_ids'>,
  { roleId, scope }: { roleId: string; scope: StaffScope },
): Promise<string[]> {
  const [was, is] = [await findRoleToGive(ctx, row.role_id), await findRoleToGive(ctx, roleId)]
  const isReachWider = await reachesFurther(ctx, row, scope)
  const reach = isReachWider ? ['a wider scope'] : []
  if (was.isAdmin) return reach
  if (is.isAdmin) return ['everything', ...reach]
  const { gained, raised } = compareGrants(was.grants, is.grants)
  const seesAccounts = is.grants.some(({ permission }) => permission === 'staff.view')
  return [
    ...reach,
    ...(seesAccounts && isTeamWider(was.teamIds, is.teamIds) ? ['accounts of other roles'] : []),
    ...gained.map(({ permission }) => describePermission(permission)),
    ...raised.map(({ to }) => `${describePermission(to.permission)} up to a higher limit`),
  ]
}

async function reachesFurther(
  ctx: Context,
  { scope_kind, scope_ids }: Pick<StaffRow, 'scope_kind' | 'scope_ids'>,
  scope: StaffScope,
): Promise<boolean> {
  const kind = scope_kind as StaffScope['kind']
  if (kind === 'all') return false
  if (scopeWidth[scope.kind] > scopeWidth[kind]) return true
  if (scope.kind === kind) return scope.ids.some((id) => !scope_ids.includes(id))
  const stores = await findPlaces(ctx.db, 'store', scope.ids)
  return stores.some(({ branchId }) => !scope_ids.includes(branchId))
}
