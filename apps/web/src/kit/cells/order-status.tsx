import { type OrderStatus, orderContract, orderStatusLabels } from '@larder/contract'
import { createContext, type ReactNode, useContext } from 'react'
import { useRead } from '#api/client.ts'
import { useCan } from '../access/access.tsx'
import type { Look } from './look.ts'
import { StatusChip } from './status-chip.tsx'

type LookOf = (status: OrderStatus) => Look

const plain: LookOf = (status) => ({ label: orderStatusLabels[status] })
const LooksContext = createContext<LookOf>(plain)

/** Label and colour of each order status as the installation has set them, read once for all that is inside. */
export function OrderStatusLooks({ children }: { children: ReactNode }) {
  const { data } = useRead(orderContract.statuses, useCan(orderContract.statuses.shape.permission) ? {} : null)
  const lookOf: LookOf = (status) => data?.find((each) => each.status === status) ?? plain(status)
  return <LooksContext value={lookOf}>{children}</LooksContext>
}

export function useOrderStatusLooks(): LookOf {
  return useContext(LooksContext)
}

export function OrderStatusChip({ status }: { status: OrderStatus }) {
  return <StatusChip look={useOrderStatusLooks()(status)} />
}
