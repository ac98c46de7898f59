-- A refund is a record of its own life: what brought it about, what of the order it is for, who bears which part of it to the minor unit,
-- how often it was sent, and what its gateway calls it.
alter table refund drop constraint refund_method_check;
alter table refund add constraint refund_method_check check (method in ('source', 'cash', 'manual', 'void'));
alter table refund drop constraint refund_state_check;
alter table refund add constraint refund_state_check check (state in ('requested', 'approved', 'sent', 'done', 'failed', 'declined'));
alter table refund
  add column cause text check (cause in ('ending', 'weights', 'request')),
  add column store_minor bigint,
  add column platform_minor bigint,
  add column rider_minor bigint,
  add column lines jsonb not null default '[]',
  add column note text,
  add column reference text,
  add column failure text,
  add column attempts integer not null default 0;
update refund set
  cause = case reason when 'weight-difference' then 'weights' else 'ending' end,
  store_minor = case liable_party when 'store' then amount_minor else 0 end,
  platform_minor = case liable_party when 'platform' then amount_minor else 0 end,
  rider_minor = case liable_party when 'rider' then amount_minor else 0 end,
  attempts = case when state in ('sent', 'done') then 1 else 0 end;
alter table refund
  alter column cause set not null,
  alter column store_minor set not null,
  alter column platform_minor set not null,
  alter column rider_minor set not null,
  drop column liable_party,
  drop column checker_id,
  add constraint refund_borne_whole check (
    store_minor >= 0 and platform_minor >= 0 and rider_minor >= 0 and store_minor + platform_minor + rider_minor = amount_minor),
  add constraint refund_note_bound check (octet_length(note) <= 4000),
  add constraint refund_reference_bound check (octet_length(reference) <= 640),
  add constraint refund_failure_bound check (octet_length(failure) <= 1600);

-- What a request moves, in minor units: whoever approves it has no lower limit.
alter table approval add column moves_minor bigint;
