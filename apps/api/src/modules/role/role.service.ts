import { newId, type Parsed, type Permission, type Role, roleContract } from '@larder/contract'
import { sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import { rolesThatGrant } from '#kit/access/grantors.ts'
import { tellAccessChange } from '#kit/access/sessions.ts'
import { whyNotEverywhere } from '#kit/authorize.ts'
import type { Context, Work } from '#kit/context.ts'
import { invalid, refuse } from '#kit/errors.ts'
import { oneAtATime } from '#kit/record/quota.ts'
import { resource } from '#kit/resource.ts'
import { acknowledgedOf, insertGrants, problemsOf, replaceGrants } from './role.grants.ts'
import { whyNotChange, whyNotDelete } from './role.policy.ts'
import { presentRole, roleRows } from './role.queries.ts'
import { type Holder, whyNotGrant } from './role-power.service.ts'

// After those that come with the product.
const ownSort = 1000

/** Roles: those that come with the product, to be read and copied, and an installation's own. A change holds at once for whoever has the role. */
export const roles = resource(roleContract, {
  table: 'role',
  permission: 'role.view',
  rows: roleRows,
  scope: 'everybody',
  present: presentRole,
  search: { name: 'role.name' },
  filters: {
    permission: (permission) =>
      sql<boolean>`(role.is_admin or exists (select from role_grant where role_id = role.id and role_grant.permission = ${permission}))`,
  },
  columns: ({ name, reach, teamIds, grants, acknowledged }, { row }) => ({
    name,
    reach,
    team_ids: teamIds && [...new Set(teamIds)],
    acknowledged: acknowledgedOf({ ...(grants && { grants }), ...(acknowledged && { acknowledged }) }, row),
  }),
  create: {
    before: ({ ctx, work }) => {
      const because = whyNotEverywhere(ctx.actor, 'Roles hold')
      if (because) refuse('not-allowed-now', because)
      return oneNameAtATime(work)
    },
    rule: problemsOf,
    sets: async ({ ctx, body }) => ({ key: await keyFor(ctx, body.name), sort: ownSort }),
    parts: async ({ work, body: { grants }, now }) => {
      await insertGrants(work, now.id, grants)
      return { old: {}, new: { grants } }
    },
  },
  update: {
    before: ({ work, body: { name } }) => name && oneNameAtATime(work),
    whyNot: (row, { actor }) => whyNotChange(actor, row),
    rule: problemsOf,
    parts: ({ work, row, body }) => replaceGrants(work, row, body.grants),
    also: async ({ ctx, work, row }) => {
      await work.db.updateTable('staff').set({ access_version: sql`access_version + 1` }).where('role_id', '=', row.id).execute()
      await tellAccessChange(ctx.services, work, { about: 'role', id: row.id })
    },
  },
  remove: {
    whyNot: (row, { actor }) => whyNotDelete(actor, row),
    // Nobody has it; somebody may see the product as it.
    also: ({ ctx, work, row }) => tellAccessChange(ctx.services, work, { about: 'role', id: row.id }),
  },
  acts: {},
})

/** Every verb of roles. */
export const roleHandlers = { ...roles.handlers, assignable: listAssignableRoles, grantors: listGrantors }

/** The role that somebody is to get, which stays as it is until they have it; 422 naming `body.roleId` when there is none, or it is not this person's to give. */
export async function findRoleToGive(ctx: Context, id: string): Promise<Omit<Role, 'allowed'>> {
  const row = await roleRows(ctx.db).where('role.id', '=', id).forKeyShare('role').executeTakeFirst()
  if (!row) invalid({ 'body.roleId': 'is not a role' })
  const role = presentRole(row)
  const because = whyNotGrant(ctx.actor, role)
  return because === null ? role : invalid({ 'body.roleId': because })
}

/** Every role, with why this person may not give it. */
async function listAssignableRoles(ctx: Context) {
  const roles = await listRoles(ctx.db)
  return roles.map((role) => ({ id: role.id, key: role.key, name: role.name, reach: role.reach, because: whyNotGrant(ctx.actor, role) }))
}

function listGrantors({ services }: Context, { params }: Parsed<typeof roleContract.grantors>): Promise<string[]> {
  return rolesThatGrant(services, params.permission as Permission)
}

async function listRoles(db: ReadDatabase) {
  const rows = await roleRows(db).orderBy('role.sort').orderBy('role.name').execute()
  return rows.map(presentRole)
}

/**
 * Keys of the roles whose people somebody sees the accounts of: the lead of a team those of the team and their own, who reaches everything
 * all, others those that they may give. None without the permission.
 */
export async function accountRolesOf(
  db: ReadDatabase,
  person: Holder & { role: string | null; scope: { kind: string } },
): Promise<string[]> {
  if (!person.isAdmin && !person.grants.has('staff.view')) return []
  const all = await listRoles(db)
  const own = all.find(({ key }) => key === person.role)
  const isLead = !person.isAdmin && own !== undefined && own.teamIds.length > 0
  const seen = isLead
    ? all.filter(({ id }) => id === own.id || own.teamIds.includes(id))
    : all.filter((role) => person.isAdmin || person.scope.kind === 'all' || whyNotGrant(person, role) === null)
  return seen.map(({ key }) => key)
}

function oneNameAtATime(work: Work): Promise<void> {
  return oneAtATime(work, 'role', 'name')
}

/** `Night shift` is `night-shift`; of two that would be the same, and of names without a Latin letter, with something of an id. */
async function keyFor({ db }: Context, name: string): Promise<string> {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
  const isFree = words !== '' && !(await db.selectFrom('role').select('id').where('key', '=', words).executeTakeFirst())
  return isFree ? words : [words, newId().slice(-8)].filter(Boolean).join('-')
}
