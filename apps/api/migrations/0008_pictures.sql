-- Pictures: a small one for lists beside the whole, and how large the whole is. Their bytes are compressed already.
alter table file
  add column width integer not null,
  add column height integer not null,
  add column small_bytes bytea not null,
  alter column bytes set storage external,
  alter column small_bytes set storage external;
