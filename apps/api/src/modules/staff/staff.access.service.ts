import type { Output, Parsed, StaffMember, staffContract } from '@larder/contract'
import { hashPassword } from '#kit/access/passwords.ts'
import type { Context } from '#kit/context.ts'
import { findRoleToGive } from '#modules/role/role.service.ts'
import { checkScope } from './staff.scope.ts'
import { getStaff, makePassword } from './staff.service.ts'
import { changeStaff } from './staff.write.ts'

type Contract = typeof staffContract

export async function changeRole(ctx: Context, { params, body }: Parsed<Contract['changeRole']>): Promise<StaffMember> {
  // An account out of reach is not there, whatever it was to become.
  await getStaff(ctx, { params })
  const role = await findRoleToGive(ctx, body.roleId)
  await checkScope(ctx, role.key, body.scope)
  return changeStaff(ctx, {
    id: params.id,
    version: body.version,
    action: 'changeRole',
    set: { role_id: role.id, scope_kind: body.scope.kind, scope_ids: body.scope.ids },
    endsAdmin: !role.isAdmin,
  })
}

export function suspendStaff(ctx: Context, { params, body }: Parsed<Contract['suspend']>): Promise<StaffMember> {
  const { version, reason } = body
  return changeStaff(ctx, {
    id: params.id,
    version,
    action: 'suspend',
    set: { status: 'suspended' },
    reason,
    endsAdmin: true,
    endsSessions: 'suspended',
  })
}

export function reactivateStaff(ctx: Context, { params, body }: Parsed<Contract['reactivate']>): Promise<StaffMember> {
  const { version, reason } = body
  return changeStaff(ctx, { id: params.id, version, action: 'reactivate', set: { status: 'active' }, reason })
}

export async function resetPassword(
  ctx: Context,
  { params, body }: Parsed<Contract['resetPassword']>,
): Promise<Output<Contract['resetPassword']>> {
  const temporaryPassword = makePassword()
  const set = { password_hash: await hashPassword(temporaryPassword), must_change_password: true }
  const staff = await changeStaff(ctx, {
    id: params.id,
    version: body.version,
    action: 'resetPassword',
    set,
    endsSessions: 'password-reset',
  })
  return { staff, temporaryPassword }
}
