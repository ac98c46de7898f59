import { type OrderStatus, orderContract, orderStatusLabels, type StatusSound } from '@larder/contract'
import { createContext, type ReactNode, useContext } from 'react'
import { useRead } from '#api/client.ts'
import { useCan } from '#kit/access/access.tsx'
import { StatusChip, type StatusStyle } from '#kit/cells/status-style.tsx'
import { optionsFrom } from '#kit/fields/options.ts'

/** How a status is called, coloured, timed and heard; of one that is not read yet, its label alone. */
export interface OrderStatusStyle extends StatusStyle {
  targetMinutes?: number | null
  sound?: StatusSound | null
}
type StyleOf = (status: OrderStatus) => OrderStatusStyle

const plain: StyleOf = (status) => ({ label: orderStatusLabels[status] })
const StylesContext = createContext<StyleOf>(plain)

/** Each order status as the installation has set it, read once for all that is inside. */
export function OrderStatusStyles({ children }: { children: ReactNode }) {
  const { data } = useRead(orderContract.statuses, useCan(orderContract.statuses.shape.permission) ? {} : null)
  const styleOf: StyleOf = (status) => data?.find((each) => each.status === status) ?? plain(status)
  return <StylesContext value={styleOf}>{children}</StylesContext>
}

/** What is inside sees one status as it would be. */
export function OrderStatusAs({ status, style, children }: { status: OrderStatus; style: OrderStatusStyle; children: ReactNode }) {
  const styleOf = useOrderStatusStyles()
  return <StylesContext value={(each) => (each === status ? style : styleOf(each))}>{children}</StylesContext>
}

export function useOrderStatusStyles(): StyleOf {
  return useContext(StylesContext)
}

export function OrderStatusChip({ status }: { status: OrderStatus }) {
  return <StatusChip style={useOrderStatusStyles()(status)} />
}

/** The statuses by the installation's words, to choose among. */
export const orderStatusOptions = optionsFrom(orderContract.statuses, {}, (all) =>
  all.map(({ status, label }) => ({ value: status, label })),
)
