import { staffContract } from '@larder/contract'
import { revokeSessions, tellAccessChange } from '#kit/access/sessions.ts'
import { refuse } from '#kit/errors.ts'
import { completePhone } from '#kit/phone/phone.ts'
import type { Deed } from '#kit/resource/declaration.ts'
import { resource } from '#kit/resource.ts'
import { findRoleToGive } from '#modules/role/role.service.ts'
import { keepAnAdmin, lockAdmins } from './staff.admins.ts'
import { ownAccount, staffVisibleTo, whyNotChange, whyNotChangeAccess, whyNotReactivate, whyNotSuspend } from './staff.policy.ts'
import { presentStaff, type StaffRow, staffRows } from './staff.queries.ts'
import { checkScope, placeOfStaff } from './staff.scope.ts'

type Changing = Pick<Deed<StaffRow, unknown>, 'ctx' | 'work' | 'row'>

/** Accounts: what changes one of them in what it may do holds at once, everywhere. */
export const accounts = resource(staffContract, {
  table: 'staff',
  permission: 'staff.view',
  rows: staffRows,
  scope: { where: (ctx) => staffVisibleTo(ctx.actor), place: placeOfStaff },
  present: presentStaff,
  search: { name: 'staff.name', email: 'staff.email' },
  filters: { role: 'role.key', status: 'staff.status' },
  sorts: { name: 'staff.name', createdAt: 'staff.id' },
  columns: async ({ name, phone, expiresAt, email, roleId, scope }, { ctx }) => ({
    name,
    phone: phone && (await completePhone(ctx.services, phone, 'body.phone')),
    expires_at: expiresAt,
    email: email?.trim().toLowerCase(),
    role_id: roleId,
    scope_kind: scope?.kind,
    scope_ids: scope?.ids,
  }),
  create: {
    async rule({ ctx, body }) {
      const role = await findRoleToGive(ctx, body.roleId)
      await checkScope(ctx, role.key, body.scope)
      return null
    },
    // An account that one may open is not always one that one may see.
    mayLeave: true,
  },
  update: {
    before: ({ work, body }) => body.expiresAt && lockAdmins(work),
    whyNot: (row, { actor }) => whyNotChange(actor, row),
    async rule({ ctx, work, row, body: { expiresAt } }) {
      if (expiresAt !== undefined && row.id === ctx.actor.id) refuse('own-account', ownAccount)
      if (expiresAt) await keepAnAdmin(work, row)
      return null
    },
    also: tellAccess,
  },
  acts: {
    changeRole: {
      before: ({ work }) => lockAdmins(work),
      whyNot: (row, { actor }) => whyNotChangeAccess(actor, row),
      async rule({ ctx, work, row, body: { roleId, scope } }) {
        const role = await findRoleToGive(ctx, roleId)
        await checkScope(ctx, role.key, scope)
        if (!role.isAdmin) await keepAnAdmin(work, row)
        return null
      },
      sets: ({ body: { roleId, scope } }) => ({ role_id: roleId, scope_kind: scope.kind, scope_ids: scope.ids }),
      also: tellAccess,
      mayLeave: true,
    },
    suspend: {
      before: ({ work }) => lockAdmins(work),
      whyNot: (row, { actor }) => whyNotSuspend(actor, row),
      async rule({ work, row }) {
        await keepAnAdmin(work, row)
        return null
      },
      sets: () => ({ status: 'suspended' }),
      also: (deed) => endSessions(deed, 'suspended'),
    },
    reactivate: {
      whyNot: (row, { actor }) => whyNotReactivate(actor, row),
      sets: () => ({ status: 'active' }),
      also: tellAccess,
    },
    resetPassword: {
      whyNot: (row, { actor }) => whyNotChangeAccess(actor, row),
      also: (deed) => endSessions(deed, 'password-reset'),
    },
  },
  stamps: (row) => ({ access_version: row.access_version + 1 }),
})

function tellAccess({ ctx, work, row }: Changing): Promise<void> {
  return tellAccessChange(ctx.services, work, { about: 'staff', id: row.id })
}

async function endSessions(deed: Changing, because: string): Promise<void> {
  await revokeSessions(deed.ctx.services, deed.work, { staffId: deed.row.id }, because)
  await tellAccess(deed)
}
