-- What a channel says of its money and its order cannot take in any more is a difference too: told by name, once of a refund.
alter table payment_difference
  alter column gateway drop not null,
  add column channel text constraint payment_difference_channel_bound check (octet_length(channel) <= 480),
  add column refund_id uuid references refund,
  drop constraint payment_difference_kind_check,
  add constraint payment_difference_kind_check check (kind in ('not-captured', 'not-booked', 'amount-differs', 'unknown', 'missing',
    'refund-missing', 'refund-unknown', 'let-go', 'taken-back')),
  add constraint payment_difference_gateway_check check (gateway in ('simulated', 'stripe')),
  add constraint payment_difference_of_one check (num_nonnulls(gateway, channel) = 1);
create unique index payment_difference_of_refund on payment_difference (refund_id) where refund_id is not null;

-- What had gone back when its order was restored was captured besides what the order comes to.
alter table refund drop constraint refund_cause_check;
alter table refund add constraint refund_cause_check check (cause in ('ending', 'weights', 'edit', 'restored', 'request'));
