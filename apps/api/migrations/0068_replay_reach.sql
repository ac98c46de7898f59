-- How far whoever asked reached when the answer was kept: it is told again to whoever still reaches as far. Of answers of before it is not
-- known, and they are asked anew.
alter table idempotency_key add column reach bytea;
