-- What one person keeps is counted with each that they add.
create index saved_view_of_staff on saved_view (staff_id);
create index file_of_person on file (created_by, created_at) include (size_bytes);
create index file_size on file (size_bytes);

-- A password that somebody else has seen does nothing but be changed.
alter table staff add column must_change_password boolean not null default false;
