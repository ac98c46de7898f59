-- How many categories a set adds, told beside its new items.
alter table change_set add column new_categories integer not null default 0;
update change_set set new_categories = added.categories
from (select set_id, count(*)::int as categories from change_row where entity = 'menu-category' and kind = 'new' group by set_id) as added
where added.set_id = change_set.id;
