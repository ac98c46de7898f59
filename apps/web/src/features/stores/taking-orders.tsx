import type { StoreRow } from '@larder/contract'
import { StatusChip } from '#kit/cells/status-chip.tsx'
import { When } from '#kit/cells/when.tsx'
import { Row } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { openModeLooks } from './store-looks.ts'

/** Whether the store takes orders at this moment, by its mode and its hours, and when its mode ends. */
export function TakingOrders({ store }: { store: Pick<StoreRow, 'openMode' | 'openModeUntil' | 'isOpenNow'> }) {
  const isOutsideHours = !store.isOpenNow && (store.openMode === 'open' || store.openMode === 'busy')
  return (
    <Row gap={2}>
      <StatusChip look={isOutsideHours ? { label: 'Outside hours', tone: 'neutral' } : openModeLooks[store.openMode]} />
      {store.openModeUntil && (
        <Text size={12} tone="muted">
          ends <When at={store.openModeUntil} />
        </Text>
      )}
    </Row>
  )
}
