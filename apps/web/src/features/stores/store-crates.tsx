import { crateMovementContract, type Store } from '@larder/contract'
import { CrateBalances } from '#entities/crate-balances.tsx'
import { Card } from '#kit/layout/card.tsx'
import { Stack } from '#kit/layout/flow.tsx'
import { sublist } from '#kit/resource/record/sublist.tsx'

const movements = sublist('Crates', crateMovementContract, (store: Store) => ({ storeId: store.id }), { without: ['store'] })

/** The crates that a store holds, and how they came and went. */
export function StoreCrates({ store }: { store: Store }) {
  return (
    <Stack gap={4}>
      <Card title="Held now">
        <CrateBalances of="storeId" id={store.id} />
      </Card>
      {movements.render(store)}
    </Stack>
  )
}
