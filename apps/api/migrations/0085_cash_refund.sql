-- What was refunded in cash was booked from the bank, and is the cash office's (decision 0087): where there are such refunds, what was booked of
-- orders is held against them once more, and what lacks is booked.
do $$
begin
  if not exists (select from refund where method = 'cash' and state = 'done') then return; end if;
  delete from ledger_backfill;
  perform begin_ledger_backfill();
  update ledger_backfill set kind = 'corrected';
end $$;
