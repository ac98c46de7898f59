import { type OpenWork, type StaffMember, staffContract } from '@larder/contract'
import { useRead } from '#api/client.ts'
import { useCan } from '#kit/access/access.tsx'
import { PlaceLink } from '#kit/access/places.tsx'
import { Loading } from '#kit/feedback/feedback.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'

/** What a person handles just now, for whoever may hand it over. */
export function OpenWorkPanel({ staff }: { staff: StaffMember }) {
  const mayAsk = useCan(staffContract.openWork.shape.permission)
  const read = useRead(staffContract.openWork, mayAsk ? { params: { id: staff.id } } : null)
  if (!mayAsk) return <Text tone="muted">Shown to those who may suspend accounts.</Text>
  return (
    <Loading read={read}>
      {({ orders, tasks }) => (
        <Stack gap={2}>
          <Text as="p">{[ordersInWords(orders), tasksInWords(tasks)].filter(Boolean).join(' ')}</Text>
          {orders.length > 0 && (
            <Row gap={2}>
              {orders.map(({ id, number }) => (
                <PlaceLink key={id} entity="order" id={id}>
                  {number}
                </PlaceLink>
              ))}
            </Row>
          )}
        </Stack>
      )}
    </Loading>
  )
}

/** "Handles 2 orders now." */
export function ordersInWords({ length }: OpenWork['orders']): string {
  if (length === 0) return 'Handles no order now.'
  return length === 1 ? 'Handles 1 order now.' : `Handles ${length} orders now.`
}

/** Exports are their owner's alone: with the account they end. */
export function tasksInWords(tasks: number): string {
  if (tasks === 0) return ''
  return tasks === 1
    ? '1 export of theirs is under way and ends with the account.'
    : `${tasks} exports of theirs are under way and end with the account.`
}
