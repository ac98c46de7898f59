import * as z from 'zod/mini'
import { contract, get } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { exportOf } from '../exports.ts'
import { maskedPhone, revealing } from '../masked.ts'
import { Allowed, byId, listQuery, pageOf } from '../page.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'

/** Somebody who has ordered. */
export const Customer = z.strictObject({
  id: idOf('customer'),
  name: z.string(),
  phone: maskedPhone('customer.reveal'),
  orders: z.int(),
  flags: z.array(z.string()),
  firstOrderAt: z.nullable(Instant),
  version: z.int(),
  allowed: Allowed,
})
export type Customer = z.infer<typeof Customer>

const CustomerFilters = listQuery(['createdAt'], {})

export const customerContract = contract('customer', {
  list: get('/customers', {
    permission: 'customer.view',
    query: CustomerFilters,
    response: pageOf(Customer),
    alsoShows: ['order'],
    fromReplica: true,
    summary: 'Customers, found by name, and by any part of the phone where one may see it',
  }),
  get: get('/customers/:id', {
    permission: 'customer.view',
    params: byId('customer'),
    response: Customer,
    alsoShows: ['order'],
    summary: 'One customer',
  }),
  export: exportOf('/customers', 'customer.export', CustomerFilters),
  reveal: revealing('customer', '/customers', ['phone']),
})

export const customerRefusals = {
  'not-found': { 'customer-not-found': 'No such customer, or out of reach.' },
} as const satisfies Refusals
