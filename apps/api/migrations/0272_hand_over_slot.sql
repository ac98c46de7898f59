-- For when an order is that was handed over, as it stood then. Of earlier ones nobody kept it.
alter table hand_over_order add column slot_from timestamptz, add column slot_to timestamptz;
