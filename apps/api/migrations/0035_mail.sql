-- Mail is written with what it tells, in one transaction, and sent afterwards.
create table mail (
  id uuid primary key,
  to_address text not null,
  to_name text not null,
  subject text not null,
  -- with the word {link} where the link stands
  body text not null,
  -- the link, encrypted, only as long as it is to be sent
  link bytea,
  link_expires_at timestamptz,
  -- whom it is about: what takes a link back calls its mail off
  staff_id uuid references staff,
  status text not null check (status in ('kept', 'waiting', 'sent', 'failed', 'cancelled')),
  attempts integer not null default 0,
  because text,
  next_attempt_at timestamptz check ((next_attempt_at is null) = (status <> 'waiting')),
  sent_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (link is null or status in ('waiting', 'failed'))
);
create index mail_due on mail (next_attempt_at) where status = 'waiting';
create index mail_about on mail (staff_id) where status in ('waiting', 'failed');
