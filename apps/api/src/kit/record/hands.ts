import type { Permission } from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Because } from '../errors.ts'

/** What gives somebody's account into the hands of whoever does it, until its owner has a way in of their own. */
const lettingIn = sql`entity = 'staff' and action in ('create', 'invite', 'resetPassword', 'removeSecondFactor') and at > now() - interval '30 days'`

/** What is to be approved: by which permission, who made it (`uuid[]`), where it is, and what it moves in minor units. */
export interface Sought {
  permission: RawBuilder<string> | Permission
  makers: RawBuilder<unknown>
  branch: RawBuilder<unknown>
  store: RawBuilder<unknown>
  moves?: RawBuilder<unknown>
  /** It is a request, which nobody finds without the inbox. */
  isRequest?: boolean
}

/**
 * Who may approve something (0206), for a `with recursive`: `kin` may be one of its makers, since somebody, one of them included, let both in;
 * `chosen` may approve it. Those are all who are no kin; where there are none, of the kin whom no maker let in the administrators of everything
 * and whoever let all makers in more than a week ago.
 */
function choosing({ permission, makers, branch, store, moves = sql`0`, isRequest = false }: Sought): RawBuilder<unknown> {
  const inbox = isRequest ? sql`and exists (select from role_grant where role_id = role.id and permission = 'approval.view')` : sql``
  return sql`hand (id) as (select unnest(${makers}) union
      select entity_id::uuid from audit_entry join hand on actor_id = hand.id where ${lettingIn}),
    head (id) as (select unnest(${makers}) union
      select actor_id from audit_entry join head on entity_id = head.id::text where ${lettingIn} and actor_id is not null),
    kin (id) as (select id from head union
      select entity_id::uuid from audit_entry join kin on actor_id = kin.id where ${lettingIn}),
    able as (select staff.id, staff.role_id, staff.id in (select id from kin) as is_kin, role.is_admin and staff.scope_kind = 'all' as is_owner
      from staff join role on role.id = staff.role_id
      where staff.status = 'active' and (staff.expires_at is null or staff.expires_at > now()) and staff.id <> all(${makers})
        and staff.id not in (select id from hand)
        and (staff.scope_kind = 'all' or (staff.scope_kind = 'branch' and ${branch} = any(staff.scope_ids))
          or (staff.scope_kind = 'store' and ${store} = any(staff.scope_ids)))
        and (role.is_admin or (exists (select from role_grant where role_id = role.id and permission = ${permission}
          and coalesce(limit_minor, ${moves}) >= ${moves}) ${inbox}))),
    chosen as (select id, role_id from able where not is_kin or (not exists (select from able where not is_kin)
      and (is_owner or not exists (select from unnest(${makers}) as maker (id)
        where coalesce((select max(at) from audit_entry where actor_id = able.id and entity_id = maker.id::text and ${lettingIn}), now())
          > now() - interval '7 days'))))`
}

/** The roles (SQL, an array) of those who could approve something, those of the widest reach first. */
export function rolesToApprove(sought: Sought): RawBuilder<string[]> {
  return sql<string[]>`(with recursive ${choosing(sought)} select array(select role.name from role
    where id in (select role_id from chosen) order by role.sort, role.name))`
}

/** Whether somebody who may approve such a thing by permission and reach may approve this one too (SQL). */
export function mayBeApprovedBy(id: string, sought: Sought): RawBuilder<boolean> {
  return sql<boolean>`(with recursive ${choosing(sought)} select case when ${id}::uuid not in (select id from kin) then true
    else exists (select from chosen where id = ${id}::uuid) end)`
}

/** A record, who made what would be approved of it, and what that takes. */
export interface Checking {
  id: string
  makers: readonly string[]
  permission: Permission
  branchId: string | null
  storeId: string | null
  moves: number | null
  /** Where nobody else could, an administrator of everything approves it, by themselves and though it is theirs. */
  isForOneToo: boolean
}

/** `because`: why it is not for the caller to approve; `exception`: what the record says where only an exception lets them. */
export interface Word {
  because: 'own' | Because | null
  exception: string | null
}

const otherHand: Because = {
  reason: 'own-hand',
  message:
    'In the last 30 days one of you opened the account of the other or gave it another way in, or the same person did so for both. Somebody else has to approve this.',
}

/** What the record says where nobody else could approve. */
export const aloneWords = 'Nobody else could approve it.'
const nobodyIndependentWords = 'Nobody who is independent of its maker could approve it.'

const words: Readonly<Record<string, Word>> = {
  free: { because: null, exception: null },
  next: { because: null, exception: nobodyIndependentWords },
  alone: { because: null, exception: aloneWords },
  kin: { because: otherHand, exception: null },
  own: { because: 'own', exception: null },
}

/** Whether the caller may approve what others made, of each record, by one read for all of them. */
export async function weighHands({ actor, db }: Pick<Context, 'actor' | 'db'>, asked: readonly Checking[]): Promise<Word[]> {
  if (asked.length === 0) return []
  const isOwner = actor.isAdmin && actor.scope.kind === 'all'
  const rows = asked.map(({ makers, permission, branchId, storeId, moves, isForOneToo }, place) => {
    return { place, makers, permission, branch: branchId, store: storeId, moves: moves ?? 0, alone: isForOneToo && isOwner }
  })
  const { permission, makers, branch, store, moves } = {
    permission: sql<string>`asked.permission`,
    makers: sql`asked.makers`,
    branch: sql`asked.branch`,
    store: sql`asked.store`,
    moves: sql`asked.moves`,
  }
  const isNobody = sql`asked.alone and not exists (select from chosen)`
  const found = await sql<{ word: string }>`select (with recursive ${choosing({ permission, makers, branch, store, moves })}
      select case when ${actor.id}::uuid = any(asked.makers) then case when ${isNobody} then 'alone' else 'own' end
        when ${actor.id}::uuid not in (select id from kin) then 'free'
        when exists (select from chosen where id = ${actor.id}::uuid) then 'next'
        when ${isNobody} then 'alone' else 'kin' end) as word
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as asked (place int, makers uuid[], permission text, branch uuid, store uuid, moves bigint, alone boolean)
    order by place`.execute(db)
  return found.rows.map(({ word }) => words[word] as Word)
}
