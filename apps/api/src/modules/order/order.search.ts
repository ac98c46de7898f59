import { phoneDigits } from '@larder/contract'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Context } from '#kit/context.ts'
import { found } from '#kit/search-text.ts'

export interface Matches {
  condition: Expression<SqlBool>
  isEmpty: boolean
}

const orderNumber = /^[a-z]{2,5}-?\d+$/i
const digitsOnly = /^[+\d][\d\s().-]*$/
const fewestPhoneDigits = 4
const mostCustomers = 200
// Fewer digits begin the numbers of half the branch.
const fewestPrefixDigits = 3
const longestNumber = 12

/**
 * What a search text finds: the beginning of an order's number, digits of a phone or of a number, else a customer's name.
 * Customers are found first, at most 200 of them, so that the orders come by index whatever their number.
 */
export async function findMatches(ctx: Context, text: string): Promise<Matches> {
  const trimmed = text.trim()
  if (orderNumber.test(trimmed)) return { condition: numberBegins(trimmed), isEmpty: false }
  if (!digitsOnly.test(trimmed)) return ofCustomers(await findCustomers(ctx, trimmed))
  const customers = phoneDigits(trimmed).length < fewestPhoneDigits ? [] : await findCustomers(ctx, trimmed)
  const byNumber = sql`orders.number = any(array(select branch.code || '-' || ${trimmed} from branch))`
  return { condition: sql<SqlBool>`(${byNumber} or ${ofCustomers(customers).condition})`, isEmpty: false }
}

function ofCustomers(ids: string[]): Matches {
  return { condition: sql<SqlBool>`orders.customer_id = any(${ids}::uuid[])`, isEmpty: ids.length === 0 }
}

// By its bounds, not by a pattern: a plan that is made without the value can use the index then.
function numberBegins(text: string): Expression<SqlBool> {
  const [, code = '', digits = ''] = /^([a-z]+)-?(\d+)$/i.exec(text) ?? []
  const first = `${code.toUpperCase()}-${digits}`
  const last = digits.length < fewestPrefixDigits ? first : `${first}${'9'.repeat(longestNumber)}`
  return sql<SqlBool>`orders.number between ${first} and ${last}`
}

async function findCustomers(ctx: Context, typed: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('customer')
    .select('id')
    .where(found(['customer.search'], typed))
    .limit(mostCustomers)
    .execute()
  return rows.map(({ id }) => id)
}
