-- A person's own picture.
alter table staff add column image_id uuid references file (id);
