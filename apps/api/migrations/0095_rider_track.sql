-- Where riders went while they were at work: one position every ten seconds at most, kept for as long as the configuration says.
create table rider_track (
  rider_id uuid not null references rider,
  at timestamptz not null,
  lat double precision not null,
  lng double precision not null,
  primary key (rider_id, at)
);
create index rider_track_age on rider_track (at);
alter table rider add column tracked_at timestamptz;
