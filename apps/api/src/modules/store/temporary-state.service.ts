import { type Page, type Parsed, type Permission, TemporaryState, type temporaryStateContract, verticals } from '@larder/contract'
import { sql } from 'kysely'
import { can, inScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { equalTo, listPage } from '#kit/list-query.ts'
import { matching } from '#kit/read/search-text.ts'

interface StateRow {
  id: string
  kind: TemporaryState['kind']
  name: string
  store_id: string | null
  store_name: string | null
  /** The store within whose reach it is: null of what holds for a branch. */
  counter_id: string | null
  branch_id: string
  branch_name: string
  vertical: string | null
  reason: string | null
  told_by: string | null
  since: string | null
  ends_at: string | null
  version: number
}

interface Entry {
  by: string
  reason: string | null
  at: string
}

/** After whatever has an end. */
const never = 'infinity'

/** What holds for a while now: each kind from an index of its own that only has those. */
export function listTemporaryStates(
  ctx: Context,
  { query: input }: Parsed<typeof temporaryStateContract.list>,
): Promise<Page<TemporaryState>> {
  const now = ctx.clock.instant()
  const riders = can(ctx, 'rider.view') ? sql`true` : sql`false`
  const states = sql<StateRow>`(
    select store.id, open_mode as kind, store.display_name as name, store.id as store_id, store.display_name as store_name, store.id as counter_id,
      store.branch_id, branch.name as branch_name, store.vertical, open_mode_reason as reason, open_mode_by as told_by, open_mode_at as since,
      open_mode_until as ends_at, store.version
    from store join branch on branch.id = store.branch_id
    where open_mode <> 'open' and store.status = 'live'
      and (open_mode_until is null or open_mode_until > ${now})
    union all
    select rush_mode.id, 'rush', coalesce(area.name, branch.name), null, null, null, rush_mode.branch_id, branch.name, rush_mode.vertical,
      rush_mode.reason, staff.name, starts_at, ends_at, rush_mode.version
    from rush_mode join branch on branch.id = rush_mode.branch_id left join area on area.id = rush_mode.area_id
      join staff on staff.id = rush_mode.started_by
    where ended_at is null and ends_at > ${now}
    union all
    select item.id, 'snoozed', item.name, store.id, store.display_name, store.id, store.branch_id, branch.name, store.vertical,
      null, null, null, snoozed_until, item.version
    from item join store on store.id = item.store_id join branch on branch.id = store.branch_id
    where snoozed_until > ${now}
    union all
    select rider.id, 'blocked', rider.name, null, null, null, rider.branch_id, branch.name, null,
      rider.status_reason, null, null, blocked_until, rider.version
    from rider join branch on branch.id = rider.branch_id
    where ${riders} and rider.status = 'blocked' and (blocked_until is null or blocked_until > ${now}))`
  const all = ctx.db.selectFrom(states.as('temporary_state'))
  const query = inScope(ctx, all, { branch: 'temporary_state.branch_id', store: 'temporary_state.counter_id' })
    .selectAll()
    .select(entry.as('entry'))
    .where(equalTo('temporary_state.kind', input.kind))
    .where(equalTo('temporary_state.branch_id', input.branchId))
    .where(equalTo('temporary_state.store_id', input.storeId))
    .where(matching(ctx, TemporaryState, { of: 'temporary_state.name', store: 'temporary_state.store_name' }, input.q ?? ''))
  const endsAt = { column: sql<string>`coalesce(ends_at, ${never}::timestamptz)` }
  return listPage(ctx, {
    query,
    input,
    sorts: { endsAt },
    defaultSort: 'endsAt',
    tie: 'temporary_state.id',
    present: (row) => present(ctx, row),
  })
}

/** Who brought an item or a rider there stands in the record of changes alone; asked of the rows of a page, and of no others. */
const entry = sql<Entry | null>`(
  select jsonb_build_object('by', actor_name, 'reason', reason, 'at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from audit_entry
  where entity = case temporary_state.kind when 'snoozed' then 'item' when 'blocked' then 'rider' end and entity_id = temporary_state.id::text
    and (temporary_state.kind = 'blocked' and action = 'block' or temporary_state.kind = 'snoozed' and new ->> 'snoozed_until' is not null)
  order by audit_entry.id desc limit 1)`

/** The act that ends it, and who may. */
const ends = {
  paused: ['setOpenMode', 'store.operate'],
  closed: ['setOpenMode', 'store.operate'],
  busy: ['setOpenMode', 'store.operate'],
  rush: ['end', 'store.operate'],
  snoozed: ['snooze', 'menu.operate'],
  blocked: ['unblock', 'rider.operate'],
} as const satisfies Record<TemporaryState['kind'], [act: string, may: Permission]>

function allowedOf(ctx: Context, kind: TemporaryState['kind']): TemporaryState['allowed'] {
  const [action, may] = ends[kind]
  return can(ctx, may) ? [{ action, because: null }] : []
}

function present(ctx: Context, row: StateRow & { entry: Entry | null }): TemporaryState {
  const { id, kind, name, store_id, store_name, branch_id, branch_name, vertical, entry: told, ends_at } = row
  const limited = kind === 'rush' && vertical ? `${name}, ${verticals[vertical as keyof typeof verticals].label}` : name
  return {
    id,
    kind,
    of: { id, name: limited },
    store: store_id ? { id: store_id, name: store_name ?? '' } : null,
    branch: { id: branch_id, name: branch_name },
    reason: row.reason ?? told?.reason ?? null,
    by: row.told_by ?? told?.by ?? null,
    since: row.since ?? told?.at ?? null,
    endsAt: ends_at,
    version: row.version,
    allowed: allowedOf(ctx, kind),
  } as TemporaryState
}
