-- A paper that goes with a mail, as it was drawn when the mail was written; gone once the mail was sent.
create table mail_attachment (
  mail_id uuid primary key references mail,
  name text not null check (octet_length(name) <= 400),
  type text not null check (type in ('application/pdf')),
  bytes bytea not null check (octet_length(bytes) <= 5000000)
);
