import type { Permission } from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Because } from '../errors.ts'
import { choosing, type Sought, shutOutTold } from './choosing.ts'
import { type ShutOut, shutOutWords } from './shut-out.ts'

/** The roles (SQL, an array) of those who could approve something, those of the widest reach first. */
export function rolesToApprove(sought: Sought): RawBuilder<string[]> {
  return sql<string[]>`(with recursive ${choosing(sought)} select array(select role.name from role
    where id in (select role_id from chosen) order by role.sort, role.name))`
}

/** The same, with who was shut out where there are none (SQL, an object). */
export function approvalOf(sought: Sought): RawBuilder<{ by: string[]; out: ShutOut | null }> {
  return sql<{ by: string[]; out: ShutOut | null }>`(with recursive ${choosing(sought)} select jsonb_build_object(
    'by', array(select role.name from role where id in (select role_id from chosen) order by role.sort, role.name),
    'out', case when exists (select from chosen) then null else ${shutOutTold} end))`
}

/** Whom a bell to approve something is not rung for (SQL, an array): its makers, and of those who hear of such things whoever may not approve it. */
export function notRungFor(sought: Sought): RawBuilder<string[]> {
  const hears = sql`role.is_admin or exists (select from role_grant where role_id = role.id and permission = ${sought.permission})`
  return sql<string[]>`(with recursive ${choosing(sought)} select array(select unnest(${sought.makers}) union
    select staff.id from staff join role on role.id = staff.role_id where staff.status = 'active' and (${hears})
      and staff.id not in (select id from chosen)))`
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
  /** The permission by which it is found. */
  view: Permission
  branchId: string | null
  storeId: string | null
  weighs: number | null
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
export async function weighHands(
  { actor, db, services }: Pick<Context, 'actor' | 'db' | 'services'>,
  asked: readonly Checking[],
): Promise<Word[]> {
  if (asked.length === 0) return []
  const isOwner = actor.isAdmin && actor.scope.kind === 'all'
  const rows = asked.map(({ makers, permission, view, branchId, storeId, weighs, isForOneToo }, place) => {
    return { place, makers, permission, view, branch: branchId, store: storeId, weighs: weighs ?? 0, alone: isForOneToo && isOwner }
  })
  const sought: Sought = {
    permission: sql<string>`asked.permission`,
    view: sql<string>`asked.view`,
    makers: sql`asked.makers`,
    branch: sql`asked.branch`,
    store: sql`asked.store`,
    weighs: sql`asked.weighs`,
  }
  const isMaker = sql`${actor.id}::uuid = any(asked.makers)`
  const isExcepted = sql`asked.alone or (not ${isMaker} and exists (select from next where id = ${actor.id}::uuid))`
  const found = await sql<{ word: string; out: ShutOut | null }>`select told ->> 'word' as word, told -> 'out' as out
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as asked (place int, makers uuid[], permission text, view text, branch uuid, store uuid, weighs bigint, alone boolean)
    cross join lateral (select (with recursive ${choosing(sought)},
      weighed (word) as (select case when ${actor.id}::uuid not in (select id from kin) then 'free'
        when exists (select from chosen where id = ${actor.id}::uuid) then 'next'
        when not (${isExcepted}) or exists (select from chosen) then case when ${isMaker} then 'own' else 'kin' end
        when exists (select from shut_out) then 'shut-out'
        else 'alone' end)
      select jsonb_build_object('word', word, 'out', case when word = 'shut-out' then ${shutOutTold} end) from weighed) as told) as weighed
    order by place`.execute(db)
  return Promise.all(
    found.rows.map(async ({ word, out }) => {
      if (out === null) return words[word] as Word
      return { because: { reason: 'approver-shut-out', message: await shutOutWords({ services }, out) }, exception: null }
    }),
  )
}
