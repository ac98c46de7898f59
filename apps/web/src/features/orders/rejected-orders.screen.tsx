import { verticals } from '@larder/contract'
import { ListScreen } from '#kit/resource/list/list-screen.tsx'
import { prepareRows } from '#kit/resource/rows/prepare-rows.ts'
import type { Prepare } from '#kit/visit.ts'
import { fixedFor, usePathVertical, verticalOfPath } from './order-path.ts'
import { rejectedColumns, rejectedOrders } from './rejected-orders.resource.tsx'
import { Rejections } from './rejections.tsx'

export const prepare: Prepare = (visit) => prepareRows(rejectedOrders, fixedFor(verticalOfPath(visit.address.pathname)))(visit)

/** What stores did not take, of all verticals or of the one that the path says: the reasons first, then order by order. */
export default function RejectedOrdersScreen() {
  const vertical = usePathVertical()
  return (
    <ListScreen
      key={vertical ?? 'all'}
      resource={rejectedOrders}
      room={[306, 346]}
      title={vertical ? `Rejected ${verticals[vertical].kind.toLowerCase()} orders` : 'Rejected orders'}
      fixed={fixedFor(vertical)}
      columns={vertical ? rejectedColumns.filter(({ key }) => key !== 'vertical') : rejectedColumns}
    >
      {(asked) => <Rejections asked={asked} />}
    </ListScreen>
  )
}
