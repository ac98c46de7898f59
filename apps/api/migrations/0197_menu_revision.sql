-- What apps are told of a store's menu has a revision, which rises by one as a transaction commits that changed any of it, whoever wrote it; and which
-- items each revision changed is kept for a while, so that an app reads those alone.
create table menu_revision (
  store_id uuid primary key references store on delete cascade,
  revision bigint not null,
  raised_at timestamptz not null,
  -- whoever knows an earlier one reads the menu whole: all of it changed
  whole_from bigint not null default 0
);
-- Appended to, so that nobody waits for anybody else's; without a revision until its transaction commits.
create table menu_change (
  store_id uuid not null,
  revision bigint,
  item_id uuid not null,
  at timestamptz not null default now()
);
create index menu_change_in_order on menu_change (store_id, revision, item_id);
create index menu_change_by_age on menu_change (at);
-- What a transaction has changed beside single items; gone as it commits.
create table menu_raise (
  store_id uuid not null,
  transaction xid8 not null,
  category_ids uuid[] not null default '{}',
  group_ids uuid[] not null default '{}',
  whole boolean not null default false,
  primary key (store_id, transaction)
);

-- The menu's row is held from here to the end of the commit alone, so that revisions become visible in their order and nobody waits for a long
-- transaction. Items of a category or a group are looked up behind that lock: one that came to it meanwhile is seen here, or told by a later revision.
create function raise_menu() returns trigger language plpgsql as $$
declare
  raised menu_raise;
  next bigint;
begin
  delete from menu_raise where store_id = new.store_id and transaction = new.transaction returning * into raised;
  insert into menu_revision (store_id, revision, raised_at) select id, 1, clock_timestamp() from store where id = new.store_id
    on conflict (store_id) do update set revision = menu_revision.revision + 1, raised_at = clock_timestamp() returning revision into next;
  if raised.whole then update menu_revision set whole_from = next where store_id = new.store_id; end if;
  update menu_change set revision = next where store_id = new.store_id and revision is null;
  if raised.category_ids <> '{}' then
    insert into menu_change (store_id, revision, item_id) select new.store_id, next, item.id from item where category_id in (
      select id from menu_category where id = any(raised.category_ids) or parent_id = any(raised.category_ids));
  end if;
  if raised.group_ids <> '{}' then
    insert into menu_change (store_id, revision, item_id)
      select distinct new.store_id, next, item_id from item_choice_group where group_id = any(raised.group_ids);
  end if;
  return null;
end $$;
create constraint trigger menu_raise_at_commit after insert on menu_raise deferrable initially deferred
  for each row execute function raise_menu();

create function note_menu_item() returns trigger language plpgsql as $$
declare
  told item := case when tg_op = 'DELETE' then old else new end;
begin
  insert into menu_raise (store_id, transaction) values (told.store_id, pg_current_xact_id()) on conflict do nothing;
  insert into menu_change (store_id, item_id) values (told.store_id, told.id);
  return null;
end $$;
create trigger item_on_menu after insert or delete on item for each row execute function note_menu_item();
-- How much is left is not told, only that nothing is: an order that leaves some raises nothing.
create trigger item_changes_on_menu after update on item for each row
  when ((old.category_id, old.sku, old.name, old.unit, old.price_minor, old.lead_hours, old.available, old.snoozed_until, old.schedule, old.sort,
      coalesce(old.stock = 0, false))
    is distinct from (new.category_id, new.sku, new.name, new.unit, new.price_minor, new.lead_hours, new.available, new.snoozed_until, new.schedule, new.sort,
      coalesce(new.stock = 0, false)))
  execute function note_menu_item();

create function note_menu_choices() returns trigger language plpgsql as $$
declare
  told item;
begin
  select * into told from item where id = case when tg_op = 'DELETE' then old.item_id else new.item_id end;
  -- With its item gone, that is what is told.
  if told.id is null then return null; end if;
  insert into menu_raise (store_id, transaction) values (told.store_id, pg_current_xact_id()) on conflict do nothing;
  insert into menu_change (store_id, item_id) values (told.store_id, told.id);
  return null;
end $$;
create trigger item_choices_on_menu after insert or delete on item_choice_group for each row execute function note_menu_choices();

create function note_menu_category() returns trigger language plpgsql as $$
begin
  insert into menu_raise (store_id, transaction, category_ids) values (new.store_id, pg_current_xact_id(), array[new.id])
    on conflict (store_id, transaction) do update set category_ids = menu_raise.category_ids || excluded.category_ids;
  return null;
end $$;
create trigger menu_category_on_menu after update on menu_category for each row
  when ((old.name, old.parent_id, old.active, old.schedule, old.sort) is distinct from (new.name, new.parent_id, new.active, new.schedule, new.sort))
  execute function note_menu_category();

create function note_menu_group() returns trigger language plpgsql as $$
begin
  insert into menu_raise (store_id, transaction, group_ids) values (new.store_id, pg_current_xact_id(), array[new.id])
    on conflict (store_id, transaction) do update set group_ids = menu_raise.group_ids || excluded.group_ids;
  return null;
end $$;
create trigger choice_group_on_menu after update on choice_group for each row
  when ((old.kind, old.name, old.min_choices, old.max_choices, old.free_choices, old.choices, old.sort)
    is distinct from (new.kind, new.name, new.min_choices, new.max_choices, new.free_choices, new.choices, new.sort))
  execute function note_menu_group();

create function note_menu_store() returns trigger language plpgsql as $$
begin
  insert into menu_raise (store_id, transaction, whole) values (new.id, pg_current_xact_id(), true)
    on conflict (store_id, transaction) do update set whole = true;
  return null;
end $$;
create trigger store_on_menu after update on store for each row
  when ((old.currency, old.vertical, old.time_zone) is distinct from (new.currency, new.vertical, new.time_zone))
  execute function note_menu_store();

-- What becomes available, or ceases to, by the clock alone: snoozes that end, and the few different hours that a store's items have.
create index item_snoozed_of_store on item (store_id, snoozed_until) where snoozed_until is not null;
create index item_by_hours on item (store_id, jsonb_hash_extended(schedule, 0), id) where schedule is not null;
