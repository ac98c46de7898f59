import type { Permission } from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'

/** How long somebody stands for whom they let in, and how long whoever shuts another out waits for it. */
const kinFor = sql`interval '30 days'`
const waitFor = sql`interval '7 days'`

/** What a person did: the program, by its command line or its jobs, is nobody. */
const byPerson = sql`actor_kind = 'staff'`
/** What gives somebody's account into the hands of whoever does it, until its owner has a way in of their own. */
const lettingIn = sql`${byPerson} and entity = 'staff' and action in ('create', 'invite', 'resetPassword', 'removeSecondFactor') and at > now() - ${kinFor}`
/** Of these, what makes kin of somebody who was none: an account that is opened belonged to nobody before. */
const isFresh = sql`action <> 'create' and at > now() - ${waitFor}`
/** What may keep somebody from approving, and what tells how they stood before. */
const keepingOut = sql`${byPerson} and entity in ('staff', 'role') and action in ('invite', 'acceptInvite', 'resetPassword', 'removeSecondFactor', 'suspend',
  'reactivate', 'deactivate', 'changeRole', 'update') and at > now() - ${waitFor}`
/** Of these, what people do to an account or to a role's permissions. */
const isDeed = sql`deed.action not in ('acceptInvite', 'reactivate')
  and (deed.action <> 'update' or deed.old ? case deed.entity when 'role' then 'grants' else 'expires_at' end)`

// Somebody lets few people in: of each it is looked up, and what others did in the last month is not read.
const letInBy = (id: RawBuilder<unknown>, unless = sql`false`) => sql`lateral (select entity_id::uuid as id from audit_entry
  where actor_id = ${id} and ${lettingIn} and not (${unless}) offset 0) as let_in`
const whoLetIn = (id: RawBuilder<unknown>, unless = sql`false`) => sql`lateral (select actor_id as id from audit_entry
  where entity_id = ${id}::text and ${lettingIn} and not (${unless}) offset 0) as letting`

/** What is to be approved: by which permission, by which it is found, who made it (`uuid[]`), where it is, and what it weighs against limits, in minor units. */
export interface Sought {
  permission: RawBuilder<string> | Permission
  view: RawBuilder<string> | Permission
  makers: RawBuilder<unknown>
  branch: RawBuilder<unknown>
  store: RawBuilder<unknown>
  weighs?: RawBuilder<unknown>
}

/** Somebody's account and role, as columns. */
interface Standing {
  status: RawBuilder<unknown>
  expiresAt: RawBuilder<unknown>
  scopeKind: RawBuilder<unknown>
  scopeIds: RawBuilder<unknown>
  /** Permissions of the role: a table of `permission` and `limit_minor`. */
  grants: RawBuilder<unknown>
}

const grantsNow = sql`(select permission, limit_minor from role_grant where role_id = role.id)`
const now: Standing = {
  status: sql`staff.status`,
  expiresAt: sql`staff.expires_at`,
  scopeKind: sql`staff.scope_kind`,
  scopeIds: sql`staff.scope_ids`,
  grants: grantsNow,
}
/** As they stood before what was done in the last days: the oldest value of what was changed, for the rest as it is. */
const before: Standing = {
  status: sql`coalesce(was.fields ->> 'status', staff.status)`,
  expiresAt: sql`case when was.fields ? 'expires_at' then (was.fields ->> 'expires_at')::timestamptz else staff.expires_at end`,
  scopeKind: sql`coalesce(was.fields ->> 'scope_kind', staff.scope_kind)`,
  scopeIds: sql`case when was.fields ? 'scope_ids'
    then array(select value::uuid from jsonb_array_elements_text(was.fields -> 'scope_ids')) else staff.scope_ids end`,
  // Of a role that is gone they are those that the record has last.
  grants: sql`(select permission, limit_minor from role_grant where role_id = role.id and not coalesce(role_was.fields ? 'grants', false)
    union all select permission, "limitMinor" from jsonb_to_recordset(coalesce(role_was.fields -> 'grants', case when role.id is null then
      (select new -> 'grants' from audit_entry where entity = 'role' and entity_id = was.fields ->> 'role_id' and new ? 'grants'
        order by entity_sequence desc limit 1) end, '[]')) as granted (permission text, "limitMinor" bigint))`,
}

/** Whether somebody who stands so is at work, reaches what is sought, and may find and approve it. */
function isAble({ permission, view, branch, store, weighs = sql`0` }: Sought, as: Standing): RawBuilder<boolean> {
  const grants = sql`${as.grants} as its`
  return sql<boolean>`${as.status} = 'active' and (${as.expiresAt} is null or ${as.expiresAt} > now())
    and (${as.scopeKind} = 'all' or (${as.scopeKind} = 'branch' and ${branch} = any(${as.scopeIds}))
      or (${as.scopeKind} = 'store' and ${store} = any(${as.scopeIds})))
    and (role.is_admin or (exists (select from ${grants} where permission = ${view})
      and exists (select from ${grants} where permission = ${permission} and coalesce(limit_minor, ${weighs}) >= ${weighs})))`
}

/**
 * Who may approve something (0206), for a `with recursive`: `kin` may be one of its makers, since somebody, one of them included, let both in;
 * `chosen` may approve it. Those are all who are no kin; where there are none, of the kin whom no maker let in the administrators of everything
 * and whoever let all makers in more than a week ago (`next`), unless somebody is `shut_out`: they could have approved it, and were no kin,
 * before what one of the kin did in the last week. What came to a maker then makes kin of nobody who could do the same without them.
 */
export function choosing(sought: Sought): RawBuilder<unknown> {
  const { makers } = sought
  return sql`hand (id) as (select unnest(${makers}) union
      select let_in.id from hand cross join ${letInBy(sql`hand.id`)}),
    head (id) as (select unnest(${makers}) union
      select letting.id from head cross join ${whoLetIn(sql`head.id`)}),
    kin (id) as (select id from head union
      select let_in.id from kin cross join ${letInBy(sql`kin.id`)}),
    able as (select staff.id, staff.role_id, staff.id in (select id from kin) as is_kin, role.is_admin and staff.scope_kind = 'all' as is_owner
      from staff join role on role.id = staff.role_id
      where staff.id <> all(${makers}) and staff.id not in (select id from hand) and ${isAble(sought, now)}),
    next as (select id, role_id from able where is_owner or not exists (select from unnest(${makers}) as maker (id)
      where coalesce((select max(at) from audit_entry where actor_id = able.id and entity_id = maker.id::text and ${lettingIn}), now())
        > now() - ${waitFor})),
    deed as (select entry.* from kin cross join lateral (select id, entity, entity_id, at, actor_name, action, old from audit_entry
      where actor_id = kin.id and ${keepingOut} offset 0) as entry),
    was as (select entity, entity_id, jsonb_object_agg(key, value order by deed.id desc) as fields
      from deed cross join jsonb_each(case when jsonb_typeof(old) = 'object' then old else '{}' end) group by entity, entity_id),
    could as (select staff.id, staff.name, coalesce(was.fields ->> 'role_id', staff.role_id::text) as role_id from staff
      left join was on was.entity = 'staff' and was.entity_id = staff.id::text
      left join role on role.id = coalesce((was.fields ->> 'role_id')::uuid, staff.role_id)
      left join was as role_was on role_was.entity = 'role' and role_was.entity_id = coalesce(was.fields ->> 'role_id', staff.role_id::text)
      where ${isAble(sought, before)}),
    head_before (id) as (select unnest(${makers}) union
      select letting.id from head_before
        cross join ${whoLetIn(sql`head_before.id`, sql`${isFresh} and exists (select from could where id = any(${makers}))`)}),
    kin_before (id) as (select id from head_before union
      select let_in.id from kin_before cross join ${letInBy(sql`kin_before.id`, isFresh)}),
    shut_out as (select could.name, deed.*, coalesce(whom.name, which.name) as whom from could
      join deed on ${isDeed} and case deed.entity when 'role' then deed.entity_id = could.role_id
        else deed.entity_id = could.id::text or (deed.action in ('invite', 'resetPassword', 'removeSecondFactor') and could.id in (select id from kin)) end
      left join staff as whom on deed.entity = 'staff' and whom.id = deed.entity_id::uuid
      left join role as which on deed.entity = 'role' and which.id = deed.entity_id::uuid
      where could.id <> all(${makers}) and could.id not in (select id from kin_before) and coalesce(whom.name, which.name) is not null),
    chosen as (select id, role_id from able where not is_kin
      union all select id, role_id from next
        where case when exists (select from able where not is_kin) then false else not exists (select from shut_out) end)`
}

/** What is told of who was shut out (SQL): what was done to them last, and until when it counts. */
export const shutOutTold = sql`(select jsonb_build_object('name', name, 'whom', whom, 'by', actor_name, 'action', action,
    'entity', entity, 'at', to_json(at), 'until', to_json(at + ${waitFor}))
  from shut_out order by at desc, id desc limit 1)`
