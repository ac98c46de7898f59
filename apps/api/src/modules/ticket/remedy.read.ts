import { type Instant, money, type OrderRemedy, type Parsed, type RemedyKind, type remedyContract } from '@larder/contract'
import { sql } from 'kysely'
import { parseJsonInstant } from '#db/column-types.ts'
import { withinScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { notFound } from '#kit/errors.ts'

interface Row extends Pick<OrderRemedy, 'id' | 'isWaiting' | 'ticket' | 'by' | 'checkedBy' | 'replacement'> {
  kind: RemedyKind
  minor: number
  currency: string
  at: Instant
}

/** What was given for an order on its tickets, and what somebody asked for there and nobody has decided yet. */
export async function readOfOrder(ctx: Context, { params: { id } }: Parsed<typeof remedyContract.ofOrder>): Promise<OrderRemedy[]> {
  const { rows } = await sql<{ all: Row[] }>`select (
      select coalesce(json_agg(told order by told.at desc, told.id desc), '[]') as "all" from (
        (select remedy.id, false as "isWaiting", remedy.kind, remedy.amount_minor as minor, remedy.currency, remedy.by_name as by,
            remedy.created_at as at, (select name from staff where staff.id = remedy.checked_by) as "checkedBy", json_build_object('id', ticket.id, 'name', ticket.number) as ticket,
            (select json_build_object('id', anew.id, 'name', anew.number) from orders as anew where anew.id = remedy.replacement_id) as replacement
          from remedy join ticket on ticket.id = remedy.ticket_id
          where remedy.order_id = ${id} order by remedy.id desc limit 100)
        union all
        select approval.id, true, approval.new ->> 'remedy_kind', approval.moves_minor, orders.currency,
            (select name from staff where staff.id = approval.maker_id), approval.created_at, null,
            json_build_object('id', ticket.id, 'name', ticket.number), null
          from ticket join approval on approval.entity = 'ticket' and approval.entity_id = ticket.id::text
            and approval.status = 'pending' and approval.operation = 'remedy.create'
          where ticket.order_id = ${id}
      ) as told) as "all"
    from orders where orders.id = ${id} and ${withinScope(ctx, { branch: 'orders.branch_id', store: 'orders.store_id' })}`.execute(ctx.db)
  const [found] = rows
  if (!found) return notFound('order')
  return found.all.map(({ minor, currency, at, ...told }) => ({ ...told, amount: money(minor, currency), at: parseJsonInstant(at) }))
}
