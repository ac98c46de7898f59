import { orderContract, storeContract } from '@larder/contract'
import { useParams } from 'react-router'
import { DetailScreen } from '#kit/resource/detail-screen.tsx'
import type { Prepare } from '#kit/visit.ts'
import { stores } from './stores.resource.tsx'

export const prepare: Prepare = ({ params: { id = '' }, read }) => {
  read(storeContract.get, { params: { id } })
  read(orderContract.statuses, {})
}

/** One store's orders: the tab of its page, at the path of the specification. */
export default function StoreOrdersScreen() {
  const { id = '' } = useParams()
  return <DetailScreen resource={stores} id={id} tab="orders" />
}
