import type { Dashboard } from '@larder/contract'
import { ListLink } from '#kit/access/places.tsx'
import { ShareRows } from '#kit/charts/share-rows.tsx'
import { format } from '#kit/format.ts'
import { Card } from '#kit/layout/card.tsx'
import { type Asked, dayOrders, isToday } from './asked.ts'

/** Why orders of the day were rejected, each reason with its orders and what was lost. */
export function RejectReasons({ dashboard, asked }: { dashboard: Dashboard; asked: Asked }) {
  const title = isToday(dashboard) ? 'Today’s rejected orders, by reason' : 'Rejected, by reason'
  return (
    <Card title={title} flush>
      <ShareRows
        label={title}
        rows={dashboard.rejections.map(({ reason, label, orders, lost }) => ({
          key: reason,
          share: orders,
          name: (
            <ListLink entity="rejected-order" query={{ ...dayOrders(dashboard, asked), reason }}>
              {label}
            </ListLink>
          ),
          orders: format().number(orders),
          gross: format().wholeMoney(lost),
        }))}
      />
    </Card>
  )
}
