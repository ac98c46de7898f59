import { type Order, type OrderRemedy, remedyContract } from '@larder/contract'
import { useRead } from '#api/client.ts'
import { RemedyLine } from '#entities/remedy-line.tsx'
import { useCan } from '#kit/access/access.tsx'
import { PlaceLink } from '#kit/access/places.tsx'
import { When } from '#kit/cells/when.tsx'
import { ErrorState } from '#kit/feedback/feedback.tsx'
import { Card } from '#kit/layout/card.tsx'
import { Stack } from '#kit/layout/flow.tsx'

/** What was given for the order on its tickets, and what waits for approval there; nothing where there is none. */
export function OrderRemedies({ order }: { order: Order }) {
  const read = useRead(remedyContract.ofOrder, useCan('refund.view') ? { params: { id: order.id } } : null)
  if (!read.error && !read.data?.length) return null
  return (
    <Card title="Remedies">
      {read.error ? (
        <ErrorState error={read.error} retry={read.refetch} />
      ) : (
        <Stack gap={2}>
          {read.data?.map((remedy) => (
            <RemedyLine key={remedy.id} remedy={remedy}>
              <Where remedy={remedy} zone={order.timeZone} />
            </RemedyLine>
          ))}
        </Stack>
      )}
    </Card>
  )
}

function Where({ remedy: { id, isWaiting, checkedBy, ticket, replacement, at }, zone }: { remedy: OrderRemedy; zone: string }) {
  return (
    <>
      {isWaiting ? (
        <PlaceLink entity="approval" id={id}>
          Waits for approval
        </PlaceLink>
      ) : (
        `Given${checkedBy ? `, approved by ${checkedBy}` : ''}`
      )}
      , <When at={at} zone={zone} />, on{' '}
      <PlaceLink entity="ticket" id={ticket.id}>
        {ticket.name}
      </PlaceLink>
      {replacement && (
        <>
          , sent anew as{' '}
          <PlaceLink entity="order" id={replacement.id}>
            {replacement.name}
          </PlaceLink>
        </>
      )}
    </>
  )
}
