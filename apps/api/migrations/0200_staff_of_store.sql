-- The people of a store are found by what their accounts reach.
create index staff_by_place on staff using gin (scope_ids);
