import { type Instant, openTicketStates, type TicketPriority, type TicketState } from '@larder/contract'
import type { Because } from '#kit/errors.ts'
import { type DeskHours, deskMsBetween, dueAfter, wholeMinutes } from './desk-clock.ts'

/** What of a ticket its clock is reckoned from. */
export interface Clocked {
  state: string
  created_at: Instant
  answered_at: Instant | null
  stopped_at: Instant | null
  /** Of the desk, before it stood last: kept to the millisecond, for a ticket may wait many times. */
  stopped_ms: number
}

/** By priority, how many minutes of the desk there are. */
export interface Targets {
  hours: DeskHours
  answer: Record<TicketPriority, number>
  solve: Record<TicketPriority, number>
}

/** By when a ticket is to be answered and solved: later by as long as its clock stood. Pure. */
export function duesOf(created: Instant, priority: TicketPriority, stoppedMs: number, { hours, answer, solve }: Targets) {
  return {
    answer_due_at: dueAfter(created, answer[priority], hours, stoppedMs),
    solve_due_at: dueAfter(created, solve[priority], hours, stoppedMs),
  }
}

const standing: ReadonlySet<string> = new Set(['waiting-customer', 'solved', 'closed'] satisfies TicketState[])

/** What of its clock changes as a ticket goes to another state. Its clock stands while it waits for the customer, and once it is over. Pure. */
export function clockTo(
  ticket: Clocked & { priority: string },
  state: TicketState,
  now: Instant,
  targets: Targets,
): { stopped_at?: Instant | null; stopped_ms?: number; answer_due_at?: Instant; solve_due_at?: Instant } {
  const [stood, stands] = [ticket.stopped_at !== null, standing.has(state)]
  if (stood === stands) return {}
  if (stands) return { stopped_at: now }
  const stopped_ms = ticket.stopped_ms + deskMsBetween(ticket.stopped_at ?? now, now, targets.hours)
  const { answer_due_at, solve_due_at } = duesOf(ticket.created_at, ticket.priority as TicketPriority, stopped_ms, targets)
  return { stopped_at: null, stopped_ms, solve_due_at, ...(ticket.answered_at === null && { answer_due_at }) }
}

/** Minutes that the desk had for a ticket until now, without those in which its clock stood. Pure. */
export function minutesTaken(ticket: Clocked, now: Instant, hours: DeskHours): number {
  const standstill = ticket.stopped_at === null ? 0 : deskMsBetween(ticket.stopped_at, now, hours)
  return wholeMinutes(Math.max(0, deskMsBetween(ticket.created_at, now, hours) - ticket.stopped_ms - standstill))
}

export function isOpen({ state }: Pick<Clocked, 'state'>): boolean {
  return (openTicketStates as readonly string[]).includes(state)
}

export function whyOver({ state }: Pick<Clocked, 'state'>): Because | null {
  return isOpen({ state }) ? null : { reason: 'ticket-over', message: `It is ${state}: reopen it first.` }
}
