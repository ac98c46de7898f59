-- Of how many days before its end staff were told last of a rider's paper, as of a store's (decision 0205).
alter table rider_document add column warned_days smallint check (warned_days in (0, 7, 30));

-- For how long the clock of a ticket stood, to the millisecond: whole minutes of each standstill leave out what many short ones come to.
alter table ticket add column stopped_ms bigint not null default 0;
update ticket set stopped_ms = stopped_minutes::bigint * 60000 where stopped_minutes > 0;
alter table ticket drop column stopped_minutes;
