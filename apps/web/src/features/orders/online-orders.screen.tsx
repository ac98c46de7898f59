import { ListScreen } from '#kit/resource/list-screen.tsx'
import { orderColumns, orders } from './orders.resource.tsx'

const columns = orderColumns.filter(({ key }) => key !== 'rider')

/** Orders that were paid online, with how the payment stands. */
export default function OnlineOrdersScreen() {
  return <ListScreen resource={orders} title="Paid online" fixed={{ paymentMethod: 'online' }} columns={columns} />
}
