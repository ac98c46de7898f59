import { Order, OrderLine, orderNumberOf, phoneDigits, searchKey } from '@larder/contract'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from '#kit/context.ts'
import { matching, type SearchFields } from '#kit/read/search-text.ts'

type Condition = Expression<SqlBool>

/** A page of a list: among which orders it is, in which order of their ids, and how many of them it takes. */
export interface PagePart {
  among: Condition
  direction: RawBuilder<unknown>
  wanted: number
}

/** What a search text finds. */
export interface Matches {
  /**
   * Starts from what the text names: by index, however far back the orders lie. Of a page, which may be all that it finds then, no more than
   * that takes. Null where the text names nothing.
   */
  condition: ((page?: PagePart) => Condition) | null
  /**
   * The same, asked of one order after the other: for a name that so many have that the newest orders will do, and that are counted no further
   * than anybody is told.
   */
  oneByOne: Condition | null
}

const digitsOnly = /^[+\d][\d\s().-]*$/
const fewestPhoneDigits = 4
// No branch has had as many orders as have more digits.
const mostNumberDigits = 9
/** So many customers, or orders of a number, are named one by one: of a million customers more than these have an order among the newest. */
const few = 1000
/** So many riders: each one's newest orders are looked for. */
const fewRiders = 200
/** The figures of a number, said to be of one. */
const numberAlone = /^#\s*(\d{1,9})$/
// Fewer digits begin the numbers of half the branch.
const fewestPrefixDigits = 3
const longestNumber = 12
// Fewer letters are in the name of nearly everything that is sold.
const fewestItemLetters = 3

/**
 * What a search text finds: the beginning of an order's number; digits of a number or, for whoever may see them, of a phone; else the name of
 * its customer, its rider or something in it. Of a text in one piece also what paid for it and the coupon that it was bought with, as a whole:
 * of a number or a phone only where nobody and nothing has it, since each month's orders are asked for these.
 * Up to a thousand customers are found first, so that their orders come by index; of what more orders have, `oneByOne` is there too.
 */
export async function findMatches(ctx: Context, text: string): Promise<Matches> {
  const trimmed = text.trim()
  const [, figures] = numberAlone.exec(trimmed) ?? []
  if (figures) return amongWhole([numberOfAnyBranch(figures)])
  const number = orderNumberOf(trimmed)
  const numberedAs = number === null ? null : await ofNumber(ctx, number)
  if (numberedAs) return numberedAs
  if (number !== null && !/\s/.test(trimmed)) return amongWhole(paidBy(trimmed))
  if (!digitsOnly.test(trimmed)) return joined(await ofNames(ctx, byName, trimmed), paidBy(trimmed))
  const isPhone = phoneDigits(trimmed).length >= fewestPhoneDigits
  const named = isPhone ? await ofNames(ctx, { customer: { customerPhone: 'customer.phone' } }, trimmed) : null
  const numbered = trimmed.length <= mostNumberDigits ? [numberOfAnyBranch(trimmed)] : []
  return named && named.ids.length > 0 ? joined(named, numbered) : amongWhole([...paidBy(trimmed), ...numbered])
}

/** Of orders that are named, and those that are found as a whole. */
function joined({ ids, alone, oneByOne }: NamedOrders, whole: readonly RawBuilder<unknown>[]): Matches {
  if (ids.length === 0) return amongWhole(whole)
  const condition = (page?: PagePart) => (whole.length === 0 && alone) || amongIds([...whole, ...ids.map((each) => each(page))])
  return { condition, oneByOne: oneByOne && whole.length > 0 ? anyOf([amongIds(whole), oneByOne]) : oneByOne }
}

function amongWhole(whole: readonly RawBuilder<unknown>[]): Matches {
  return { condition: whole.length > 0 ? () => amongIds(whole) : null, oneByOne: null }
}

/** The orders of a number, or of the beginning of one: found first, so that no other month is asked for their rows. */
async function ofNumber(ctx: Context, number: string): Promise<Matches | null> {
  const begins = numberBegins(number)
  const { rows } = await sql<{ id: string }>`${begins} limit ${sql.lit(few + 1)}`.execute(ctx.db)
  if (rows.length === 0) return null
  const ids = rows.map(({ id }) => id)
  return { condition: () => (ids.length > few ? amongIds([begins]) : sql<SqlBool>`orders.id = any(${ids}::uuid[])`), oneByOne: null }
}

/** What a search text finds, as one condition on `orders`: all of them without a text, none where it names nothing. */
export async function searched(ctx: Context, text: string | undefined): Promise<Condition> {
  if (!text?.trim()) return sql<SqlBool>`true`
  return (await findMatches(ctx, text)).condition?.() ?? sql<SqlBool>`false`
}

/** Whose names, or numbers, are looked into. */
interface Named {
  customer: SearchFields
  rider?: SearchFields
  hasItems?: true
}

const byName: Named = { customer: { customerName: 'customer.search' }, rider: { riderName: 'rider.name' }, hasItems: true }

interface NamedOrders extends Pick<Matches, 'oneByOne'> {
  ids: Ways['ids'][]
  /** Where one kind alone has the name. */
  alone: Condition | undefined
}

async function ofNames(ctx: Context, { customer, rider, hasItems }: Named, typed: string): Promise<NamedOrders> {
  const isCustomer = matching(ctx, Order, customer, typed)
  const isRider = rider && matching(ctx, Order, rider, typed)
  const isItem = hasItems && searchKey(typed).length >= fewestItemLetters ? matching(ctx, OrderLine, { name: 'item.search' }, typed) : null
  const none = sql`'{}'::uuid[]`
  const { rows } = await sql<{ customers: string[]; riders: string[]; items: boolean }>`
    select array(select customer.goes_on from customer where ${isCustomer} limit ${sql.lit(few + 1)}) as customers,
      ${isRider ? sql`array(select id from rider where ${isRider} limit ${sql.lit(fewRiders)})` : none} as riders,
      ${isItem ? sql`exists (select from item where ${isItem})` : sql`false`} as items`.execute(ctx.db)
  const { customers = [], riders = [], items = false } = rows[0] ?? {}
  const found = [
    ...(customers.length > 0 ? [customers.length <= few ? ofCustomers(customers) : ofMany(isCustomer)] : []),
    ...(riders.length > 0 ? [ofRiders(riders)] : []),
    ...(items && isItem ? [withItem(isItem)] : []),
  ]
  const isCommon = customers.length > few || riders.length > 0 || items
  return {
    ids: found.map(({ ids }) => ids),
    alone: found.length === 1 ? found[0]?.alone : undefined,
    oneByOne: isCommon ? anyOf(found.map(({ oneByOne }) => oneByOne)) : null,
  }
}

interface Ways {
  /** What is found, by an index. */
  ids: (page?: PagePart) => RawBuilder<unknown>
  /** The same where nothing else is looked for, as a condition with an index of its own. */
  alone?: Condition
  /** The same, asked of one order after the other. */
  oneByOne: Condition
}

function ofCustomers(ids: readonly string[]): Ways {
  const theirs = sql<SqlBool>`orders.customer_id = any(${[...ids]}::uuid[])`
  // Month after month, until there are enough.
  const newest = ({ among, direction, wanted }: PagePart) => sql`(select orders.id from orders where ${theirs} and ${among}
    order by orders.id ${direction} limit ${sql.lit(wanted)})`
  return { ids: (page) => (page ? newest(page) : sql`select orders.id from orders where ${theirs}`), alone: theirs, oneByOne: theirs }
}

/** One rider may have carried a hundred thousand orders: of a page, each one's newest are enough. */
function ofRiders(riders: readonly string[]): Ways {
  const carried = sql<SqlBool>`orders.rider_id = any(${[...riders]}::uuid[])`
  const ofEach = ({
    among,
    direction,
    wanted,
  }: PagePart) => sql`select theirs.id from unnest(${[...riders]}::uuid[]) as carrier (id), lateral
    (select orders.id from orders where orders.rider_id = carrier.id and ${among} order by orders.id ${direction} limit ${sql.lit(wanted)}) as theirs`
  return { ids: (page) => (page ? ofEach(page) : sql`select orders.id from orders where ${carried}`), oneByOne: carried }
}

function ofMany(isCustomer: Condition): Ways {
  // An array, so that the planner takes each customer's orders by index and never reads all orders to compare them.
  const theirs = (table: string) =>
    sql<SqlBool>`${sql.ref(`${table}.customer_id`)} = any(array(select customer.goes_on from customer where ${isCustomer}))`
  return {
    ids: () => sql`select theirs.id from orders as theirs where ${theirs('theirs')}`,
    alone: theirs('orders'),
    oneByOne: sql<SqlBool>`exists (select from customer where customer.goes_on = orders.customer_id and ${isCustomer})`,
  }
}

function withItem(isItem: Condition): Ways {
  const items = sql`array(select item.id from item where ${isItem})`
  return {
    ids: () => sql`select order_line.order_id from order_line where order_line.item_id = any(${items})`,
    // A value, not "exists": of that the planner may read all lines of the items first.
    oneByOne: sql<SqlBool>`(select true from order_line where order_line.order_id = orders.id and order_line.item_id = any(${items}) limit 1)`,
  }
}

function anyOf(conditions: readonly Condition[]): Condition {
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
}

// An array, so that the planner takes those orders by index and never walks all of them, newest first, until it has met enough.
function amongIds(ids: readonly RawBuilder<unknown>[]): Condition {
  return sql<SqlBool>`orders.id = any(array(${sql.join(ids, sql` union all `)}))`
}

// By its bounds, not by a pattern: a plan that is made without the value can use the index then.
function numberBegins(first: string): RawBuilder<unknown> {
  const digits = first.slice(first.indexOf('-') + 1)
  const last = digits.length < fewestPrefixDigits ? first : `${first}${'9'.repeat(longestNumber)}`
  return sql`select numbered.id from orders as numbered where numbered.number between ${first} and ${last}`
}

function numberOfAnyBranch(digits: string): RawBuilder<unknown> {
  return sql`select id from orders where orders.number = any(array(select branch.code || '-' || ${digits} from branch))`
}

/** The orders that a payment's reference paid, or that a coupon's code took something off: as a whole, a code in any case. */
function paidBy(text: string): RawBuilder<unknown>[] {
  if (/\s/.test(text)) return []
  const coupon = JSON.stringify([{ code: text.toUpperCase() }])
  return [
    sql`select paid.id from orders as paid where paid.payment_reference = ${text}`,
    sql`select lowered.id from orders as lowered where lowered.discounts @> ${coupon}::jsonb and lowered.discounts <> '[]'`,
  ]
}
