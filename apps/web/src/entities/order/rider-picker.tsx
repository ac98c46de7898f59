import { type OrderCard, orderContract, roadMinutes } from '@larder/contract'
import { useRead } from '#api/client.ts'
import { EmptyState, Loading } from '#kit/feedback/feedback.tsx'
import type { FieldInputProps } from '#kit/fields/field.ts'
import { useProposal } from '#kit/fields/form/use-proposal.ts'
import { RadioList } from '#kit/fields/inputs/radio-list.tsx'

/** The riders on shift, nearest first, the nearest who can take the order proposed; one who can't says why. */
export function RiderPicker({ order, ...props }: FieldInputProps & { order: Pick<OrderCard, 'id' | 'rider'> }) {
  const read = useRead(orderContract.riders, { params: { id: order.id } })
  const nearest = read.data?.find(({ id, because }) => because === null && id !== order.rider?.id)
  useProposal(props, nearest?.id)
  return (
    <Loading read={read}>
      {(riders) =>
        riders.length === 0 ? (
          <EmptyState title="No riders on shift" text="Riders of this branch appear here as soon as they start their shift." />
        ) : (
          <RadioList
            {...props}
            choices={riders.map(({ id, name, vehicle, activeOrders, distanceKm, because }) => ({
              value: id,
              label: name,
              hint: `${vehicle}, ${loadWords(activeOrders)}`,
              because: id === order.rider?.id ? 'Already has this order.' : because,
              aside: distanceKm === null ? 'no location' : `${distanceKm.toFixed(1)} km, ${roadMinutes(distanceKm)} min to the store`,
            }))}
          />
        )
      }
    </Loading>
  )
}

function loadWords(orders: number): string {
  return orders === 0 ? 'free' : orders === 1 ? '1 active order' : `${orders} active orders`
}
