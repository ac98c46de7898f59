import { orderContract, verticals } from '@larder/contract'
import { useNavigate, useSearchParams } from 'react-router'
import { zoneOf } from '#kit/access/access.tsx'
import { useKey } from '#kit/keys.ts'
import { Button } from '#kit/layout/button.tsx'
import { lazily } from '#kit/lazily.tsx'
import { ListScreen } from '#kit/resource/list/list-screen.tsx'
import { prepareRows } from '#kit/resource/rows/prepare-rows.ts'
import type { Prepare } from '#kit/visit.ts'
import { boardPathOf, fixedFor, usePathVertical, verticalOfPath } from './order-path.ts'
import { orderColumns, orders } from './orders.resource.tsx'
import { filterQuery, useOrderFilter } from './use-order-filter.ts'

/** An address without any query takes the filter that was used last. */
export const prepare: Prepare = (visit) => {
  const { address, state } = visit
  if (isBoard(address.searchParams)) return visit.read(orderContract.statuses, {})
  const filter = filterQuery(state.dashboard.filter, zoneOf(state.logged))
  if (address.search === '' && filter.size > 0) visit.redirect(`${address.pathname}?${filter}`)
  visit.read(orderContract.statuses, {})
  prepareRows(orders, fixedFor(verticalOfPath(address.pathname)))(visit)
}

const OrderBoardScreen = lazily(() => import('./order-board.screen.tsx').then((module) => module.default))
const boardQuery = '?show=board'

function isBoard(params: URLSearchParams): boolean {
  return params.get('show') === 'board'
}

/** All orders, or one vertical's: the path says which. They are a list or, by the address, a board. */
export default function OrdersScreen() {
  const [params] = useSearchParams()
  return isBoard(params) ? <OrderBoardScreen /> : <List />
}

function List() {
  const vertical = usePathVertical()
  const navigate = useNavigate()
  useOrderFilter()
  const board = (vertical && boardPathOf(vertical)) ?? boardQuery
  useKey('board', () => navigate(board))
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
          <Button to={board} keys="board">
            Live board
          </Button>
        </>
      }
    />
  )
}
