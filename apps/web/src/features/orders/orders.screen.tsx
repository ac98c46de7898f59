import { verticals } from '@larder/contract'
import { SkeletonCard } from '#kit/feedback/feedback.tsx'
import { Button } from '#kit/layout/button.tsx'
import { Page } from '#kit/layout/page.tsx'
import { ListScreen } from '#kit/resource/list-screen.tsx'
import { boardPathOf, usePathVertical } from './order-path.ts'
import { orderColumns, orders } from './orders.resource.tsx'
import { useOrderFilter } from './use-order-filter.ts'

/** All orders, or one vertical's: the path says which. */
export default function OrdersScreen() {
  const vertical = usePathVertical()
  const isSettled = useOrderFilter()
  const title = vertical ? `${verticals[vertical].label} orders` : 'Orders'
  const board = vertical && boardPathOf(vertical)
  if (!isSettled) {
    return (
      <Page title={title}>
        <SkeletonCard lines={10} />
      </Page>
    )
  }
  return (
    <ListScreen
      key={vertical ?? 'all'}
      resource={orders}
      title={title}
      fixed={vertical ? { vertical } : {}}
      columns={vertical ? orderColumns.filter(({ key }) => key !== 'vertical') : orderColumns}
      toolbar={board && <Button to={board}>Live board</Button>}
    />
  )
}
