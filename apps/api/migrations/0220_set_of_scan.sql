-- What became of a scan: the change set that its review ended in.
alter table menu_scan add column change_set_id uuid references change_set;
create index menu_scan_of_set on menu_scan (change_set_id) where change_set_id is not null;
