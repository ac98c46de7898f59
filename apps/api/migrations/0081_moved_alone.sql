-- What staff have taken off an order by edits, and added to it, all of them together: their roles' limits are held against it.
alter table orders
  add column edited_less_minor bigint not null default 0 constraint orders_edited_less_minor_bound check (edited_less_minor between -1000000000000000 and 1000000000000000),
  add column edited_more_minor bigint not null default 0 constraint orders_edited_more_minor_bound check (edited_more_minor between -1000000000000000 and 1000000000000000),
  add constraint orders_edited_check check (edited_less_minor >= 0 and edited_more_minor >= 0);

-- Another person approved it: it counts against nobody's limit. Of earlier ones that is not known, and they count.
alter table refund add column is_checked boolean not null default false;
