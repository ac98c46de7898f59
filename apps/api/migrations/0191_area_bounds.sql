-- The areas near another one are found where they lie, so that a page of areas says which share ground in the statement that reads it.
create function bounds_of(polygon jsonb) returns box immutable strict parallel safe
  return (
    select box(point(min(corner.lat), min(corner.lng)), point(max(corner.lat), max(corner.lng)))
    from jsonb_to_recordset(polygon) as corner(lat double precision, lng double precision)
  );

alter table area add column bounds box generated always as (bounds_of(polygon)) stored;
