import { openModeLabels, type StoreRow } from '@larder/contract'
import { StatusChip, styleStatuses } from '#kit/cells/status-style.tsx'
import { When } from '#kit/cells/when.tsx'
import { Row } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'

const modes = styleStatuses(openModeLabels, { open: 'good', busy: 'warning', paused: 'bad' })

/** Whether the store takes orders at this moment, by its mode and its hours, and when its mode ends. */
export function TakingOrders({ store }: { store: Pick<StoreRow, 'openMode' | 'openModeUntil' | 'isOpenNow'> }) {
  const isOutsideHours = !store.isOpenNow && (store.openMode === 'open' || store.openMode === 'busy')
  return (
    <Row gap={2}>
      <StatusChip style={isOutsideHours ? { label: 'Outside hours', tone: 'neutral' } : modes[store.openMode]} />
      {store.openModeUntil && (
        <Text size={12} tone="muted">
          ends <When at={store.openModeUntil} />
        </Text>
      )}
    </Row>
  )
}
