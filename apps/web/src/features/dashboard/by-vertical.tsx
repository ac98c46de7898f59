import { type Dashboard, type Vertical, verticals } from '@larder/contract'
import { ListLink } from '#kit/access/places.tsx'
import { VerticalGlyph } from '#kit/cells/vertical-glyph.tsx'
import { ShareRows } from '#kit/charts/share-rows.tsx'
import { format } from '#kit/format.ts'
import { Card } from '#kit/layout/card.tsx'
import { Row } from '#kit/layout/flow.tsx'
import { type Asked, dayOrders, isToday } from './asked.ts'

/** The day's orders by vertical. */
export function ByVertical({ dashboard, asked }: { dashboard: Dashboard; asked: Asked }) {
  const title = isToday(dashboard) ? 'Today by vertical' : 'By vertical'
  const isAsked = ({ vertical }: { vertical: Vertical }) => !asked.vertical || vertical === asked.vertical
  return (
    <Card title={title} flush>
      <ShareRows
        label={title}
        rows={dashboard.byVertical.filter(isAsked).map(({ vertical, orders, gross }) => ({
          key: vertical,
          share: gross.minor,
          name: (
            <Row gap={2}>
              <VerticalGlyph vertical={vertical} />
              <ListLink entity="order" query={{ ...dayOrders(dashboard, asked), vertical }}>
                {verticals[vertical].plural}
              </ListLink>
            </Row>
          ),
          orders,
          gross: format().wholeMoney(gross),
        }))}
      />
    </Card>
  )
}
