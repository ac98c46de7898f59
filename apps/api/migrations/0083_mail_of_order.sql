-- Of which order a mail tells: so many of one order are sent within an hour.
alter table mail add column order_id uuid;
