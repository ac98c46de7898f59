-- What a channel key speaks for: what came in by it, or all that belongs to some branches or stores. The keys that are there keep what they had.
alter table channel_key
  add column reach text not null default 'own' check (reach in ('own', 'branch', 'store')),
  add column place_ids uuid[] not null default '{}',
  add constraint channel_key_reach_places check ((reach = 'own') = (cardinality(place_ids) = 0)),
  add constraint channel_key_reach_of_kind
    check (reach = 'own' or kind in ('store-app', 'till') or (kind = 'rider-app' and reach = 'branch'));

create function channel_key_reach_exists() returns trigger language plpgsql as $$
declare
  missing uuid;
begin
  select place_id into missing from unnest(new.place_ids) as place_id
    where not exists (select from branch where new.reach = 'branch' and branch.id = place_id)
      and not exists (select from store where new.reach = 'store' and store.id = place_id) limit 1;
  if found then
    raise foreign_key_violation using constraint = 'channel_key_reach_exists', table = 'channel_key',
      message = format('there is no %s %s', new.reach, missing);
  end if;
  return new;
end $$;
create trigger channel_key_reach_exists before insert or update of reach, place_ids on channel_key
  for each row execute function channel_key_reach_exists();
