import { type AtRisk, orderContract } from '@larder/contract'
import type { ReactNode } from 'react'
import { Reveal } from '#kit/actions/reveal.tsx'
import { PhoneText } from '#kit/cells/value-text.tsx'
import { Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'

/** The numbers of an order's store, rider and customer, as far as this person may see them; the customer's is revealed for a reason. */
export function CallList({ risk: { order, store, rider, customerPhone } }: { risk: AtRisk }) {
  return (
    <Stack gap={3}>
      {store && (
        <Party label="Store" name={store.name}>
          <PhoneText phone={store.phone} />
        </Party>
      )}
      {rider && (
        <Party label="Rider" name={rider.name}>
          <PhoneText phone={rider.phone} />
        </Party>
      )}
      <Party label="Customer" name={order.customerName}>
        <Reveal endpoint={orderContract.reveal} row={order} field="customerPhone" label="customer's phone" masked={customerPhone}>
          {(phone) => <PhoneText phone={phone} />}
        </Reveal>
      </Party>
    </Stack>
  )
}

function Party({ label, name, children }: { label: string; name: string; children: ReactNode }) {
  return (
    <div>
      <Text as="div" size={12} tone="muted">
        {label}
      </Text>
      <Text as="div" weight={500}>
        {name}
      </Text>
      <Text as="div">{children}</Text>
    </div>
  )
}
