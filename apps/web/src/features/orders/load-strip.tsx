import { type Input, type OrderLoad, orderLoadContract } from '@larder/contract'
import { useId, useState } from 'react'
import { useRead } from '#api/client.ts'
import { RushNotice } from '#entities/rush-notice.tsx'
import { TimeOfDay } from '#kit/cells/when.tsx'
import { SkeletonCard } from '#kit/feedback/feedback.tsx'
import { Button } from '#kit/layout/button.tsx'
import { Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import './load-strip.css'

const shownStores = 5

/** What the stores of a board have to have ready, quarter of an hour by quarter of an hour, and the rushes that are on for them. */
export function LoadStrip({ query }: Input<typeof orderLoadContract.load>) {
  const { data, error } = useRead(orderLoadContract.load, { query })
  if (!data) return error ? null : <SkeletonCard lines={1} />
  return (
    <Stack gap={3}>
      {data.rushes.length > 0 && <RushNotice rushes={data.rushes} />}
      <Quarters data={data} />
    </Stack>
  )
}

/** All stores, and the busiest ones by name. It stands where none has anything to cook as well: cards would move when the first one has. */
function Quarters({ data }: { data: OrderLoad }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const stores = isOpen ? data.stores.slice(0, shownStores) : []
  const busiest = Math.max(...stores.flatMap(({ orders }) => orders))
  return (
    <div className="load">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways on a phone */}
      <section className="load-frame" aria-labelledby={id} tabIndex={0}>
        <table aria-labelledby={id}>
          <thead>
            <tr>
              <th scope="col" id={id}>
                To be ready from
              </th>
              {data.quarters.map((at) => (
                <th key={at} scope="col">
                  <TimeOfDay at={at} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Line name="All stores" orders={data.orders} most={Math.max(...data.orders)} />
            {stores.map(({ store, branch, limit, orders }) => (
              <Line key={store.id} name={store.name} about={branch.name} orders={orders} most={limit ?? busiest} limit={limit} />
            ))}
          </tbody>
        </table>
      </section>
      <Button size="small" pressed={isOpen} disabled={data.stores.length === 0} onClick={() => setOpen(!isOpen)}>
        {data.stores.length > shownStores ? `${shownStores} busiest stores` : 'By store'}
      </Button>
    </div>
  )
}

interface LineProps {
  name: string
  about?: string
  orders: OrderLoad['orders']
  /** What fills a cell. */
  most: number
  /** The most orders that the store takes in a quarter of an hour. */
  limit?: number | null
}

function Line({ name, about, orders, most, limit = null }: LineProps) {
  return (
    <tr>
      <th scope="row">
        <Text size={13} weight={500}>
          {name}
        </Text>{' '}
        {about && (
          <Text size={12} tone="muted">
            {about}
          </Text>
        )}
      </th>
      {orders.map((count, at) => {
        const isFull = limit !== null && count >= limit
        return (
          <td
            key={at}
            className={isFull ? 'full' : count === 0 ? 'none' : undefined}
            style={{ ['--filled' as string]: most > 0 ? Math.min(1, count / most) : 0 }}
          >
            {isFull ? `${count} of ${limit}` : count}
          </td>
        )
      })}
    </tr>
  )
}
