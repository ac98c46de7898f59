import { staffContract } from '@larder/contract'
import { sql } from 'kysely'
import { revokeSessions, tellAccessChange } from '#kit/access/sessions.ts'
import type { Context } from '#kit/context.ts'
import { refuse } from '#kit/errors.ts'
import type { Deed } from '#kit/resource/declaration.ts'
import { resource } from '#kit/resource.ts'
import { callOffMail } from '#modules/mail/mail.service.ts'
import { handOverClaims } from '#modules/order/act/hand-over.service.ts'
import { findRoleToGive } from '#modules/role/role.service.ts'
import { dropPasskeysToo } from '#modules/session/second-factor-codes.service.ts'
import { listSessionsOf } from '#modules/session/session-list.service.ts'
import { keepAnAdmin, lockAdmins } from './staff.admins.ts'
import { gainsOf } from './staff.gains.ts'
import {
  ownAccount,
  staffVisibleTo,
  whyNotChange,
  whyNotChangeAccess,
  whyNotChangeRole,
  whyNotEndSessions,
  whyNotInvite,
  whyNotReactivate,
  whyNotRemoveSecondFactor,
  whyNotSuspend,
  whyTooWide,
} from './staff.policy.ts'
import { presentStaff, type StaffRow, staffRows } from './staff.queries.ts'
import { checkScope, placeOfStaff } from './staff.scope.ts'
import { findHeir } from './staff.work.ts'

type Leaving = Deed<StaffRow, { reason: string; handOverTo?: string | null | undefined }>
/** No link opens it any more. */
const uninvited = { invite_hash: null, invite_expires_at: null }

type Changing = Pick<Deed<StaffRow, unknown>, 'ctx' | 'work' | 'row'>

/** Accounts: what changes one of them in what it may do holds at once, everywhere. */
export const accounts = resource(staffContract, {
  table: 'staff',
  permission: 'staff.view',
  rows: staffRows,
  scope: { where: (ctx) => staffVisibleTo(ctx.actor), place: placeOfStaff },
  present: presentStaff,
  search: { name: 'staff.name', email: 'staff.email' },
  filters: {
    role: 'role.key',
    storeId: (id) => sql<boolean>`staff.scope_ids @> array[${id}]::uuid[]`,
    expiresWithinDays: (days) => sql<boolean>`staff.expires_at <= now() + make_interval(days => ${days})`,
  },
  columns: ({ name, phone, imageId, expiresAt, email, roleId, scope }) => ({
    name,
    phone,
    image_id: imageId,
    expires_at: expiresAt,
    email: email?.trim().toLowerCase(),
    role_id: roleId,
    scope_kind: scope?.kind,
    scope_ids: scope?.ids,
  }),
  create: {
    async rule({ ctx, body }) {
      const role = await findRoleToGive(ctx, body.roleId)
      await checkScope(ctx, role, body.scope)
      return problemOfExpiry(ctx, body.expiresAt)
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
      return expiresAt === row.expires_at ? null : problemOfExpiry(ctx, expiresAt)
    },
    also: tellAccess,
  },
  acts: {
    changeRole: {
      before: ({ work }) => lockAdmins(work),
      whyNot: (row, { actor }) => whyNotChangeRole(actor, row),
      async rule({ ctx, work, row, body: { roleId, scope } }) {
        const role = await findRoleToGive(ctx, roleId)
        await checkScope(ctx, role, scope)
        if (!role.isAdmin || scope.kind !== 'all') await keepAnAdmin(work, row)
        return null
      },
      async parts({ ctx, row, body }) {
        const gains = await gainsOf(ctx, row, body)
        return gains.length === 0 ? { old: {}, new: {} } : { old: { gains: [] }, new: { gains } }
      },
      sets: ({ body: { roleId, scope } }) => ({ role_id: roleId, scope_kind: scope.kind, scope_ids: scope.ids }),
      also: tellAccess,
      mayLeave: true,
    },
    suspend: {
      before: ({ work }) => lockAdmins(work),
      whyNot: (row, { actor }) => whyNotSuspend(actor, row),
      rule: checkLeaving,
      sets: () => ({ status: 'suspended', ...uninvited }),
      also: (deed) => leave(deed, 'suspended'),
    },
    reactivate: {
      whyNot: (row, { actor }) => whyNotReactivate(actor, row) ?? whyTooWide(row),
      sets: ({ row }) => ({ status: row.has_password ? 'active' : 'invited' }),
      also: tellAccess,
    },
    deactivate: {
      before: ({ work }) => lockAdmins(work),
      whyNot: (row, { actor }) => whyNotChangeAccess(actor, row),
      rule: checkLeaving,
      sets: () => ({ status: 'deactivated', password_hash: null, ...uninvited }),
      also: async (deed) => {
        await dropPasskeysToo(deed.work, deed.row.id)
        await leave(deed, 'deactivated')
      },
    },
    invite: {
      whyNot: (row, { actor }) => whyNotInvite(actor, row) ?? whyTooWide(row),
    },
    resetPassword: {
      whyNot: (row, { actor }) => whyNotChangeAccess(actor, row),
      // Who had the password may have added one.
      also: async (deed) => {
        await dropPasskeysToo(deed.work, deed.row.id)
        await endSessions(deed, 'password-reset')
      },
    },
    removeSecondFactor: {
      whyNot: (row, { actor }) => whyNotRemoveSecondFactor(actor, row),
      sets: raised,
      also: removeFactor,
    },
    endSession: {
      whyNot: (row, { actor }) => whyNotEndSessions(actor, row),
      rule: async ({ ctx, row, body: { sessionId } }) =>
        (await hasSession(ctx, row.id, sessionId)) ? null : { sessionId: 'is not one of their live sessions' },
      sets: raised,
      also: ({ ctx, work, body: { sessionId } }) => revokeSessions(ctx.services, work, { sessionId }, 'ended-by-administrator'),
    },
    endSessions: {
      whyNot: (row, { actor }) => whyNotEndSessions(actor, row),
      sets: raised,
      also: (deed) => endSessions(deed, 'ended-by-administrator'),
    },
  },
  stamps: (row) => ({ access_version: row.access_version + 1 }),
})

async function removeFactor(deed: Changing): Promise<void> {
  await dropPasskeysToo(deed.work, deed.row.id)
  await tellAccess(deed)
}

function tellAccess({ ctx, work, row }: Changing): Promise<void> {
  return tellAccessChange(ctx.services, work, { about: 'staff', id: row.id })
}

async function endSessions(deed: Changing, because: string): Promise<void> {
  await revokeSessions(deed.ctx.services, deed.work, { staffId: deed.row.id }, because)
  await callOffMail(deed.work, deed.row.id)
  await tellAccess(deed)
}

// What it sets is all that the record has of a session that was ended: rows of sessions are not kept.
function raised({ row }: { row: StaffRow }) {
  return { access_version: row.access_version + 1 }
}

async function hasSession({ db }: Context, staffId: string, sessionId: string): Promise<boolean> {
  return (await listSessionsOf(db, staffId, null)).some(({ id }) => id === sessionId)
}

async function checkLeaving({ ctx, work, row, body }: Leaving) {
  await keepAnAdmin(work, row)
  const isHeirless = body.handOverTo && !(await findHeir(ctx, row.id, body.handOverTo))
  return isHeirless ? { handOverTo: 'cannot take over this work' } : null
}

/** Nobody is left with the access, and nothing with nobody: what the person handles goes to another, or back to whoever claims it. */
async function leave(deed: Leaving, because: string): Promise<void> {
  const { ctx, work, row, body } = deed
  await endSessions(deed, because)
  const heir = body.handOverTo ? await findHeir(ctx, row.id, body.handOverTo) : null
  await handOverClaims(ctx, work, { from: row, to: heir, reason: body.reason })
}

/** Whoever is to have no access any more is suspended, with a reason: an end that has passed would say so nowhere. */
function problemOfExpiry({ clock }: Context, expiresAt: string | null | undefined): { expiresAt: string } | null {
  return expiresAt && expiresAt <= clock.instant() ? { expiresAt: 'must be later than now' } : null
}
