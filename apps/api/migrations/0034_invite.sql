-- An account is opened by a link of which only the hash is kept; until then, and once it is closed for good, no password opens it.
alter table staff
  alter column password_hash drop not null,
  add column invite_hash bytea,
  add column invite_expires_at timestamptz,
  add constraint staff_invite check ((invite_hash is null) = (invite_expires_at is null));
create unique index staff_of_invite on staff (invite_hash) where invite_hash is not null;

-- What somebody handles is asked for when they leave.
create index orders_by_claim on orders (claimed_by)
  where claimed_by is not null and status in ('pending', 'accepted', 'preparing', 'ready', 'picked_up');
