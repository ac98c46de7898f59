import { orderContract } from '@larder/contract'
import { ListScreen } from '#kit/resource/list/list-screen.tsx'
import { prepareRows } from '#kit/resource/rows/prepare-rows.ts'
import type { Prepare } from '#kit/visit.ts'
import { orderColumns, orders } from './orders.resource.tsx'

const columns = orderColumns.filter(({ key }) => key !== 'rider')

const fixed = { paymentMethod: 'online' }

export const prepare: Prepare = (visit) => {
  visit.read(orderContract.statuses, {})
  prepareRows(orders, fixed)(visit)
}

/** Orders that were paid online, with how the payment stands. */
export default function OnlineOrdersScreen() {
  return <ListScreen resource={orders} title="Paid online" fixed={fixed} columns={columns} />
}
