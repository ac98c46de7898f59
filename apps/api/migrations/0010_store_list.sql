-- Stores are listed by name, page after page.
create index store_by_name on store (display_name, id);
