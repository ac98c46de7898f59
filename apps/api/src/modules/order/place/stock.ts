import { type RawBuilder, sql } from 'kysely'
import type { Work } from '#kit/context.ts'
import { isDatabaseError } from '#kit/record/sqlstate.ts'
import type { QuotedLine } from './quote.ts'

/** How much of an item an order takes: pieces, or grams of what is weighed. */
export interface Need {
  item_id: string
  amount: number
}

/** What lines take of items whose stock is counted, an entry an item. Pure. */
export function needsOf(lines: readonly Pick<QuotedLine, 'item' | 'wanted' | 'grams'>[]): Need[] {
  const counted = lines.filter(({ item }) => item.stock !== null)
  return [...Map.groupBy(counted, ({ item }) => item.id)].map(([item_id, own]) => ({
    item_id,
    amount: own.reduce((sum, { wanted, grams }) => sum + (grams ?? wanted.quantity), 0),
  }))
}

/** Parts of the statement that places an order: what it holds, and the stock that is left. Below nothing the item's bound refuses it. */
export function takeParts(needs: readonly Need[]): RawBuilder<unknown> {
  return sql`held as (insert into item_hold (order_id, item_id, amount)
      select claimed.order_id, need.item_id, need.amount from claimed,
        jsonb_to_recordset(${JSON.stringify(needs)}) as need (item_id uuid, amount integer)
        join item on item.id = need.item_id and item.stock is not null returning item_id, amount),
    taken as (update item set stock = item.stock - held.amount from held where item.id = held.item_id),`
}

/** A part of the statement that ends an order: what it holds is given back, or was used up. */
export function letGoPart(orderId: string, isUsedUp: boolean): RawBuilder<unknown> {
  const freed = sql`freed as (delete from item_hold where order_id = ${orderId} returning item_id, amount)`
  if (isUsedUp) return freed
  return sql`${freed}, restocked as (update item set stock = item.stock + freed.amount from freed where item.id = freed.item_id and item.stock is not null)`
}

/** After an order was edited, or restored: it holds what its lines need, as far as there is any. */
export async function holdAnew({ db }: Pick<Work, 'db'>, orderId: string): Promise<void> {
  await sql`
    with wanted as (select item_id, sum(coalesce(ordered_grams, quantity))::integer as amount from order_line
        where order_id = ${orderId} and item_id is not null group by item_id),
      moved as (select item.id, least(coalesce(wanted.amount, 0), item.stock + coalesce(item_hold.amount, 0)) as amount, coalesce(item_hold.amount, 0) as before
        from item left join wanted on wanted.item_id = item.id left join item_hold on item_hold.item_id = item.id and item_hold.order_id = ${orderId}
        where item.stock is not null and (item.id in (select item_id from wanted) or item_hold.order_id is not null) for no key update of item),
      left_over as (update item set stock = item.stock + moved.before - moved.amount from moved where item.id = moved.id and moved.before <> moved.amount),
      gone as (delete from item_hold using moved where item_hold.order_id = ${orderId} and item_hold.item_id = moved.id and moved.amount = 0)
    insert into item_hold (order_id, item_id, amount) select ${orderId}::uuid, id, amount from moved where amount > 0
      on conflict (order_id, item_id) do update set amount = excluded.amount`.execute(db)
}

/** Whether somebody else took the last of it between the price and the order. */
export function isOutOfStock(error: unknown): boolean {
  return isDatabaseError(error) && error.code === '23514' && error.constraint === 'item_stock_bound'
}
