import { Button } from '#kit/layout/button.tsx'
import { historyOf } from '#kit/resource/form/draft.ts'
import { ListScreen } from '#kit/resource/list/list-screen.tsx'
import { prepareRows } from '#kit/resource/rows/prepare-rows.ts'
import type { HistoryOf } from '#kit/visit.ts'
import { orderStatuses } from './order-statuses.resource.tsx'

export const prepare = prepareRows(orderStatuses)

export const history: HistoryOf = () => historyOf(orderStatuses)

/** The statuses, and the way to the reasons for which orders end in some of them. */
export default function OrderStatusesScreen() {
  return <ListScreen resource={orderStatuses} toolbar={<Button to="/settings/reasons">Reasons</Button>} />
}
