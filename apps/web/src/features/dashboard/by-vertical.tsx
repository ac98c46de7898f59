import { type Dashboard, verticals } from '@larder/contract'
import { ListLink } from '#kit/access/places.tsx'
import { VerticalGlyph } from '#kit/cells/vertical-glyph.tsx'
import { ShareRows } from '#kit/charts/share-rows.tsx'
import { format } from '#kit/format.ts'
import { Card } from '#kit/layout/card.tsx'
import { Row } from '#kit/layout/flow.tsx'

/** Today's orders by vertical. */
export function ByVertical({ dashboard: { byVertical, day } }: { dashboard: Dashboard }) {
  return (
    <Card title="Today by vertical" flush>
      <ShareRows
        label="Today by vertical"
        rows={byVertical.map(({ vertical, orders, gross }) => ({
          key: vertical,
          share: gross.minor,
          name: (
            <Row gap={2}>
              <VerticalGlyph vertical={vertical} />
              <ListLink entity="order" query={{ from: day, to: day, vertical }}>
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
