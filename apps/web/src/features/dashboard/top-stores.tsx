import type { Dashboard } from '@larder/contract'
import { ListLink, PlaceLink } from '#kit/access/places.tsx'
import { VerticalGlyph } from '#kit/cells/vertical-glyph.tsx'
import { ShareRows } from '#kit/charts/share-rows.tsx'
import { format } from '#kit/format.ts'
import { Card } from '#kit/layout/card.tsx'
import { Row } from '#kit/layout/flow.tsx'
import { type Asked, dayOrders, isToday } from './asked.ts'

/** The stores that sold most on the day. */
export function TopStores({ dashboard, asked }: { dashboard: Dashboard; asked: Asked }) {
  const title = isToday(dashboard) ? 'Top stores today' : 'Top stores'
  return (
    <Card title={title} flush>
      <ShareRows
        label={title}
        rows={dashboard.topStores.map(({ id, name, vertical, orders, gross }) => ({
          key: id,
          share: gross.minor,
          name: (
            <Row gap={2} isOneLine>
              <VerticalGlyph vertical={vertical} />
              <PlaceLink entity="store" id={id}>
                {name}
              </PlaceLink>
            </Row>
          ),
          orders: (
            <ListLink entity="order" query={{ ...dayOrders(dashboard, asked), storeId: id }}>
              {orders}
            </ListLink>
          ),
          gross: format().wholeMoney(gross),
        }))}
      />
    </Card>
  )
}
