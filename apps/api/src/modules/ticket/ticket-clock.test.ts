import { addMinutes, type Instant, instantAt, instantOf, msOf, type TicketState, type TimeZone, wallClockAt } from '@larder/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DeskHours } from './desk-clock.ts'
import { clockTo, duesOf, minutesTaken, type Targets } from './ticket.decide.ts'

// Around nights in which clocks change, by an hour or half of one, at midnight or later, and a day that was left out.
const turns: readonly [TimeZone, string][] = [
  ['Asia/Kolkata', '2026-11-20'],
  ['Europe/London', '2026-03-29'],
  ['Europe/London', '2026-10-25'],
  ['America/Sao_Paulo', '2018-11-04'],
  ['America/Sao_Paulo', '2019-02-17'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['America/Havana', '2026-11-01'],
  ['Pacific/Apia', '2011-12-30'],
]
const places = fc
  .record({
    turn: fc.constantFrom(...turns),
    from: fc.integer({ min: 0, max: 23 }),
    length: fc.integer({ min: 1, max: 24 }),
    days: fc.constantFrom('every-day' as const, 'weekdays' as const),
    before: fc.integer({ min: 0, max: 3 * 24 * 60 }),
  })
  .map(({ turn: [zone, day], from, length, days, before }) => {
    const hours: DeskHours = { zone, from, to: Math.min(24, from + length), days }
    return { hours, created: addMinutes(instantAt(day, '12:00', zone), -before) }
  })

type Act = { minutes: number; to: TicketState } | { minutes: number; to: 'answered' | 'urgent' | 'low' }
const acts = fc.array(
  fc.record({
    minutes: fc.oneof(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 0, max: 1800 })),
    to: fc.constantFrom('open', 'waiting-customer', 'waiting-store', 'snoozed', 'solved', 'closed', 'answered', 'urgent', 'low'),
  }) as fc.Arbitrary<Act>,
  { maxLength: 7 },
)
const targets = fc.record({ urgent: fc.integer({ min: 1, max: 90 }), low: fc.integer({ min: 91, max: 900 }) })

/** By the clock on the wall: whether the desk is staffed in the minute that begins then. */
function isStaffed(at: Instant, { zone, from, to, days }: DeskHours): boolean {
  const [date = '', time = ''] = wallClockAt(at, zone).split(/[T ]/)
  const hour = Number(time.slice(0, 2))
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  return hour >= from && hour < to && (days === 'every-day' || (weekday !== 0 && weekday !== 6))
}

const stands = (state: TicketState) => state === 'waiting-customer' || state === 'solved' || state === 'closed'

/** A ticket to which things are done, and beside it what somebody counts who looks at the clock each minute. */
function live(
  { hours, created }: { hours: DeskHours; created: Instant },
  given: Act[],
  { urgent, low }: { urgent: number; low: number },
  unitMs = 60_000,
) {
  const promised: Targets = {
    hours,
    answer: { urgent, high: urgent, normal: low, low },
    solve: { urgent: urgent * 2, high: urgent * 2, normal: low * 2, low: low * 2 },
  }
  let ticket = {
    state: 'open' as TicketState,
    priority: 'low' as 'urgent' | 'low',
    created_at: created,
    answered_at: null as Instant | null,
    stopped_at: null as Instant | null,
    stopped_ms: 0,
    ...duesOf(created, 'low', 0, promised),
  }
  let [now, counted] = [msOf(created), 0]
  /** What was counted one unit ago: something is overdue once its last minute has gone by. */
  let before = 0
  const pass = (units: number) => {
    for (let left = units; left > 0; left -= 1) {
      if (!stands(ticket.state)) {
        before = counted
        if (isStaffed(instantOf(now), hours)) counted += 1
      }
      now += unitMs
    }
  }
  const told = () => {
    const at = instantOf(now)
    const due = ticket.stopped_at ?? at
    return {
      taken: minutesTaken(ticket, at, hours),
      isAnswerLate: ticket.answered_at === null && ticket.answer_due_at < due,
      isSolutionLate: ticket.solve_due_at < due,
    }
  }
  const seen = () => ({
    taken: Math.floor((counted * unitMs) / 60_000),
    isAnswerLate: ticket.answered_at === null && before * unitMs >= promised.answer[ticket.priority] * 60_000,
    isSolutionLate: before * unitMs >= promised.solve[ticket.priority] * 60_000,
  })
  const steps: { told: ReturnType<typeof told>; seen: ReturnType<typeof seen>; at: Instant }[] = []
  for (const { minutes, to } of given) {
    pass(minutes)
    const at = instantOf(now)
    if (to === 'answered') ticket = { ...ticket, answered_at: ticket.answered_at ?? at }
    else if (to === 'urgent' || to === 'low') ticket = { ...ticket, priority: to, ...duesOf(created, to, ticket.stopped_ms, promised) }
    else ticket = { ...ticket, state: to, ...clockTo(ticket, to, at, promised) }
    steps.push({ at, told: told(), seen: seen() })
  }
  return steps
}

describe('whatever is done to a ticket, wherever clocks change', () => {
  test('it took, and is overdue by, what somebody counts who looks at the clock each minute', () => {
    fc.assert(
      fc.property(places, acts, targets, (place, given, promised) => {
        for (const step of live(place, given, promised)) expect(step.told, step.at).toEqual(step.seen)
      }),
      { numRuns: 300 },
    )
  })

  test('many short standstills come to what they are: each second counts', () => {
    fc.assert(
      fc.property(
        places,
        fc.array(fc.integer({ min: 1, max: 119 }), { minLength: 4, maxLength: 40 }),
        targets,
        (place, seconds, promised) => {
          const given = seconds.map((minutes, index): Act => ({ minutes, to: index % 2 === 0 ? 'waiting-customer' : 'open' }))
          for (const step of live(place, given, promised, 1000)) expect(step.told.taken, step.at).toBe(step.seen.taken)
        },
      ),
      { numRuns: 40 },
    )
  })
})
