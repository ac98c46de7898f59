/** Every statement of the bare server; the naked loop asks the same ones. */
export const statements = {
  list: 'select id, number, status, store_name, customer_name, item_count, total_minor, placed_at from orders order by id desc limit 25',
  page: 'select id, number, status, store_name, customer_name, item_count, total_minor, placed_at from orders where id < $1 order by id desc limit 25',
  status:
    'select id, number, status, store_name, customer_name, item_count, total_minor, placed_at from orders where status = $1 order by id desc limit 25',
  search:
    'select id, number, status, store_name, customer_name, item_count, total_minor, placed_at from orders where search like $1 order by id desc limit 25',
  detail: `select orders.*, (select json_agg(json_build_object('line', line, 'name', name, 'quantity', quantity, 'amount_minor', amount_minor) order by line)
    from order_line where order_id = orders.id) as lines from orders where id = $1`,
  revenue: 'select day, orders, gross_minor from revenue order by day desc limit 30',
  lock: 'select status, version from orders where id = $1 for update',
  move: 'update orders set status = $2, version = version + 1 where id = $1 returning *',
  audit: 'insert into audit (order_id, was, became) values ($1, $2, $3)',
  outbox: `insert into outbox (order_id, kind) values ($1, 'changed')`,
} as const
