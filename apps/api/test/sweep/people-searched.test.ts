import { afterAll, beforeAll, expect, test } from 'vitest'
import { queriesOf } from '../plans.ts'
import { lists, type SweptProduct, sweptProduct } from './swept-product.ts'

/** Searched columns in which people stand by their names or addresses: what is typed there is one of them. */
const ofPeople = new Set([
  'bank_account.holder',
  'branch.partner_name',
  'branch_day.closed_by',
  'branch_day.signed_off_by',
  'branch_day_cash.name',
  'cash_deposit.from_name',
  'cash_deposit.received_by',
  'cash_holder.name',
  'cash_order.name',
  'change_set.made_by',
  'customer.email_search',
  'customer.search',
  'feedback.search',
  'hand_over.given_by',
  'hand_over.signed_by',
  'mail.to_address',
  'mail.to_name',
  'rider.name',
  'staff.email',
  'staff.name',
  'temporary_state.name',
  'ticket.search',
])

/** Searched columns of things, places and what is written of them. */
const ofThings = new Set(
  `approval.reason approval.title area.name branch.code branch.name branch_day.remark brand.name cash_deposit.number cash_deposit.remark
  cash_order.number cash_order.store_name category_type.name change_row.title change_set.title channel_key.name choice_group.name crate.code
  crate.name crate_movement.remark cuisine.name draft.name hand_over.remark item.search machine.name macro.name macro.text mail.subject
  menu_category.name menu_scan.title menu_scan_row.name order_reason.code order_reason.label order_status.customer_text order_status.label
  orders.number payment.reference payment_difference.reference remedy.note review.search rider.number rider_incident.note rider_message.text
  rider_shift.end_reason role.name rush_mode.reason saved_view.name segment.name store.display_name store.search store_document.number
  store_location.name task.title tax_profile.name temporary_state.store_name`.split(/\s+/),
)

let product: SweptProduct
beforeAll(async () => {
  product = await sweptProduct()
})
afterAll(() => product.app.close())

/** `"staff"."name" like $1`, in whichever letters it is compared. */
const searched = /"([a-z_]+)"\."([a-z_]+)"(?:, NFKC\) collate pg_unicode_fast\)\)\), NFKC\))? like \$/g

test('a list says whether people are searched in it: their names stand in no address of a page', async () => {
  const unknown = new Set<string>()
  const wrong: string[] = []
  let found = 0
  for (const list of lists) {
    const queries = await queriesOf(product.app, () => product.read(list, product.admin, { q: 'zebra' }))
    const columns = queries.flatMap(({ sql }) => [...sql.matchAll(searched)].map(([, table, column]) => `${table}.${column}`))
    const own = columns.map((column) => column.replace(/^merged\./, 'customer.'))
    found += own.length
    for (const column of own) if (!ofPeople.has(column) && !ofThings.has(column)) unknown.add(column)
    if (own.some((column) => ofPeople.has(column)) !== (list.shape.searchesPeople === true)) wrong.push(list.name)
  }
  expect(found, 'what is searched is seen').toBeGreaterThan(50)
  expect([...unknown], 'a searched column is of people or of things').toEqual([])
  expect(wrong, '`searchesPeople` of its contract').toEqual([])
})
