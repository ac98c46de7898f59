-- Who said that a refund is done, and when: of one in cash, who paid it out. Of earlier ones it stands in their order's record alone.
alter table refund
  add column done_at timestamptz,
  add column done_by text check (octet_length(done_by) <= 640);
