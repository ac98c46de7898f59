-- How many orders a store has for a slot is looked up while one more is placed.
create index orders_slot_of_store on orders (store_id, slot_from) where slot_from is not null;
