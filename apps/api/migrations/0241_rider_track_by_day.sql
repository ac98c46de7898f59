-- Where riders went is cut by day, in UTC: a day that is no longer kept is dropped (decision 0204). Late positions of a day without a partition lie in the rest.
alter table rider_track rename to rider_track_before;
alter table rider_track_before rename constraint rider_track_pkey to rider_track_before_pkey;
alter table rider_track_before rename constraint rider_track_rider_id_fkey to rider_track_before_rider_id_fkey;
alter table rider_track_before rename constraint rider_track_rider_id_not_null to rider_track_before_rider_id_not_null;
alter table rider_track_before rename constraint rider_track_at_not_null to rider_track_before_at_not_null;
alter table rider_track_before rename constraint rider_track_lat_not_null to rider_track_before_lat_not_null;
alter table rider_track_before rename constraint rider_track_lng_not_null to rider_track_before_lng_not_null;
create table rider_track (
  rider_id uuid not null references rider,
  at timestamptz not null,
  lat double precision not null,
  lng double precision not null,
  primary key (rider_id, at)
) partition by range (at);
create table rider_track_rest partition of rider_track default;
create index rider_track_rest_age on rider_track_rest (at);

do $$
declare
  day timestamp;
begin
  for day in
    select distinct date_trunc('day', at at time zone 'UTC') from rider_track_before
    where at >= now() - interval '366 days' and at < now() + interval '2 days' order by 1
  loop
    execute format('create table %I partition of rider_track for values from (%L) to (%L)',
      'rider_track_' || to_char(day, 'YYYY_MM_DD'), day at time zone 'UTC', (day + interval '1 day') at time zone 'UTC');
  end loop;
end $$;
insert into rider_track (rider_id, at, lat, lng) select rider_id, at, lat, lng from rider_track_before;
drop table rider_track_before;
