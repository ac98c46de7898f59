import { describeDetails, noticeWords, type Order } from '@larder/contract'
import { Fragment } from 'react'
import { Card } from '#kit/layout/card.tsx'
import { Text } from '#kit/layout/text.tsx'
import { useNow } from '#kit/use-now.ts'
import './order.css'

/** What only orders of this vertical carry, as its details declare it. */
export function DetailsCard({ order }: { order: Order }) {
  const short = noticeWords(order, useNow())
  return (
    <Card title="For this order">
      <dl className="order-details">
        {describeDetails(order.details).map(({ label, words }) => (
          <Fragment key={label}>
            <Text as="dt" size={13} tone="muted">
              {label}
            </Text>
            <Text as="dd">{words ?? '–'}</Text>
          </Fragment>
        ))}
        {order.leadHours > 0 && (
          <>
            <Text as="dt" size={13} tone="muted">
              Notice
            </Text>
            <Text as="dd">{order.leadHours === 1 ? '1 hour' : `${order.leadHours} hours`}</Text>
          </>
        )}
      </dl>
      {short && (
        <Text as="p" size={13} tone="warning">
          {short}
        </Text>
      )}
    </Card>
  )
}
