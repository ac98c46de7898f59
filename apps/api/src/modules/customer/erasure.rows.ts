import type { ErasedKind } from '@larder/contract'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { DB } from '#db/schema.gen.ts'
import { keptOf, openedBy } from './customer.whose.ts'
import type { Patterns } from './erasure.words.ts'

/** Who is erased, and what they are called from then on. */
export interface Erased extends Patterns {
  customerIds: readonly string[]
  emails: readonly string[]
  pseudonym: string
  /** Keys below which everything is taken, as an array of PostgreSQL: `personalKeys` in their records, none in those of others. */
  keys: string
}

/** Rows of which something is taken, by the name of their entity in the record: their entries are redacted. */
export type Found = Map<string, string[]>
export type Receipt = Map<ErasedKind, number>

interface Step {
  kind: ErasedKind
  /** What entries call a row; left out where none has entries. */
  entity?: string
  /** Answers `id` of each row. */
  statement(erased: Erased, orderIds: readonly string[]): RawBuilder<unknown>
}

const blank = '[erased]'
/** Keys below which entries and timelines keep who somebody is, or what they said. */
export const personalKeys =
  '{phone,customer_phone,customerPhone,email,address,addresses,about,customer_name,customerName,to_address,to_name,toName,to,subject,body,search,note,end_note,text,answer,reply,message,instructions,point,push_token,device_token}'

const orders = (ids: readonly string[]) => sql`${ids}::uuid[]`
const customers = ({ customerIds }: Erased) => sql`${customerIds}::uuid[]`

/** What hangs on orders: done for some hundreds of them at a time, so that no statement takes long. */
export const stepsOfOrders: readonly Step[] = [
  {
    kind: 'order',
    entity: 'order',
    statement: (
      { pseudonym, inRecords, inSentences },
      ids,
    ) => sql`update orders set customer_name = ${pseudonym}, customer_phone = '', address = null, note = null,
      end_note = erased_text(end_note, ${inSentences}), details = erased_json(details, '{message}', ${inSentences}, ${inRecords}) where id = any(${orders(ids)}) returning id`,
  },
  {
    kind: 'order-line',
    statement: (_, ids) =>
      sql`update order_line set note = null where order_id = any(${orders(ids)}) and note is not null returning order_id as id`,
  },
  {
    kind: 'order-event',
    statement: (
      { pseudonym, inSentences, inRecords },
      ids,
    ) => sql`update order_event set note = null, facts = erased_json(facts, ${personalKeys}, ${inSentences}, ${inRecords}),
      actor_name = case actor_kind when 'customer' then ${pseudonym} else actor_name end
      where order_id = any(${orders(ids)}) and (note is not null or facts <> '{}' or actor_kind = 'customer') returning order_id as id`,
  },
  {
    kind: 'refund',
    entity: 'refund',
    statement: ({ inSentences }, ids) =>
      sql`update refund set note = erased_text(note, ${inSentences}) where order_id = any(${orders(ids)}) and note is not null returning id`,
  },
  {
    kind: 'review',
    entity: 'review',
    statement: (_, ids) => sql`update review set text = ${blank}, reply = case when reply is not null then ${blank} end, search = ''
      where order_id = any(${orders(ids)}) and (text is not null or reply is not null) returning id`,
  },
  {
    kind: 'incident',
    entity: 'rider-incident',
    statement: ({ inSentences }, ids) => sql`update rider_incident set note = erased_text(note, ${inSentences})
      where order_id = any(${orders(ids)}) and is_told(note, ${inSentences}) returning id`,
  },
  {
    kind: 'hand-over',
    statement: ({ inSentences }, ids) => sql`update hand_over_order set note = erased_text(note, ${inSentences})
      where order_id = any(${orders(ids)}) and note is not null returning order_id as id`,
  },
  {
    kind: 'difference',
    entity: 'payment-difference',
    statement: ({ inSentences }, ids) => sql`update payment_difference set note = erased_text(note, ${inSentences})
      where order_id = any(${orders(ids)}) and is_told(note, ${inSentences}) returning id`,
  },
  {
    kind: 'difference',
    entity: 'misbooked-order',
    statement: ({ inSentences }, ids) => sql`update misbooked_order set note = erased_text(note, ${inSentences})
      where order_id = any(${orders(ids)}) and is_told(note, ${inSentences}) returning id`,
  },
  {
    kind: 'mail',
    entity: 'mail',
    statement: (_, ids) => blankMail(sql`order_id = any(${orders(ids)})`),
  },
]

/** What is of them by itself, or of an order of theirs. */
const ofThem = (table: 'ticket' | 'feedback' | 'remedy', erased: Erased, ids: readonly string[]) =>
  sql`(${table === 'remedy' ? keptOf(table, customers(erased)) : openedBy(table, customers(erased))} or ${sql.ref(`${table}.order_id`)} = any(${orders(ids)}))`

/** What hangs on the customer, with orders or without. */
export const stepsOfCustomer: readonly Step[] = [
  {
    kind: 'cart',
    entity: 'cart',
    statement: (erased) => sql`update cart set device_token = null where ${openedBy('cart', customers(erased))} returning id`,
  },
  {
    kind: 'cart-event',
    statement: (erased) => sql`update cart_event set note = ${blank} from cart
      where cart.id = cart_event.cart_id and ${openedBy('cart', customers(erased))} and cart_event.note is not null returning cart.id`,
  },
  {
    kind: 'ticket',
    entity: 'ticket',
    statement: (erased, ids) => sql`update ticket set text = ${blank}, search = lower(concat_ws(' ', ticket.number,
      (select orders.number from orders where orders.id = ticket.order_id))) where ${ofThem('ticket', erased, ids)} returning id`,
  },
  {
    kind: 'ticket-note',
    statement: (erased, ids) => sql`update ticket_note set text = ${blank}, image_id = null from ticket
      where ticket.id = ticket_note.ticket_id and ${ofThem('ticket', erased, ids)} returning ticket_note.id`,
  },
  {
    kind: 'remedy',
    entity: 'remedy',
    statement: (
      erased,
      ids,
    ) => sql`update remedy set because = erased_text(because, ${erased.inSentences}), note = erased_text(note, ${erased.inSentences})
      where ${ofThem('remedy', erased, ids)} and coalesce(because, note) is not null returning id`,
  },
  {
    kind: 'feedback',
    entity: 'feedback',
    statement: (erased, ids) => sql`update feedback set text = ${blank}, answer = case when answer is not null then ${blank} end,
      search = lower(concat_ws(' ', feedback.number, (select orders.number from orders where orders.id = feedback.order_id)))
      where ${ofThem('feedback', erased, ids)} returning id`,
  },
  {
    kind: 'mail',
    entity: 'mail',
    statement: ({ emails }) => blankMail(sql`lower(to_address) = any(${emails.map((email) => email.toLowerCase())}::text[])`),
  },
  {
    kind: 'device',
    entity: 'device',
    statement: (erased) => sql`delete from device where owner_kind = 'customer' and owner_id = any(${customers(erased)}) returning id`,
  },
]

function blankMail(whose: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`with blanked as (update mail set to_address = ${blank}, to_name = ${blank}, subject = ${blank}, body = ${blank}, link = null,
      status = case status when 'waiting' then 'cancelled' else status end, next_attempt_at = null
      where ${whose} and staff_id is null and to_address <> ${blank} returning id),
    unattached as (delete from mail_attachment using blanked where mail_attachment.mail_id = blanked.id)
    select id from blanked`
}

/** Lists whose files name customers: every one that is kept goes, its owner may have it written anew. */
const listsOfPeople =
  '{customer,order,cart,ticket,feedback,review,mail,wallet-credit,remedy,audit-entry,scheduled-order,rejected-order,payment,payment-difference,misbooked-order,approval,hand-over}'

/** Files that may name whoever is erased. */
export const filesOfPeople = sql`(kind = 'export' and split_part(parameters ->> 'list', '.', 1) = any(${listsOfPeople}::text[])) or kind = 'customer-export'`

const everywhere =
  ({ keys, inSentences, inRecords }: Erased) =>
  (column: string) =>
    sql`erased_json(${sql.ref(column)}, ${keys}, ${inSentences}, ${inRecords})`

/** What was asked for about records, by their ids. */
export function eraseApprovals(erased: Erased, ids: readonly string[]): RawBuilder<unknown> {
  const [json, { inSentences }] = [everywhere(erased), erased]
  return sql`update approval set old = ${json('old')}, new = ${json('new')}, body = erased_json(body, '{}', ${inSentences}, ${inSentences}),
    title = erased_text(title, ${inSentences}), reason = erased_text(reason, ${inSentences}), because = erased_text(because, ${inSentences})
    where entity_id = any(${ids}::text[]) returning id`
}

/** What was told of records to screens, and is kept for those that come back. */
export function eraseEvents(erased: Erased, ids: readonly string[]): RawBuilder<unknown> {
  return sql`update event set payload = ${everywhere(erased)('payload')} where entity_id = any(${ids}::text[]) and payload is not null returning id`
}

/** Answers that are kept for whoever sends the same again. */
export function eraseAnswers(erased: Erased, ids: readonly string[]): RawBuilder<unknown> {
  return sql`update idempotency_key set response = ${everywhere(erased)('response')}
    where response ->> 'id' = any(${ids}::text[]) or is_told(response, ${erased.anywhere}) returning key as id`
}

/** Of an address that came to somebody else with a merge nothing is left there, in what was told of them while it lay there. */
export function placesElsewhere(customerIds: readonly string[], firstLines: readonly string[]) {
  const hosts = sql`(select lodgings_of(${[...customerIds]}::uuid[]))`
  const lines = sql`array(select lower(line collate pg_unicode_fast) from unnest(${[...firstLines]}::text[]) as line
    except select lower(place ->> 'line1' collate pg_unicode_fast) from customer, jsonb_array_elements(addresses) as place where id = any(${hosts}::uuid[]))`
  const without = (column: string) => sql`${sql.ref(column)} = without_places(${sql.ref(column)}, ${lines})`
  return {
    hosts: sql<{ id: string }>`select unnest(${hosts}) as id`,
    event: sql`update event set ${without('payload')} where entity_id = any(${hosts}::text[]) and payload is not null returning id`,
    approval: sql`update approval set ${without('old')}, ${without('new')}, ${without('body')} where entity_id = any(${hosts}::text[]) returning id`,
    answer: sql`update idempotency_key set ${without('response')} where response ->> 'id' = any(${hosts}::text[]) returning key as id`,
    side: (column: RawBuilder<unknown>) => sql`without_places(${column}, ${lines})`,
  }
}

/** One of these steps: how many rows it took something of is added to the receipt, and whose entries are to be redacted to what was found. */
export async function take(
  db: Transaction<DB>,
  { kind, entity }: Pick<Step, 'kind' | 'entity'>,
  statement: RawBuilder<unknown>,
  { receipt, found }: { receipt: Receipt; found: Found },
): Promise<void> {
  const { rows } = (await statement.execute(db)) as { rows: { id: string }[] }
  if (rows.length === 0) return
  receipt.set(kind, (receipt.get(kind) ?? 0) + rows.length)
  if (entity) found.set(entity, [...new Set([...(found.get(entity) ?? []), ...rows.map(({ id }) => id)])])
}
