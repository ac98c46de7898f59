import { ticketContract } from '@larder/contract'
import { historyOf } from '#kit/resource/form/draft.ts'
import { ListScreen } from '#kit/resource/list/list-screen.tsx'
import { prepareRows } from '#kit/resource/rows/prepare-rows.ts'
import type { HistoryOf, Prepare } from '#kit/visit.ts'
import { QueueFigures } from './queue-figures.tsx'
import { tickets } from './tickets.resource.tsx'

export const prepare: Prepare = (visit) => {
  visit.read(ticketContract.figures, {})
  prepareRows(tickets)(visit)
}

export const history: HistoryOf = () => historyOf(tickets)

/** Tickets by queue, and who works on which. */
export default function TicketsScreen() {
  return (
    <ListScreen resource={tickets} room={[158, 284]}>
      <QueueFigures />
    </ListScreen>
  )
}
