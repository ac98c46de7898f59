import {
  conflictsOf,
  describePermission,
  type Grant,
  type GrantConflict,
  grantConflicts,
  type Parsed,
  type roleContract,
  scopeWidth,
  sortedGrants,
  viewsFor,
} from '@larder/contract'
import { sql } from 'kysely'
import type { Actor } from '#kit/actor.ts'
import type { Context, Work } from '#kit/context.ts'
import type { Problems, Told } from '#kit/resource/declaration.ts'
import type { RoleRow } from './role.queries.ts'
import { whyNotGrant } from './role-power.service.ts'

type Draft = Partial<Parsed<typeof roleContract.create>['body']>

/** Puts grants in the place of a role's; tells both, with how many people have the role. */
export async function replaceGrants(work: Work, row: RoleRow, wanted: readonly Grant[] | undefined): Promise<Told> {
  const { holders } = row
  if (!wanted) return { old: { holders, grants: row.grants }, new: { holders, grants: row.grants } }
  const grants = sortedGrants(wanted)
  await work.db.deleteFrom('role_grant').where('role_id', '=', row.id).execute()
  await insertGrants(work, row.id, grants)
  return { old: { holders, grants: row.grants }, new: { holders, grants } }
}

export async function insertGrants(work: Work, roleId: string, grants: readonly Grant[]): Promise<void> {
  if (grants.length === 0) return
  const values = grants.map(({ permission, limitMinor }) => ({ role_id: roleId, permission, limit_minor: limitMinor }))
  await work.db.insertInto('role_grant').values(values).execute()
}

/** Which conflicts of a role somebody has acknowledged, of those that it has; undefined where a change touches neither. */
export function acknowledgedOf({ grants, acknowledged }: Draft, row: RoleRow | null): GrantConflict[] | undefined {
  if (!grants && !acknowledged) return undefined
  const seen: readonly string[] = acknowledged ?? row?.acknowledged ?? []
  return conflictsOf(grants ?? row?.grants ?? []).filter((key) => seen.includes(key))
}

interface Judged {
  ctx: Context
  /** Null of a new one. */
  row: RoleRow | null
  body: Draft
}

/** What is wrong with a role as it would be, by field. */
export async function problemsOf({ ctx, row, body }: Judged): Promise<Problems<Draft>> {
  const { name, reach, teamIds, grants } = body
  return {
    ...(name !== undefined && (await isTaken(ctx, name, row)) && { name: 'is already taken' }),
    ...(grants && problemOfGrants(ctx.actor, grants)),
    ...(reach && row && (await problemOfReach(ctx, row, reach))),
    ...(teamIds && (await problemOfTeam(ctx, teamIds))),
    ...problemOfConflicts(body, row),
  }
}

async function isTaken({ db }: Context, name: string, row: RoleRow | null): Promise<boolean> {
  const folded = (value: unknown) => sql`lower(normalize(${value}, NFKC) collate pg_unicode_fast)`
  const { rows } =
    await sql`select from role where ${folded(sql`name`)} = ${folded(sql`${name}::text`)} and id is distinct from ${row?.id ?? null}::uuid limit 1`.execute(
      db,
    )
  return rows.length > 0
}

function problemOfGrants(actor: Actor, grants: readonly Grant[]): Problems<Draft> {
  const because = whyNotGrant(actor, { name: 'It', isAdmin: false, grants: [...grants] })
  if (because !== null) return { grants: `include what you lack: ${because}` }
  const held = new Set(grants.map(({ permission }) => permission))
  for (const permission of held) {
    const views = viewsFor(permission)
    if (views.length === 0 || views.some((view) => held.has(view))) continue
    const needed = views.map((view) => `“${describePermission(view)}”`).join(' or ')
    return { grants: `include “${describePermission(permission)}”, which takes ${needed} as well` }
  }
  return {}
}

async function problemOfReach({ db }: Context, row: RoleRow, reach: Exclude<Draft['reach'], undefined>): Promise<Problems<Draft>> {
  const people = await db
    .selectFrom('staff')
    .select('scope_kind')
    .where('role_id', '=', row.id)
    .where('status', '<>', 'deactivated')
    .execute()
  const beyond = people.filter(({ scope_kind }) => scopeWidth[scope_kind as keyof typeof scopeWidth] > scopeWidth[reach]).length
  return beyond === 0
    ? {}
    : { reach: `is narrower than the scope of ${beyond} ${beyond === 1 ? 'person who has' : 'people who have'} the role` }
}

async function problemOfTeam({ db, actor }: Context, teamIds: readonly string[]): Promise<Problems<Draft>> {
  const found = await db
    .selectFrom('role')
    .select('id')
    .where('id', 'in', teamIds.length > 0 ? teamIds : [null])
    .execute()
  if (found.length < new Set(teamIds).size) return { teamIds: 'has a role that does not exist' }
  // Who leads a team gives nobody a wider one.
  const { team, isAdmin } = actor
  const isWider = team && !isAdmin && (teamIds.length === 0 || teamIds.some((id) => !team.includes(id)))
  return isWider ? { teamIds: 'reaches further than your own team' } : {}
}

function problemOfConflicts({ grants, acknowledged }: Draft, row: RoleRow | null): Problems<Draft> {
  if (!grants && !acknowledged) return {}
  const seen: readonly string[] = acknowledged ?? row?.acknowledged ?? []
  const [open] = conflictsOf(grants ?? row?.grants ?? []).filter((key) => !seen.includes(key))
  return open
    ? { acknowledged: `must name "${open}", which these permissions bring about: ${grantConflicts[open].why.replace(/\.$/, '')}` }
    : {}
}
