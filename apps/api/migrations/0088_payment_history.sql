-- What a gateway was asked and what it told is kept for as long as a setting says: the oldest of either is found at once.
create index payment_attempt_by_age on payment_attempt (at);
create index payment_callback_by_age on payment_callback (received_at);
