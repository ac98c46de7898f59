-- What a till called a category last, so that a name that staff gave it since is told from one that the till changed.
alter table outside_record
  add column category_name text constraint outside_record_category_name_bound check (octet_length(category_name) <= 480),
  add check (category_name is null or category_id is not null);
