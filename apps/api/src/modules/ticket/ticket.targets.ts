import { type TicketPriority, ticketPriorities } from '@larder/contract'
import type { Context, Services } from '#kit/context.ts'
import { readSetting } from '#kit/settings.ts'
import { type Clocked, minutesTaken, type Targets } from './ticket.decide.ts'

const answerMinutes = {
  urgent: 'ticket.answerMinutes.urgent',
  high: 'ticket.answerMinutes.high',
  normal: 'ticket.answerMinutes.normal',
  low: 'ticket.answerMinutes.low',
} as const
const solveMinutes = {
  urgent: 'ticket.solveMinutes.urgent',
  high: 'ticket.solveMinutes.high',
  normal: 'ticket.solveMinutes.normal',
  low: 'ticket.solveMinutes.low',
} as const

/** What the desk promises, by the clocks of a ticket's branch; of one without, by those of the installation. */
export async function readTargets(services: Services, branchZone: string | null): Promise<Targets> {
  const zone = branchZone ?? (await readSetting(services, 'installation.timeZone'))
  const [from, to, days] = await Promise.all([
    readSetting(services, 'ticket.deskFrom'),
    readSetting(services, 'ticket.deskTo'),
    readSetting(services, 'ticket.deskDays'),
  ])
  const minutesOf = async (keys: typeof answerMinutes | typeof solveMinutes) => {
    const each = ticketPriorities.map(async (priority) => [priority, await readSetting(services, keys[priority])] as const)
    return Object.fromEntries(await Promise.all(each)) as Record<TicketPriority, number>
  }
  return { hours: { zone, from, to, days }, answer: await minutesOf(answerMinutes), solve: await minutesOf(solveMinutes) }
}

/** The columns of a ticket that was answered just now, for the first time. */
export async function answeredBy(ctx: Context, ticket: Clocked & { time_zone: string | null }) {
  const now = ctx.clock.instant()
  const { hours } = await readTargets(ctx.services, ticket.time_zone)
  return { answered_at: now, answer_minutes: minutesTaken(ticket, now, hours) }
}
