import * as z from 'zod/mini'
import { contract, get, type JudgedChange, patch } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { grantConflictKeys } from '../grant-conflicts.ts'
import { type Granted, isTeamWider, isWider } from '../grants.ts'
import { byId, Named } from '../page.ts'
import { isLimited, permissions } from '../permission-list.ts'
import { scopeKinds } from '../scope-kinds.ts'
import { list } from '../values/collection.ts'
import { idOf } from '../values/id.ts'
import { maxMinor } from '../values/money.ts'
import { queryFlag, whole } from '../values/number.ts'
import { text } from '../values/text.ts'
import { recordContract } from './record.ts'

const PermissionName = z.enum(permissions)

/** What a role may do; `limitMinor` is the most that one act may move, null = no limit. */
export const Grant = z.strictObject({ permission: PermissionName, limitMinor: z.nullable(whole(1, maxMinor)) })
export type Grant = z.infer<typeof Grant>

const grants = list(Grant, permissions.length).check(
  z.refine((all) => new Set(all.map(({ permission }) => permission)).size === all.length, 'names a permission twice'),
  z.refine(
    (all) => all.every(({ permission, limitMinor }) => limitMinor === null || isLimited(permission)),
    'has a limit where there is none',
  ),
)

const draft = {
  name: text({ max: 60 }),
  /** The widest scope that its people may have. */
  reach: z.enum(scopeKinds),
  /** Roles of which its people lead the team: of all accounts they see those of these roles and of their own; none = all within their scope. */
  teamIds: list(idOf('role'), 40),
  grants,
  /** Conflicts among its grants that somebody has seen and wants to have. */
  acknowledged: list(z.enum(grantConflictKeys), grantConflictKeys.length),
}

const records = /* @__PURE__ */ recordContract('role', '/roles', {
  label: 'Roles',
  permission: 'role',
  proof: 'recent',
  draft,
  extra: {
    /** What programs and the record call it; stays when it is renamed. */
    key: z.string(),
    /** The word of `/accounts/{path}`, null for a role without such a page. */
    accountsPath: z.nullable(z.string()),
    /** Where it stands among the others: those that come with the product are first. */
    sort: z.int(),
    isAdmin: z.boolean(),
    /** It comes with the product: it can be copied, not changed. */
    builtIn: z.boolean(),
    team: z.array(Named),
    /** People who have it. */
    staff: z.int(),
  },
  filters: { builtIn: z.optional(queryFlag()), permission: z.optional(PermissionName) },
  sorts: ['sort', 'name', 'createdAt'],
  examples: {
    one: {
      name: 'Night shift',
      reach: 'all',
      teamIds: [],
      grants: [{ permission: 'dashboard.view', limitMinor: null }],
      acknowledged: [],
    },
  },
})

export const Role = records.get.shape.response
export type Role = z.infer<typeof Role>

/** A role that somebody has, as its change is kept: how many have it, what it may do, whose accounts its people see. */
interface HeldRole {
  name: string
  holders: number
  grants?: readonly Granted[]
  team_ids: readonly string[]
}

/** What somebody gains who has the role: a permission, a higher limit, or accounts of others. */
function widened({ before, after }: JudgedChange): string | null {
  const [was, is] = [before as HeldRole, after as HeldRole]
  if (was.holders === 0) return null
  return isTeamWider(was.team_ids, is.team_ids) || isWider(was.grants ?? [], is.grants ?? []) ? `Widen the role ${was.name}` : null
}

export const roleContract = /* @__PURE__ */ contract('role', {
  ...records,
  // How many have it is told with it.
  list: get('/roles', { ...records.list.shape, alsoShows: ['staff'] }),
  get: get('/roles/:id', { ...records.get.shape, alsoShows: ['staff'] }),
  update: patch('/roles/:id', {
    permission: 'role.edit',
    proof: 'recent',
    approval: { by: 'role.approve', needs: widened },
    params: byId('role'),
    body: records.update.shape.body,
    response: Role,
    example: { body: { name: 'Late shift' } },
    summary: 'Roles: change; it holds at once for everybody who has it',
  }),
  assignable: get('/roles/assignable', {
    permission: 'staff.view',
    response: z.array(
      z.strictObject({ id: idOf('role'), key: z.string(), name: z.string(), reach: z.enum(scopeKinds), because: z.nullable(z.string()) }),
    ),
    summary: 'Roles to choose from for an account, with how far each may reach, and why I may not give one',
  }),
  grantors: get('/roles/granting/:permission', {
    permission: 'signed-in',
    params: z.strictObject({ permission: PermissionName }),
    response: z.array(z.string()),
    summary: 'Names of the roles that can grant a permission',
  }),
})

/** A call of the API, as its description names it. */
const Call = z.strictObject({ name: z.string(), method: z.string(), path: z.string(), summary: z.string() })

/** What a permission opens, and who has it; taken from what every endpoint declares. */
export const PermissionFacts = z.strictObject({
  permission: PermissionName,
  /** What it allows: "approve refunds". */
  words: z.string(),
  resource: z.string(),
  /** A role may have a limit of it. */
  isLimited: z.boolean(),
  calls: z.array(Call),
  /** Calls whose change takes the approval of somebody who holds it. */
  approves: z.array(Call),
  /** Fields that it shows whole, by the kind of record: `order.customerPhone`. */
  reveals: z.array(z.string()),
  /** What it tells at once: `changed` of a kind of record, or what is announced by another event. */
  events: z.array(z.strictObject({ event: z.string(), entity: z.nullable(z.string()) })),
  roles: z.array(z.strictObject({ id: idOf('role'), name: z.string(), isAdmin: z.boolean(), limitMinor: z.nullable(z.int()) })),
  /** People who have one of these roles. */
  people: z.int(),
})
export type PermissionFacts = z.infer<typeof PermissionFacts>

export const permissionContract = contract('permission', {
  list: get('/permissions', {
    permission: 'role.view',
    response: z.array(PermissionFacts),
    alsoShows: ['role', 'staff'],
    summary: 'Every permission there is: what it opens, which roles have it, how many people',
  }),
})

export const roleRefusals = {
  'not-found': { 'role-not-found': 'No such role.' },
  refused: {
    'built-in-role': 'A built-in role can be copied, not changed.',
    'own-role': 'Nobody changes the role that they have themselves.',
  },
} as const satisfies Refusals
