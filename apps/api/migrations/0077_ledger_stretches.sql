-- Earlier orders are booked in stretches, so that several can be worked on at once; each says how far it has come.
alter table ledger_backfill drop column only_one, add primary key (last_id);

-- Stretches of as many orders each, behind one id and as far as another.
drop function begin_ledger_backfill();
create function begin_ledger_backfill(
  behind uuid default '00000000-0000-0000-0000-000000000000', until uuid default 'ffffffff-ffff-ffff-ffff-ffffffffffff'
) returns void language sql as $$
  with parted as (select id, ntile(16) over (order by id) as part from orders where id > behind and id <= until),
  stretch as (select part, (array_agg(id order by id desc))[1] as last_id, count(*) as orders from parted group by part)
  insert into ledger_backfill (last_id, reached, orders)
  select last_id, coalesce(lag(last_id) over (order by part), behind), orders from stretch
$$;

-- An installation that is at it goes on from where it is.
do $$
declare left_over ledger_backfill;
begin
  select * into left_over from ledger_backfill where reached < last_id;
  if not found then return; end if;
  delete from ledger_backfill;
  if left_over.done > 0 then
    insert into ledger_backfill (last_id, reached, orders, done) values (left_over.reached, left_over.reached, left_over.done, left_over.done);
  end if;
  perform begin_ledger_backfill(left_over.reached, left_over.last_id);
end $$;
