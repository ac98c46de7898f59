import * as z from 'zod/mini'
import { contract, get, post } from '../endpoint.ts'
import { byId, Named } from '../page.ts'
import { idOf } from '../values/id.ts'
import { Version } from '../values/number.ts'
import { text } from '../values/text.ts'
import { Order } from './order-shapes.ts'

const versioned = { version: Version }
const byOrder = { params: byId('order'), response: Order, permission: 'order.operate' } as const

/** Who of the staff handles an order: apart from the order, whose lists need none of it. */
export const orderClaimContract = /* @__PURE__ */ contract('order', {
  claim: post('/orders/:id/claim', { ...byOrder, body: z.strictObject(versioned), summary: 'Say that I am handling this order' }),
  takeOver: post('/orders/:id/take-over', {
    ...byOrder,
    body: z.strictObject({ ...versioned, note: text({ max: 200 }) }),
    example: { body: { note: 'Her shift is over' } },
    summary: 'Handle an order that another person handles, with the reason',
  }),
  handOver: post('/orders/:id/hand-over', {
    ...byOrder,
    body: z.strictObject({ ...versioned, staffId: idOf('staff'), note: z.optional(text({ min: 0, max: 500, multiline: true })) }),
    summary: 'Give my claim to a colleague who handles orders and sees this one',
  }),
  unclaim: post('/orders/:id/unclaim', { ...byOrder, body: z.strictObject(versioned), summary: 'Give up my claim' }),
  colleagues: get('/orders/:id/colleagues', {
    permission: 'order.operate',
    params: byId('order'),
    response: z.array(z.extend(Named, { roleName: z.string() })),
    alsoShows: ['staff'],
    summary: 'Who else handles orders and sees this one, at most 50; who was here last comes first',
  }),
})
