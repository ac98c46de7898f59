-- A row of a file that is imported makes a record or changes one, and says how until it is done.
alter table task_row
  alter column record_id drop not null,
  alter column record_version drop not null,
  add column input jsonb;
