import { orderContract, storeContract } from '@larder/contract'
import { useParams } from 'react-router'
import { useRead } from '#api/client.ts'
import { usePlaces } from '#kit/access/places.tsx'
import { Button } from '#kit/layout/button.tsx'
import { ListScreen } from '#kit/resource/list-screen.tsx'
import { prepareRows } from '#kit/resource/prepare-rows.ts'
import type { Prepare } from '#kit/visit.ts'
import { orderColumns, orders } from './orders.resource.tsx'

const columns = orderColumns.filter(({ key }) => key !== 'store' && key !== 'vertical')

export const prepare: Prepare = (visit) => {
  const { id = '' } = visit.params
  visit.read(storeContract.get, { params: { id } })
  visit.read(orderContract.statuses, {})
  prepareRows(orders, { storeId: id })(visit)
}

/** One store's orders: the list cut to it. */
export default function StoreOrdersScreen() {
  const { id = '' } = useParams()
  const { data: store } = useRead(storeContract.get, { params: { id } })
  const profile = usePlaces().recordPath('store', id)
  return (
    <ListScreen
      resource={orders}
      title={store ? `Orders from ${store.name}` : 'Store orders'}
      fixed={{ storeId: id }}
      columns={columns}
      toolbar={profile && <Button to={profile}>Store profile</Button>}
    />
  )
}
