-- Why staff did what is the rider's to do.
alter table reason drop constraint reason_kind_check;
alter table reason add constraint reason_kind_check
  check (kind in ('reject', 'cancel', 'fail', 'refund', 'restore', 'on-behalf', 'pause'));

-- How tax is named and rounded was the currency's until now. An order keeps what it was priced under: packed weights are priced the same way.
alter table orders add column tax_regime text not null default 'in-gst' check (tax_regime in ('in-gst', 'simple'));
update orders set tax_regime = 'simple' where currency <> 'INR';
insert into setting (key, value)
  select 'installation.taxRegime', '"simple"' from setting where key = 'installation.currency' and value <> '"INR"' on conflict do nothing;

-- Hours of notice that an item needs; null: those of its vertical.
alter table item add column lead_hours integer check (lead_hours between 0 and 336);
