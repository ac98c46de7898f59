-- A ticket tells which were split off it.
create index ticket_splits on ticket (split_from, id) where split_from is not null;
