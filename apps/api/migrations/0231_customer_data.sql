-- All that is held of a customer is written to a file on request: who asked last, and the task that writes it.
alter table customer
  add column data_asked_at timestamptz,
  add column data_asked_by text,
  add column data_task_id uuid,
  add check ((data_task_id is null) = (data_asked_at is null) and (data_task_id is null) = (data_asked_by is null));
create index mail_of_address on mail (lower(to_address), id) where staff_id is null;
