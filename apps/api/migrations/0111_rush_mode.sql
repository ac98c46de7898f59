-- More minutes of preparation for a while, wherever it is: in a branch, one of its areas, a vertical.
create table rush_mode (
  id uuid primary key,
  branch_id uuid not null references branch,
  area_id uuid references area,
  vertical text,
  extra_minutes integer not null,
  reason text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  -- When somebody ended it, or the clock did.
  ended_at timestamptz,
  started_by uuid not null references staff,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint rush_mode_extra_minutes_bound check (extra_minutes between 1 and 120),
  constraint rush_mode_reason_bound check (octet_length(reason) <= 1600)
);
create index rush_mode_on on rush_mode (branch_id, ends_at) where ended_at is null;
create index rush_mode_by_end on rush_mode (ends_at) where ended_at is null;
create index rush_mode_of_branch on rush_mode (branch_id, id);

-- Who changed how a store takes orders, and when: what is told where all that is temporary is listed.
alter table store add column open_mode_by text, add column open_mode_at timestamptz;
create index store_not_open on store (open_mode_until) where open_mode <> 'open';
create index item_snoozed on item (snoozed_until) where snoozed_until is not null;

-- Minutes that a store needs at a moment: the usual, more while it is busy, by the hour, by its open orders, and in rush.
create function store_prep_minutes(store, timestamptz) returns integer language sql stable as $$
  select least(480, $1.prep_minutes
    + case when $1.open_mode = 'busy' and coalesce($1.open_mode_until > $2, true) then $1.busy_extra_minutes else 0 end
    + case when $1.prep_windows = '[]' then 0 else coalesce((
        select max((w ->> 'extraMinutes')::int)
        from jsonb_array_elements($1.prep_windows) as w,
          (select to_char($2 at time zone $1.time_zone, 'HH24:MI') as clock, extract(dow from $2 at time zone $1.time_zone)::int as day) as here
        where (here.day = (w ->> 'day')::int and clock >= w ->> 'from' and (clock < w ->> 'to' or w ->> 'to' <= w ->> 'from'))
          or (here.day = ((w ->> 'day')::int + 1) % 7 and w ->> 'to' <= w ->> 'from' and clock < w ->> 'to')), 0) end
    + case when $1.prep_loads = '[]' then 0 else coalesce((
        select max((rule ->> 'extraMinutes')::int)
        from jsonb_array_elements($1.prep_loads) as rule,
          (select count(*) as open from orders where orders.store_id = $1.id
            and orders.status in ('pending', 'accepted', 'preparing')) as load
        where load.open >= (rule ->> 'openOrders')::int), 0) end
    + coalesce((
        select max(extra_minutes) from rush_mode
        where rush_mode.branch_id = $1.branch_id and ended_at is null and starts_at <= $2 and ends_at > $2
          and (rush_mode.area_id is null or rush_mode.area_id = $1.area_id)
          and (rush_mode.vertical is null or rush_mode.vertical = $1.vertical)), 0))
$$;
