import { type TicketPriority, ticketPriorities } from '@larder/contract'
import type { Services } from '#kit/context.ts'
import { readSetting } from '#kit/settings.ts'
import type { Targets } from './ticket.decide.ts'

/** What the desk promises, by the clocks of a ticket's branch; of one without, by those of the installation. */
export async function readTargets(services: Services, branchZone: string | null): Promise<Targets> {
  const zone = branchZone ?? (await readSetting(services, 'installation.timeZone'))
  const [from, to, days] = await Promise.all([
    readSetting(services, 'ticket.deskFrom'),
    readSetting(services, 'ticket.deskTo'),
    readSetting(services, 'ticket.deskDays'),
  ])
  const minutesOf = async (what: 'answer' | 'solve') => {
    const each = ticketPriorities.map(
      async (priority) => [priority, await readSetting(services, `ticket.${what}Minutes.${priority}`)] as const,
    )
    return Object.fromEntries(await Promise.all(each)) as Record<TicketPriority, number>
  }
  return { hours: { zone, from, to, days }, answer: await minutesOf('answer'), solve: await minutesOf('solve') }
}
