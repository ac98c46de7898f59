-- Rates of tax by the day from which each holds. Each rate that items bear becomes a profile, which they refer to from now on.
create table tax_profile (
  id uuid primary key,
  name text not null constraint tax_profile_name_bound check (octet_length(name) <= 480),
  taxed text not null default 'other' check (taxed in ('food', 'goods', 'fresh', 'delivery', 'packing', 'other')),
  rates jsonb not null check (jsonb_array_length(rates) between 1 and 40),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index tax_profile_name on tax_profile (lower(normalize(name, NFKC) collate pg_unicode_fast));

insert into tax_profile (id, name, rates)
  select uuidv7(), case tax_ppm when 0 then 'Free of tax' else trim_scale(tax_ppm / 10000.0) || ' %' end,
    jsonb_build_array(jsonb_build_object('from', null, 'ratePpm', tax_ppm))
  from (select distinct tax_ppm from item) as used;

alter table item add column tax_profile_id uuid references tax_profile;
update item set tax_profile_id = tax_profile.id from tax_profile where (tax_profile.rates -> 0 ->> 'ratePpm')::integer = item.tax_ppm;
create index item_of_tax_profile on item (tax_profile_id);
alter table item drop column tax_ppm;
