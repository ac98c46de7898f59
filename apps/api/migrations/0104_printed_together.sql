-- Prints of several orders that were asked for at once are one paper.
alter table order_print add column set_id uuid;
create index order_print_of_set on order_print (set_id, order_id) where set_id is not null;
