import * as z from 'zod/mini'
import { contract, get, post } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { StaffMessage } from '../events.ts'
import { byId, Count } from '../page.ts'
import { Instant } from '../values/instant.ts'
import { queryWhole, whole } from '../values/number.ts'

/** Unread alerts are counted up to here: "99+". */
export const alertCountCap = 99

/** An alert to staff: a `message` that was told, or an order that is past its promise now. */
const Alert = z.extend(z.omit(StaffMessage, { sequence: true }), {
  /** Its reader has read it, on whichever device, or there is nothing left to do about it. */
  isRead: z.boolean(),
})
export type Alert = z.infer<typeof Alert>

const maxSequence = Number.MAX_SAFE_INTEGER
/** Up to where alerts are read: messages by their number, late orders by the moment since when they are late. */
export const AlertMark = z.strictObject({ sequence: whole(0, maxSequence), at: Instant })
export type AlertMark = z.infer<typeof AlertMark>

const page = {
  /** Messages, newest first. */
  rows: z.array(Alert),
  /** What `earlier` takes as `before`; null at the end. */
  next: z.nullable(z.int()),
}

export const Alerts = z.strictObject({
  /** Orders past their promise, the longest first. */
  late: z.array(Alert),
  ...page,
  unread: Count,
  /** Where all of this is read up to once it is marked as read. */
  upTo: AlertMark,
})
export type Alerts = z.infer<typeof Alerts>

export const alertContract = contract('alert', {
  list: get('/alerts', {
    permission: 'signed-in',
    response: Alerts,
    // Orders change too often for that.
    alsoShows: ['approval'],
    turnsWithin: 60,
    summary: 'Late orders, the latest messages to me, and how many are unread',
  }),
  earlier: get('/alerts/earlier', {
    permission: 'signed-in',
    query: z.strictObject({ before: queryWhole(1, maxSequence) }),
    response: z.strictObject(page),
    alsoShows: ['approval'],
    summary: 'Earlier messages to me, page by page',
  }),
  markRead: post('/alerts/:id/read', {
    permission: 'signed-in',
    unaudited: true,
    params: byId('alert'),
    response: z.strictObject({ id: z.string() }),
    summary: 'I have read one alert',
  }),
  markAllRead: post('/alerts/read', {
    permission: 'signed-in',
    unaudited: true,
    body: AlertMark,
    response: AlertMark,
    summary: 'I have read all up to a mark, which never goes back',
  }),
})

export const alertRefusals = {
  'not-found': { 'alert-not-found': 'No such alert, one of before the last three days, or one that the caller may not hear of.' },
} as const satisfies Refusals
