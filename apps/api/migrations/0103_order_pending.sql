-- A past shift is replayed from the orders that reached their stores within it, by index.
create index orders_by_pending on orders (pending_at) where pending_at is not null;
