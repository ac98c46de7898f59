import { type OrderCard, orderContract } from '@larder/contract'
import { useRead } from '#api/client.ts'
import { EmptyState, Loading } from '#kit/feedback/feedback.tsx'
import type { FieldInputProps } from '#kit/fields/field.ts'
import { Box } from '#kit/layout/box.ts'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'

/** The riders on shift, nearest first; one who can't take the order says why. */
export function RiderPicker({ order, name, label, value, onChange }: FieldInputProps & { order: Pick<OrderCard, 'id' | 'rider'> }) {
  const read = useRead(orderContract.riders, { params: { id: order.id } }, { refreshOn: ['rider'] })
  return (
    <Loading read={read}>
      {(riders) =>
        riders.length === 0 ? (
          <EmptyState title="No rider is on shift" text="Riders of this branch appear here as soon as they start their shift." />
        ) : (
          <Stack gap={1} role="radiogroup" aria-label={label} sx={{ maxHeight: 360, overflowY: 'auto', mx: -1, p: 1 }}>
            {riders.map((rider) => {
              const because = rider.id === order.rider?.id ? 'Has this order already.' : rider.because
              return (
                <Row
                  key={rider.id}
                  component="label"
                  gap={3}
                  sx={{
                    flexWrap: 'nowrap',
                    p: 2,
                    border: 1,
                    borderRadius: 0.5,
                    borderColor: value === rider.id ? 'primary.main' : 'divider',
                    cursor: because ? 'not-allowed' : 'pointer',
                    '&:focus-within': { outline: 2, outlineColor: 'primary.main' },
                  }}
                >
                  <input
                    type="radio"
                    name={name}
                    value={rider.id}
                    checked={value === rider.id}
                    disabled={because !== null}
                    onChange={() => onChange(rider.id)}
                  />
                  <Box sx={{ flex: 1, minWidth: 0 }}>
                    <Text as="div" weight={500} tone={because ? 'muted' : 'default'}>
                      {rider.name}
                    </Text>
                    <Text as="div" size={12} tone="muted">
                      {because ?? `${rider.vehicle}, ${loadWords(rider.activeOrders)}`}
                    </Text>
                  </Box>
                  <Text size={13} tone="muted">
                    {rider.distanceKm === null ? 'no position' : `${rider.distanceKm.toFixed(1)} km`}
                  </Text>
                </Row>
              )
            })}
          </Stack>
        )
      }
    </Loading>
  )
}

function loadWords(orders: number): string {
  return orders === 0 ? 'free' : orders === 1 ? '1 order under way' : `${orders} orders under way`
}
