import { useSearchParams } from 'react-router'
import { Page } from '#kit/layout/page.tsx'
import { soon } from '#kit/lazily.tsx'

const PhoneOrderForm = soon(() => import('./phone-order/phone-order-form.tsx').then((module) => module.PhoneOrderForm))

/** An order that somebody takes while its customer is on the line. */
export default function PhoneOrderScreen() {
  const [query] = useSearchParams()
  const customerId = query.get('customer')
  return (
    <Page title="Phone order" subtitle="Everything by keyboard: Tab goes on, Ctrl and Enter place the order.">
      <PhoneOrderForm key={customerId ?? ''} customerId={customerId} />
    </Page>
  )
}
