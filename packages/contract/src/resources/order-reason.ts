import * as z from 'zod/mini'
import { contract, type Output, patch, post } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { Version, whole } from '../values/number.ts'
import { text } from '../values/text.ts'
import { Party, type Reason, ReasonCode, ReasonKind } from './order-shapes.ts'
import { recordContract } from './record.ts'

/** What each list is for, as people read it. */
export const reasonKindLabels = {
  reject: 'Reject an order',
  cancel: 'Cancel an order',
  fail: 'Fail a delivery',
  refund: 'Refund',
  restore: 'Restore an order',
  edit: 'Edit an order',
  'on-behalf': "Act on the rider's behalf",
  pause: 'Pause a store',
  ticket: 'Open a ticket',
  feedback: 'Tag feedback',
} as const satisfies Record<Reason['kind'], string>
const Kind = /* @__PURE__ */ Object.assign(ReasonKind, { labels: reasonKindLabels })

const draft = {
  label: text({ max: 80 }),
  /** Where it stands in its list. */
  sort: whole(0, 9999),
}
/** Orders keep the code and who bore the cost: neither ever changes. */
const once = {
  kind: Kind,
  /** What apps send. */
  code: ReasonCode,
  party: Party,
}

const {
  create,
  update,
  remove: _,
  ...record
} = /* @__PURE__ */ recordContract('order-reason', '/order-reasons', {
  label: 'Reasons',
  permission: 'setting',
  imports: 'setting-reasons.edit',
  draft,
  once,
  extra: { active: z.boolean() },
  filterBy: ['kind', 'party', 'active'],
  sorts: ['position', 'label', 'createdAt'],
  acts: {
    retire: { permission: 'setting-reasons.edit', asks: {}, summary: 'offer it no more; what was done for it keeps it' },
    reinstate: { permission: 'setting-reasons.edit', asks: {}, summary: 'offer it again' },
  },
})

/** The lists of reasons: why an order is rejected, cancelled, failed, refunded or restored, and who bears the cost. */
export const orderReasonContract = /* @__PURE__ */ contract('order-reason', {
  ...record,
  // Whoever looks after the reasons changes no other settings.
  create: post(create.path, {
    permission: 'setting-reasons.edit',
    body: create.shape.body,
    response: create.shape.response,
    example: { body: { kind: 'reject', code: 'power-cut', label: 'The power is out', party: 'store', sort: 5 } },
    summary: 'Reasons: add',
  }),
  update: patch(update.path, {
    permission: 'setting-reasons.edit',
    params: update.shape.params,
    body: z.extend(z.partial(z.strictObject(draft)), { version: Version }),
    response: update.shape.response,
    example: { body: { label: 'No power', sort: 6 } },
    summary: 'Reasons: change',
  }),
})
export type OrderReason = Output<typeof orderReasonContract.get>

export const orderReasonRefusals = {
  'not-found': { 'order-reason-not-found': 'No such reason.' },
} as const satisfies Refusals
