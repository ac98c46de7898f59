-- What is chosen with an item, kept once for all items of a store that come with it: options take the place of a part of the price, add-ons come on top.
create table choice_group (
  id uuid primary key,
  store_id uuid not null references store,
  kind text not null check (kind in ('option', 'addon')),
  name text not null constraint choice_group_name_bound check (octet_length(name) <= 320),
  min_choices integer not null constraint choice_group_min_choices_bound check (min_choices between 0 and 40),
  max_choices integer not null constraint choice_group_max_choices_bound check (max_choices between 1 and 40),
  -- of those that are chosen, the cheapest so many cost nothing
  free_choices integer not null default 0 constraint choice_group_free_choices_bound check (free_choices between 0 and 40),
  -- in order: name, priceDelta (null: a weight costs in proportion, all else nothing), available
  choices jsonb not null,
  sort integer not null default 0 constraint choice_group_sort_bound check (sort between 0 and 99999),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint choice_group_range check (min_choices <= max_choices and free_choices <= max_choices)
);
-- A line of an order names its choices by their group's name.
create unique index choice_group_name on choice_group (store_id, lower(normalize(name, NFKC) collate pg_unicode_fast));
create index choice_group_of_store on choice_group (store_id, kind, sort, id);
create index choice_group_in_order on choice_group (sort, id);

create table item_choice_group (
  item_id uuid not null references item on delete cascade,
  group_id uuid not null references choice_group,
  primary key (item_id, group_id)
);
create index item_choice_group_items on item_choice_group (group_id, item_id);

-- What items offered, each for itself, becomes options of their store: one for all items that offered the same.
create temporary table offered on commit drop as
  select item.id as item_id, item.store_id, left(entry.key, 36) as name, entry.value as choices,
    case when store.vertical = 'cakes' then 1 else 0 end as least
  from item join store on store.id = item.store_id cross join jsonb_each(item.choices) as entry
  where jsonb_typeof(entry.value) = 'array' and jsonb_array_length(entry.value) between 1 and 40;
create temporary table grouped on commit drop as
  select uuidv7() as id, store_id, name, choices, least,
    row_number() over (partition by store_id, lower(normalize(name, NFKC) collate pg_unicode_fast) order by count(*) desc, choices) as n,
    row_number() over (partition by store_id order by name, count(*) desc, choices) - 1 as sort
  from offered group by store_id, name, choices, least;
insert into choice_group (id, store_id, kind, name, min_choices, max_choices, choices, sort)
  select id, store_id, 'option', name || case when n > 1 then ' ' || n else '' end, least, 1,
    (select jsonb_agg(jsonb_build_object('name', choice, 'priceDelta', null, 'available', true) order by place)
      from jsonb_array_elements_text(choices) with ordinality as each (choice, place)),
    least(sort, 99999)
  from grouped;
insert into item_choice_group (item_id, group_id)
  select offered.item_id, grouped.id from offered join grouped using (store_id, name, choices);
alter table item drop column choices;
