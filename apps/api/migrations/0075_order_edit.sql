-- What edits have added to an order that was paid before: due until it is handed over, and taken there.
alter table orders
  add column due_minor bigint not null default 0 constraint orders_due_minor_bound check (due_minor between -1000000000000000 and 1000000000000000),
  add column collected_minor bigint not null default 0 constraint orders_collected_minor_bound check (collected_minor between -1000000000000000 and 1000000000000000),
  add constraint orders_beside_payment_check check (due_minor >= 0 and collected_minor >= 0);

alter table refund drop constraint refund_cause_check;
alter table refund add constraint refund_cause_check check (cause in ('ending', 'weights', 'edit', 'request'));

alter table order_reason drop constraint reason_kind_check;
alter table order_reason add constraint reason_kind_check
  check (kind in ('reject', 'cancel', 'fail', 'refund', 'restore', 'edit', 'on-behalf', 'pause'));
