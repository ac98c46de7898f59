import { type OrderRow, type Vertical, verticalKeys, verticals } from '@larder/contract'
import { useLocation } from 'react-router'

/** The vertical that an order path speaks of (`/order/grocery/view`, `/order/fishRejectedList`, `/order/scheduled-grocery`), if any. */
export function verticalOfPath(pathname: string): Vertical | undefined {
  const segment = pathname.split('/')[2] ?? ''
  return verticalKeys.find((key) => {
    const word = verticals[key].orderPath
    return word !== null && (segment.startsWith(word) || segment.endsWith(`-${word}`))
  })
}

export function usePathVertical(): Vertical | undefined {
  return verticalOfPath(useLocation().pathname)
}

/** Where a vertical's live board is, if it has one. */
export function boardPathOf(vertical: Vertical): string | null {
  const { orderPath, hasBoard } = verticals[vertical]
  return hasBoard ? `/order/${orderPath}/pending` : null
}

/** Where a vertical's orders are listed. */
export function listPathOf(vertical: Vertical): string {
  const { orderPath } = verticals[vertical]
  return orderPath ? `/order/${orderPath}/view` : '/order/view'
}

/** What a list of one vertical's orders is fixed to. */
export function fixedFor(vertical: Vertical | undefined): { vertical?: Vertical } {
  return vertical ? { vertical } : {}
}

/** Where an order is followed on the map. */
export function mapPathOf({ id, vertical }: Pick<OrderRow, 'id' | 'vertical'>): string {
  return `/order/deliverymap/${id}/${vertical}`
}
