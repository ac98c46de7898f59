import { type OrderStatus, orderContract } from '@larder/contract'
import { useRead } from '#api/client.ts'
import { type Look, wordsOf } from './look.ts'
import { StatusChip } from './status-chip.tsx'

/** Label and colour of each order status as the installation has set them. */
export function useOrderStatusLooks(): (status: OrderStatus) => Look {
  const { data } = useRead(orderContract.statuses, {})
  return (status) => data?.find((each) => each.status === status) ?? { label: wordsOf(status) }
}

export function OrderStatusChip({ status }: { status: OrderStatus }) {
  return <StatusChip look={useOrderStatusLooks()(status)} />
}
