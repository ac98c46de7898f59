-- Carts of customers are read: which were left, and when somebody wrote about one.
alter table cart_event add column note text constraint cart_event_note_bound check (octet_length(note) <= 4000);
alter table cart add column messaged_at timestamptz;
create index cart_of_store on cart (store_id, id);
create index cart_left_alone on cart (updated_at) where state = 'active';
