-- Another person approved what differs: it counts against nobody's limit. Of earlier deposits nobody has, and those of the day count.
alter table cash_deposit add column is_checked boolean not null default false;
-- The differences of a day: limits of roles are held against them.
create index cash_deposit_differing on cash_deposit (id) where difference_minor <> 0;
