import { enumOf } from '../values/collection.ts'
import { whole } from '../values/number.ts'

/** On which days tickets are worked on. */
const deskDaysLabels = { 'every-day': 'Every day', weekdays: 'Monday to Friday' } as const
const DeskDays = enumOf(deskDaysLabels)

const deskMinutes = (label: string, initial: number) =>
  ({ group: 'Tickets', label, unit: 'minutes', schema: whole(1, 20_160), initial }) as const
/** When tickets are worked on, and in how many minutes of those hours they are to be answered and solved. */
export const ticketSettings = {
  'ticket.deskFrom': { group: 'Tickets', label: 'The desk opens at', unit: 'h', schema: whole(0, 23), initial: 8 },
  'ticket.deskTo': { group: 'Tickets', label: 'The desk closes at', unit: 'h', schema: whole(1, 24), initial: 23 },
  'ticket.deskDays': { group: 'Tickets', label: 'Days of the desk', unit: null, schema: DeskDays, initial: 'every-day' },
  'ticket.claimMinutes': {
    group: 'Tickets',
    label: 'Time until a ticket without activity is back in its queue',
    unit: 'minutes',
    schema: whole(5, 2880),
    initial: 240,
  },
  'ticket.closeDays': { group: 'Tickets', label: 'Close solved tickets after', unit: 'days', schema: whole(1, 90), initial: 5 },
  'wallet.creditDays': { group: 'Tickets', label: 'A credit expires after', unit: 'days', schema: whole(1, 3650), initial: 180 },
  'wallet.returnedDays': {
    group: 'Tickets',
    label: 'A credit that returns from an order lasts at least',
    unit: 'days',
    schema: whole(1, 366),
    initial: 7,
  },
  'ticket.answerMinutes.urgent': deskMinutes('First answer to urgent tickets', 10),
  'ticket.answerMinutes.high': deskMinutes('First answer to high tickets', 30),
  'ticket.answerMinutes.normal': deskMinutes('First answer to normal tickets', 120),
  'ticket.answerMinutes.low': deskMinutes('First answer to low tickets', 480),
  'ticket.solveMinutes.urgent': deskMinutes('Solution of urgent tickets', 60),
  'ticket.solveMinutes.high': deskMinutes('Solution of high tickets', 240),
  'ticket.solveMinutes.normal': deskMinutes('Solution of normal tickets', 900),
  'ticket.solveMinutes.low': deskMinutes('Solution of low tickets', 2700),
} as const
