import type { Store } from '@larder/contract'
import { usePlaces } from '#kit/access/places.tsx'
import { format } from '#kit/format.ts'
import { Figure } from '#kit/layout/figure.tsx'

/** Today's figures of a store; each leads to its orders. */
export function StoreToday({ store }: { store: Store }) {
  const { listPath } = usePlaces()
  const to = (status: string) => listPath('order', { storeId: store.id, status })
  return (
    <div style={{ display: 'grid', gap: 12, gridTemplateColumns: 'repeat(auto-fit, minmax(120px, 1fr))' }}>
      <Figure label="Orders" value={store.today.orders} to={to('All')} />
      <Figure label="Value" value={format().wholeMoney(store.today.gross)} />
      <Figure label="Active now" value={store.today.active} to={to('active')} />
      <Figure label="Rejected" value={store.today.rejected} to={to('rejected')} tone={store.today.rejected > 0 ? 'bad' : 'default'} />
    </div>
  )
}
