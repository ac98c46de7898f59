-- Answers that are kept to be said again, with places for what differs.
create table macro (
  id uuid primary key,
  name text not null constraint macro_name_bound check (octet_length(name) <= 480),
  text text not null constraint macro_text_bound check (octet_length(text) <= 4000),
  audience text not null check (audience in ('outside', 'internal')),
  sort integer not null constraint macro_sort_bound check (sort between 0 and 9999),
  active boolean not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index macro_name on macro (lower(normalize(name, NFKC) collate pg_unicode_fast));
create index macro_by_sort on macro (sort, id);
