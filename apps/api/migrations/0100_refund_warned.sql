-- When the bell was rung of a refund that its channel has not sent.
alter table refund add column warned_at timestamptz;
create index refund_not_sent on refund (updated_at) where state = 'approved' and warned_at is null and method in ('source', 'void');
