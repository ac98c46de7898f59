import { orderContract, verticals } from '@larder/contract'
import { zoneOf } from '#kit/access/access.tsx'
import { Button } from '#kit/layout/button.tsx'
import { ListScreen } from '#kit/resource/list/list-screen.tsx'
import { prepareRows } from '#kit/resource/rows/prepare-rows.ts'
import type { Prepare } from '#kit/visit.ts'
import { boardPathOf, fixedFor, usePathVertical, verticalOfPath } from './order-path.ts'
import { orderColumns, orders } from './orders.resource.tsx'
import { filterQuery, useOrderFilter } from './use-order-filter.ts'

/** An address without any query takes the filter that was used last. */
export const prepare: Prepare = (visit) => {
  const { address, state } = visit
  const filter = filterQuery(state.dashboard.filter, zoneOf(state.logged))
  if (address.search === '' && filter.size > 0) visit.redirect(`${address.pathname}?${filter}`)
  visit.read(orderContract.statuses, {})
  prepareRows(orders, fixedFor(verticalOfPath(address.pathname)))(visit)
}

/** All orders, or one vertical's: the path says which. */
export default function OrdersScreen() {
  const vertical = usePathVertical()
  useOrderFilter()
  const board = vertical && boardPathOf(vertical)
  return (
    <ListScreen
      key={vertical ?? 'all'}
      resource={orders}
      title={vertical ? `${verticals[vertical].kind} orders` : 'Orders'}
      fixed={fixedFor(vertical)}
      columns={vertical ? orderColumns.filter(({ key }) => key !== 'vertical') : orderColumns}
      marksAll
      toolbar={
        <>
          {vertical && <Button to={verticals[vertical].rejectedPath}>Rejected</Button>}
          {board && <Button to={board}>Live board</Button>}
        </>
      }
    />
  )
}
