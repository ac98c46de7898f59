import { verticals } from '@larder/contract'
import { ListScreen } from '#kit/resource/list/list-screen.tsx'
import { prepareRows } from '#kit/resource/rows/prepare-rows.ts'
import type { Prepare } from '#kit/visit.ts'
import { fixedFor, usePathVertical, verticalOfPath } from './order-path.ts'
import { ScheduleCalendar } from './schedule-calendar.tsx'
import { scheduledColumns, scheduledOrders } from './scheduled-orders.resource.tsx'

export const prepare: Prepare = (visit) => prepareRows(scheduledOrders, fixedFor(verticalOfPath(visit.address.pathname)))(visit)

/** What is planned for later, of all verticals or of the one that the path says: by the hour, then order by order. */
export default function ScheduledOrdersScreen() {
  const vertical = usePathVertical()
  return (
    <ListScreen
      key={vertical ?? 'all'}
      resource={scheduledOrders}
      room={[329, 329]}
      title={vertical ? `Scheduled ${verticals[vertical].kind.toLowerCase()} orders` : 'Scheduled orders'}
      fixed={fixedFor(vertical)}
      columns={vertical ? scheduledColumns.filter(({ key }) => key !== 'vertical') : scheduledColumns}
    >
      {(asked) => <ScheduleCalendar asked={asked} />}
    </ListScreen>
  )
}
