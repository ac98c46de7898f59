import * as z from 'zod/mini'
import { contract, get } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { byId, listQuery, Named, pageOf } from '../page.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { LocalDate, TimeZone } from '../values/local-date.ts'
import { MoneySum } from '../values/money.ts'
import { TrackPoint } from './order-track.ts'
import { IncidentKind, Severity } from './rider.ts'

/** How many days a rider's days are told at most, the newest last. */
export const mostRiderDays = 35

/** A shift that a rider worked, or works. */
export const RiderShift = z.strictObject({
  id: idOf('rider-shift'),
  rider: Named,
  branch: Named,
  day: LocalDate,
  timeZone: TimeZone,
  beganAt: Instant,
  endedAt: z.nullable(Instant),
  breakMinutes: z.int(),
  /** Without breaks; of one that runs, until now. */
  workedMinutes: z.int(),
  /** Who ended it, where it was not the rider. */
  endedBy: z.nullable(z.string()),
  endReason: z.nullable(z.string()),
  version: z.int(),
})
export type RiderShift = z.infer<typeof RiderShift>

/** A day of a rider: what was planned, what was worked and what it came to. */
export const RiderDay = z.strictObject({
  day: LocalDate,
  plannedMinutes: z.int(),
  workedMinutes: z.int(),
  delivered: z.int(),
  late: z.int(),
  earned: MoneySum,
})
export type RiderDay = z.infer<typeof RiderDay>

/** What a rider delivered in a shift, and where it went. */
export const ShiftOrder = z.strictObject({
  id: idOf('order'),
  number: z.string(),
  givenAt: Instant,
  overAt: z.nullable(Instant),
  storePoint: z.strictObject({ lat: z.number(), lng: z.number() }),
  customerPoint: z.nullable(z.strictObject({ lat: z.number(), lng: z.number() })),
})
export type ShiftOrder = z.infer<typeof ShiftOrder>

export const ShiftTrack = z.strictObject({
  from: Instant,
  to: Instant,
  orders: z.array(ShiftOrder),
  /** Where they were while they carried one of the orders, oldest first. */
  points: z.array(TrackPoint),
})
export type ShiftTrack = z.infer<typeof ShiftTrack>

export const riderShiftContract = /* @__PURE__ */ contract('rider-shift', {
  list: get('/rider-shifts', {
    searchesPeople: true,
    permission: 'rider.view',
    query: listQuery(['createdAt'], {
      riderId: z.optional(idOf('rider')),
      branchId: z.optional(idOf('branch')),
      from: z.optional(LocalDate),
      to: z.optional(LocalDate),
    }),
    response: pageOf(RiderShift),
    alsoShows: ['rider'],
    summary: 'Shifts that riders worked, the newest first',
  }),
  days: get('/riders/:id/days', {
    permission: 'rider.view',
    params: byId('rider'),
    query: z.strictObject({ to: z.optional(LocalDate) }),
    response: z.strictObject({ days: z.array(RiderDay) }),
    alsoShows: ['rider', 'rider-shift'],
    summary: `Planned and worked hours, deliveries and earnings of a rider day by day, ${mostRiderDays} days`,
  }),
  track: get('/rider-shifts/:id/track', {
    permission: 'delivery.view',
    params: byId('rider-shift'),
    response: ShiftTrack,
    alsoShows: ['rider', 'order'],
    summary: 'Where a rider went in a shift while they carried orders, as far as it is kept',
  }),
})

/** What staff noted of a rider. */
export const RiderIncident = z.strictObject({
  id: idOf('rider-incident'),
  rider: Named,
  branch: Named,
  kind: IncidentKind,
  severity: Severity,
  note: z.string(),
  order: z.nullable(Named),
  notedBy: z.string(),
  createdAt: Instant,
  version: z.int(),
})
export type RiderIncident = z.infer<typeof RiderIncident>

export const riderIncidentContract = /* @__PURE__ */ contract('rider-incident', {
  list: get('/rider-incidents', {
    searchesPeople: true,
    permission: 'rider.view',
    query: listQuery(['createdAt'], {
      riderId: z.optional(idOf('rider')),
      branchId: z.optional(idOf('branch')),
      kind: z.optional(IncidentKind),
      severity: z.optional(Severity),
    }),
    response: pageOf(RiderIncident),
    alsoShows: ['rider', 'order'],
    summary: 'What staff noted of riders, the newest first',
  }),
})

/** What staff wrote to a rider. */
export const RiderMessage = z.strictObject({
  id: idOf('rider-message'),
  rider: Named,
  text: z.string(),
  sentBy: z.string(),
  readAt: z.nullable(Instant),
  createdAt: Instant,
  version: z.int(),
})
export type RiderMessage = z.infer<typeof RiderMessage>

export const riderMessageContract = /* @__PURE__ */ contract('rider-message', {
  list: get('/rider-messages', {
    searchesPeople: true,
    permission: 'rider.view',
    query: listQuery(['createdAt'], { riderId: z.optional(idOf('rider')), branchId: z.optional(idOf('branch')) }),
    response: pageOf(RiderMessage),
    alsoShows: ['rider'],
    summary: 'What staff wrote to riders, the newest first, and whether it was read',
  }),
})

export const riderShiftRefusals = {
  'not-found': {
    'rider-incident-not-found': 'No such incident, or out of reach.',
    'rider-message-not-found': 'No such message, or out of reach.',
    'rider-shift-not-found': 'No such shift, or out of reach.',
  },
} as const satisfies Refusals
