import type { Dashboard } from '@larder/contract'
import { ListLink, PlaceLink } from '#kit/access/places.tsx'
import { VerticalGlyph } from '#kit/cells/vertical-glyph.tsx'
import { ShareRows } from '#kit/charts/share-rows.tsx'
import { format } from '#kit/format.ts'
import { Card } from '#kit/layout/card.tsx'
import { Row } from '#kit/layout/flow.tsx'

/** The stores that sell most today. */
export function TopStores({ dashboard: { topStores, day } }: { dashboard: Dashboard }) {
  return (
    <Card title="Top stores today" flush>
      <ShareRows
        label="Top stores today"
        rows={topStores.map(({ id, name, vertical, orders, gross }) => ({
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
            <ListLink entity="order" query={{ from: day, to: day, storeId: id }}>
              {orders}
            </ListLink>
          ),
          gross: format().wholeMoney(gross),
        }))}
      />
    </Card>
  )
}
