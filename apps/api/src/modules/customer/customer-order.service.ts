import { newId } from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import { searchText } from '#kit/read/search-text.ts'

interface Buyer {
  name: string
  /** E.164; what a customer is known by. */
  phone: string
  at: string
}

/**
 * Finds or creates the customer of a new order and counts the order, as a part of the statement that stores it; gives `id`.
 * Nothing happens unless `once` has a row. A known customer keeps their name.
 */
export function buyerUpsert({ name, phone, at }: Buyer, once: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`insert into customer (id, name, phone, search, first_order_at, orders)
    select ${newId<'customer'>()}::uuid, ${name}, ${phone}, ${searchText([name])}, ${at}::timestamptz, 1 from ${once}
    on conflict (phone) do update set orders = customer.orders + 1, first_order_at = coalesce(customer.first_order_at, excluded.first_order_at)
    returning id`
}
