import { type CrateBalance, crateMovementContract } from '@larder/contract'
import { useRead } from '#api/client.ts'
import { useCan } from '#kit/access/access.tsx'
import { ListLink } from '#kit/access/places.tsx'
import { money, number, reference } from '#kit/cells/columns.tsx'
import { RowsTable } from '#kit/cells/rows-table.tsx'
import { Loading } from '#kit/feedback/feedback.tsx'
import { Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'

const counted = [number('balance', { label: 'Held' }), money('depositHeld', { label: 'Deposits' })]
const columns = {
  storeId: [reference('crate', 'crate'), ...counted],
  crateId: [reference('store', 'store'), ...counted],
}

/** What a store holds of crates, or which stores hold one kind of them, and the way to how that came about. */
export function CrateBalances({ of, id }: { of: 'storeId' | 'crateId'; id: string }) {
  const maySee = useCan(crateMovementContract.balances.shape.permission)
  const read = useRead(crateMovementContract.balances, maySee ? { query: { [of]: id } } : null)
  if (!maySee) return null
  return (
    <Loading read={read}>
      {({ rows }) => (
        <Stack gap={2}>
          {rows.length === 0 ? (
            <Text tone="muted">None at present.</Text>
          ) : (
            <RowsTable<CrateBalance>
              label="Crates held"
              columns={columns[of]}
              rows={rows}
              keyOf={({ crate, store }) => `${crate.id} ${store.id}`}
            />
          )}
          {of === 'crateId' && (
            <ListLink entity="crate-movement" query={{ [of]: id }}>
              Movements of this crate
            </ListLink>
          )}
        </Stack>
      )}
    </Loading>
  )
}
