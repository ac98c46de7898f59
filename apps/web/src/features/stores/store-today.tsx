import type { Store } from '@larder/contract'
import { usePlaces } from '#kit/access/places.tsx'
import { format } from '#kit/format.ts'
import { Figure } from '#kit/layout/figure.tsx'

/** Today's figures of a store; each leads to the very orders that it counts. */
export function StoreToday({ store }: { store: Store }) {
  const { tabPath } = usePlaces()
  const { day, orders, gross, active, rejected } = store.today
  const to = (cut: Record<string, string>) => tabPath('store', store.id, 'orders', { from: day, to: day, ...cut })
  return (
    <div style={{ display: 'grid', gap: 12, gridTemplateColumns: 'repeat(auto-fit, minmax(120px, 1fr))' }}>
      <Figure label="Orders" value={orders} to={to({})} />
      <Figure label="Value" value={format().wholeMoney(gross)} />
      <Figure label="Active now" value={active} to={to({ status: 'active' })} />
      <Figure label="Rejected" value={rejected} to={to({ status: 'rejected' })} tone={rejected > 0 ? 'bad' : 'default'} />
    </div>
  )
}
