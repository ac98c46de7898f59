-- A cart is its channel's, as an order is: the one that opened it, which the record tells. One that nobody recorded is nobody's to go on with.
alter table cart add column channel_id uuid references channel_key;
update cart set channel_id = audit_entry.actor_id from audit_entry
  where audit_entry.entity = 'cart' and audit_entry.entity_id = cart.id::text and audit_entry.entity_sequence = 1 and audit_entry.actor_kind = 'channel';
