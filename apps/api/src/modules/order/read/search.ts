import { Order, phoneDigits } from '@larder/contract'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Context } from '#kit/context.ts'
import { matching, type SearchFields } from '#kit/read/search-text.ts'

type Condition = Expression<SqlBool>

/** What a search text finds. */
export interface Matches {
  /** Starts from what the text names: by index, however far back the orders lie. Null where it names nothing. */
  condition: Condition | null
  /** The same, asked of one order after the other: for a name that so many have that the newest orders will do. */
  oneByOne: Condition | null
  /** So many have it that their orders are counted no further than anybody is told. */
  isCommon?: boolean
}

const orderNumber = /^[a-z]{2,5}-?\d+$/i
const digitsOnly = /^[+\d][\d\s().-]*$/
const fewestPhoneDigits = 4
const fewCustomers = 200
/** Of so many customers all orders together are hardly more than a page. */
const mostGoneThrough = 20
// Fewer digits begin the numbers of half the branch.
const fewestPrefixDigits = 3
const longestNumber = 12

/**
 * What a search text finds: the beginning of an order's number, digits of a number or, for whoever may see them, of a phone, else a
 * customer's name. Up to 200 customers are found first, so that their orders come by index; of more than 20, `oneByOne` is there too.
 */
export async function findMatches(ctx: Context, text: string): Promise<Matches> {
  const trimmed = text.trim()
  if (orderNumber.test(trimmed)) return { condition: numberBegins(trimmed), oneByOne: null }
  if (!digitsOnly.test(trimmed)) return ofCustomers(ctx, { customerName: 'customer.search' }, trimmed)
  const byNumber = sql<SqlBool>`orders.number = any(array(select branch.code || '-' || ${trimmed} from branch))`
  const isPhone = phoneDigits(trimmed).length >= fewestPhoneDigits
  const byPhone = isPhone ? await ofCustomers(ctx, { customerPhone: 'customer.phone' }, trimmed) : null
  const either = (other: Condition) => sql<SqlBool>`(${byNumber} or ${other})`
  return {
    condition: byPhone?.condition ? either(byPhone.condition) : byNumber,
    oneByOne: byPhone?.oneByOne ? either(byPhone.oneByOne) : null,
    isCommon: byPhone?.isCommon ?? false,
  }
}

/** What a search text finds, as one condition on `orders`: all of them without a text, none where it names nothing. */
export async function searched(ctx: Context, text: string | undefined): Promise<Condition> {
  if (!text?.trim()) return sql<SqlBool>`true`
  return (await findMatches(ctx, text)).condition ?? sql<SqlBool>`false`
}

async function ofCustomers(ctx: Context, fields: SearchFields, typed: string): Promise<Matches> {
  const isThem = matching(ctx, Order, fields, typed)
  const few = await ctx.db
    .selectFrom('customer')
    .select('id')
    .where(isThem)
    .limit(fewCustomers + 1)
    .execute()
  if (few.length === 0) return { condition: null, oneByOne: null }
  if (few.length <= fewCustomers) {
    const theirs = sql<SqlBool>`orders.customer_id = any(${few.map(({ id }) => id)}::uuid[])`
    return { condition: theirs, oneByOne: few.length > mostGoneThrough ? theirs : null }
  }
  return {
    // An array, so that the planner takes each customer's orders by index and never reads all orders to compare them.
    condition: sql<SqlBool>`orders.customer_id = any(array(select customer.id from customer where ${isThem}))`,
    oneByOne: sql<SqlBool>`(select ${isThem} from customer where customer.id = orders.customer_id)`,
    isCommon: true,
  }
}

// By its bounds, not by a pattern: a plan that is made without the value can use the index then. An array, so that the planner takes those
// orders by index and never walks all of them, newest first, until it has met enough.
function numberBegins(text: string): Condition {
  const [, code = '', digits = ''] = /^([a-z]+)-?(\d+)$/i.exec(text) ?? []
  const first = `${code.toUpperCase()}-${digits}`
  const last = digits.length < fewestPrefixDigits ? first : `${first}${'9'.repeat(longestNumber)}`
  return sql<SqlBool>`orders.id = any(array(select numbered.id from orders as numbered where numbered.number between ${first} and ${last}))`
}
