-- A request for approval rings for those alone who may decide it: whose limit reaches what it moves, and not for whoever asks.
alter table event add column moves_minor bigint, add column but_staff_id uuid;
update event set moves_minor = approval.moves_minor, but_staff_id = approval.maker_id
  from approval where event.entity = 'approval' and event.kind = 'message' and event.staff_id is null and approval.id::text = event.entity_id;
