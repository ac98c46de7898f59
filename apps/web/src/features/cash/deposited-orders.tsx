import { cashDepositContract, type DepositedCash } from '@larder/contract'
import { useRead } from '#api/client.ts'
import { instant, money, reference } from '#kit/cells/columns.tsx'
import { RowsTable } from '#kit/cells/rows-table.tsx'
import { Loading } from '#kit/feedback/feedback.tsx'

const columns = [reference('order', 'order'), reference('store', 'store'), money('amount'), instant('since', { label: 'Taken' })]

/** The orders whose cash a deposit is. */
export function DepositedOrders({ id }: { id: string }) {
  const read = useRead(cashDepositContract.orders, { params: { id: id as never } })
  return (
    <Loading read={read}>
      {({ rows }) => <RowsTable<DepositedCash> label="Orders" columns={columns} rows={rows} keyOf={({ order }) => order.id} />}
    </Loading>
  )
}
