import { type Order, orderContract } from '@larder/contract'
import { useEffect, useEffectEvent } from 'react'
import { useRead } from '#api/client.ts'
import { assignRider } from '#entities/order/order-acts.tsx'
import { becauseOf } from '#kit/actions/action.ts'
import { useAskHost } from '#kit/actions/host.ts'

/** An order that somebody means for a rider. */
export interface Meant {
  orderId: string
  riderId: string
}

/** Asks whether an order is to be given to the rider whom somebody meant, or says why it cannot be. */
export function AssignMeant({ meant: { orderId, riderId }, onAsked }: { meant: Meant; onAsked: () => void }) {
  const { ask, explain } = useAskHost()
  const { data } = useRead(orderContract.get, { params: { id: orderId as Order['id'] } })
  const begin = useEffectEvent((order: Order) => {
    const act = assignRider(order, riderId)
    const because = order.allowed.some(({ action }) => action === act.key) ? becauseOf(act, order) : 'It cannot be given to a rider now.'
    if (because) explain([{ label: `${act.label}: ${order.number}`, because }])
    else ask(act, order)
    onAsked()
  })
  useEffect(() => {
    if (data) begin(data)
  }, [data])
  return null
}
