import { type Order, orderContract } from '@larder/contract'
import { ListLink, PlaceLink } from '#kit/access/places.tsx'
import { Reveal } from '#kit/actions/reveal.tsx'
import { PhoneText } from '#kit/cells/value-text.tsx'
import { Card } from '#kit/layout/card.tsx'
import { Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { wordsOf } from '#kit/words.ts'

/** Who ordered, and where it goes. */
export function CustomerCard({ order }: { order: Order }) {
  const { customer, address, area } = order
  return (
    <Card title="Customer">
      <Stack gap={2}>
        <Text as="div" weight={500}>
          {customer ? (
            <PlaceLink entity="customer" id={customer.id}>
              {order.customerName}
            </PlaceLink>
          ) : (
            `${order.customerName}, guest`
          )}
        </Text>
        <Text as="div">
          <Reveal endpoint={orderContract.reveal} row={order} field="customerPhone" label="customer's phone" masked={order.customerPhone}>
            {(phone) => <PhoneText phone={phone} />}
          </Reveal>
        </Text>
        {customer && (
          <Text as="div" size={13} tone="muted">
            <ListLink entity="order" query={{ customerId: customer.id }}>
              {customer.orders === 1 ? 'first order' : `${customer.orders} orders`}
            </ListLink>
            {customer.flags.length > 0 && ` · ${customer.flags.map(wordsOf).join(', ')}`}
          </Text>
        )}
        {address && (
          <Text as="div" size={13}>
            {[address.line1, address.line2, address.locality, address.postalCode].filter(Boolean).join(', ')}
            <Text as="div" size={13} tone="muted">
              {area.name}
            </Text>
            {address.instructions && (
              <Text as="div" size={13} weight={500}>
                “{address.instructions}”
              </Text>
            )}
          </Text>
        )}
      </Stack>
    </Card>
  )
}
