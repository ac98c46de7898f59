import { type OrderCard, orderContract } from '@larder/contract'
import { useRead } from '#api/client.ts'
import { EmptyState, Loading } from '#kit/feedback/feedback.tsx'
import type { FieldInputProps } from '#kit/fields/field.ts'
import { Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import './order.css'

/** The riders on shift, nearest first; one who can't take the order says why. */
export function RiderPicker({ order, name, label, value, onChange }: FieldInputProps & { order: Pick<OrderCard, 'id' | 'rider'> }) {
  const read = useRead(orderContract.riders, { params: { id: order.id } })
  return (
    <Loading read={read}>
      {(riders) =>
        riders.length === 0 ? (
          <EmptyState title="No riders on shift" text="Riders of this branch appear here as soon as they start their shift." />
        ) : (
          <Stack gap={1} role="radiogroup" aria-label={label} style={{ maxHeight: 360, overflowY: 'auto', margin: '0 -4px', padding: 4 }}>
            {riders.map((rider) => {
              const because = rider.id === order.rider?.id ? 'Already has this order.' : rider.because
              return (
                <label key={rider.id} className="rider-choice">
                  <input
                    type="radio"
                    name={name}
                    value={rider.id}
                    checked={value === rider.id}
                    disabled={because !== null}
                    onChange={() => onChange(rider.id)}
                  />
                  <div>
                    <Text as="div" weight={500} tone={because ? 'muted' : 'default'}>
                      {rider.name}
                    </Text>
                    <Text as="div" size={12} tone="muted">
                      {because ?? `${rider.vehicle}, ${loadWords(rider.activeOrders)}`}
                    </Text>
                  </div>
                  <Text size={13} tone="muted">
                    {rider.distanceKm === null ? 'no location' : `${rider.distanceKm.toFixed(1)} km`}
                  </Text>
                </label>
              )
            })}
          </Stack>
        )
      }
    </Loading>
  )
}

function loadWords(orders: number): string {
  return orders === 0 ? 'free' : orders === 1 ? '1 active order' : `${orders} active orders`
}
