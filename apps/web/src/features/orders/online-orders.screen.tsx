import { paymentDifferenceContract } from '@larder/contract'
import { ListLink } from '#kit/access/places.tsx'
import { Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { historyOf } from '#kit/resource/form/draft.ts'
import { ListScreen } from '#kit/resource/list/list-screen.tsx'
import { prepareRows } from '#kit/resource/rows/prepare-rows.ts'
import type { HistoryOf, Prepare } from '#kit/visit.ts'
import { CompareButton, Differences, openDifferences } from './payment-differences.tsx'
import { payments } from './payments.resource.tsx'

export const prepare: Prepare = (visit) => {
  visit.read(paymentDifferenceContract.list, openDifferences)
  visit.read(paymentDifferenceContract.last, {})
  prepareRows(payments)(visit)
}

export const history: HistoryOf = () => historyOf(payments)

/** Payments by the gateway's own names, what differs from it first. */
export default function OnlineOrdersScreen() {
  return (
    <ListScreen resource={payments} room={[60, 100]} title="Paid online" toolbar={<CompareButton />}>
      <Stack gap={2}>
        <Differences />
        <Text as="p" size={13} tone="muted">
          <ListLink entity="order" query={{ paymentMethod: 'online' }}>
            All orders that are paid online
          </ListLink>
          , those too whose channel takes the money.
        </Text>
      </Stack>
    </ListScreen>
  )
}
