import { type FloorMap, type FloorOrder, type FloorRider, orderContract, shiftStateLabels, verticals } from '@larder/contract'
import { OrderStatusChip } from '#entities/order/order-status.tsx'
import { custom } from '#kit/cells/columns.tsx'
import { RowsTable } from '#kit/cells/rows-table.tsx'
import { TimeOfDay, When } from '#kit/cells/when.tsx'
import { Button } from '#kit/layout/button.tsx'
import { Card } from '#kit/layout/card.tsx'
import { Text } from '#kit/layout/text.tsx'
import { soon } from '#kit/lazily.tsx'
import { RowCheck } from '#kit/resource/list/row-check.tsx'
import type { BulkLater } from '#kit/resource/selection/bulk.ts'
import { useSelection } from '#kit/resource/selection/use-selection.ts'
import { useNow } from '#kit/use-now.ts'
import { PromiseCell } from '../promise.tsx'
import type { Pressing } from './floor-markers.ts'
import { arrivalFrom, isStale, usePositions } from './way.ts'

const SelectionBar = soon(() => import('#kit/resource/selection/selection-bar.tsx').then((module) => module.SelectionBar))

interface FloorTableProps {
  floor: FloorMap
  pressing: Pressing
}

/** All that the map shows, for the keyboard and for whoever does not see it. */
export function FloorTable(props: FloorTableProps) {
  return (
    <>
      <Orders {...props} />
      {props.floor.riders.length > 0 && <Riders {...props} />}
    </>
  )
}

const together: BulkLater<FloorOrder> = {
  permissions: [orderContract.assignRider.shape.permission],
  load: async () => ({ acts: [(await import('../orders-bulk.tsx')).assignTogether], controls: [] }),
}

/** What is due first stands first; whoever may assign selects several that one rider is to have. */
function Orders({ floor, pressing }: FloorTableProps) {
  const columns = useOrderColumns(floor, pressing)
  const { orders } = floor
  const rows = orders.toSorted((a, b) => ((a.promisedAt ?? '~') < (b.promisedAt ?? '~') ? -1 : 1))
  const given = pressing.assign?.orders
  const selection = useSelection(given ? rows.filter(({ id }) => given.has(id)) : [])
  const selected = rows.filter(({ id }) => selection.ids.includes(id))
  const check = custom<FloorOrder>('check', 'Select', ({ id, number }) =>
    given?.has(id) ? (
      <RowCheck label={`Select ${number}`} id={id} isOn={selection.has(id)} onChange={selection.toggle} onRange={selection.toggleTo} />
    ) : null,
  )
  return (
    <Card title={orders.length === 1 ? '1 open order' : `${orders.length} open orders`} flush>
      <RowsTable label="Orders on the map" columns={given ? [check, ...columns] : columns} rows={rows} keyOf={({ id }) => id} isWide />
      {selected.length > 0 && (
        <SelectionBar
          acts={[]}
          later={together}
          rows={selected}
          label={['Order', 'Orders']}
          titleOf={({ number }) => number}
          onClear={() => selection.setAll(false)}
          onDone={selection.keep}
          all={null}
          onPage={null}
        />
      )}
    </Card>
  )
}

function Riders({ floor, pressing }: FloorTableProps) {
  const columns = useRiderColumns(floor, pressing)
  const { riders } = floor
  return (
    <Card title={riders.length === 1 ? '1 rider' : `${riders.length} riders`} flush>
      <RowsTable label="Riders on the map" columns={columns} rows={riders} keyOf={({ id }) => id} isWide />
    </Card>
  )
}

function useOrderColumns({ stores, riders }: FloorMap, { chosen, onOrder }: Pressing) {
  const now = useNow()
  const positionOf = usePositions()
  const [storeOf, riderOf] = [new Map(stores.map((store) => [store.id, store])), new Map(riders.map((rider) => [rider.id, rider]))]
  const arrival = (order: FloorOrder) => {
    const rider = positionOf(riderOf.get(order.riderId ?? '') ?? null)
    const storePoint = storeOf.get(order.storeId)?.point
    const at = storePoint ? arrivalFrom({ ...order, storePoint }, rider, now) : null
    return at === null ? '–' : <TimeOfDay at={at} />
  }
  return [
    custom<FloorOrder>('number', 'Order', ({ id, number }) => (
      <Button size="small" pressed={id === chosen} onClick={() => onOrder(id)}>
        {number}
      </Button>
    )),
    custom<FloorOrder>('store', 'Store', ({ storeId }) => storeOf.get(storeId)?.name ?? '–'),
    custom<FloorOrder>('vertical', 'Vertical', ({ vertical }) => verticals[vertical].label),
    custom<FloorOrder>('status', 'Status', ({ status }) => <OrderStatusChip status={status} />),
    custom<FloorOrder>('promise', 'Promise', (order) => <PromiseCell order={order} />),
    custom<FloorOrder>('arrival', 'Estimated arrival', arrival),
    custom<FloorOrder>('rider', 'Rider', ({ riderId, orderType }) =>
      orderType === 'pickup' ? 'Pick-up' : (riderOf.get(riderId ?? '')?.name ?? (riderId ? '–' : 'None yet')),
    ),
  ]
}

function useRiderColumns({ orders }: FloorMap, { chosen, onRider }: Pressing) {
  const now = useNow()
  const positionOf = usePositions()
  return [
    custom<FloorRider>('name', 'Rider', ({ id, name }) => (
      <Button size="small" pressed={id === chosen} onClick={() => onRider(id)}>
        {name}
      </Button>
    )),
    custom<FloorRider>('shift', 'Shift', ({ shiftState }) => shiftStateLabels[shiftState]),
    custom<FloorRider>('orders', 'Orders', ({ id }) => {
      const own = orders.filter(({ riderId }) => riderId === id)
      return own.length === 0 ? 'None' : own.map(({ number }) => number).join(', ')
    }),
    custom<FloorRider>('seen', 'Last seen', (rider) => {
      const heard = positionOf(rider)
      if (!heard) return 'Not yet'
      return (
        <Text size={13} tone={isStale(heard.at, now) ? 'warning' : 'default'}>
          <When at={heard.at} />
          {isStale(heard.at, now) && ', may be elsewhere'}
        </Text>
      )
    }),
  ]
}
