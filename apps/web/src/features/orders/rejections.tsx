import { type Rejections as Counted, type Input, partyLabels, rejectedOrderContract } from '@larder/contract'
import { useSearchParams } from 'react-router'
import { useRead } from '#api/client.ts'
import { LinkOrText } from '#kit/access/places.tsx'
import { VerticalGlyph } from '#kit/cells/vertical-glyph.tsx'
import { BarChart } from '#kit/charts/bar-chart.tsx'
import { ShareRows } from '#kit/charts/share-rows.tsx'
import { Loading } from '#kit/feedback/feedback.tsx'
import { rangeWords } from '#kit/filters/period.ts'
import { format } from '#kit/format.ts'
import { Card } from '#kit/layout/card.tsx'
import { Row } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import type { QueryText } from '#kit/row.ts'
import { hourWords } from './slot-words.ts'

const cuts = ['from', 'to', 'vertical', 'storeId', 'branchId', 'reason', 'party'] as const

/** Why orders were rejected, by which stores and at what hours, of what the list is cut to; each leads to its orders. */
export function Rejections({ asked }: { asked: QueryText }) {
  const query = Object.fromEntries(cuts.flatMap((key) => (asked[key] ? [[key, asked[key]]] : [])))
  const read = useRead(rejectedOrderContract.summary, { query } as Input<typeof rejectedOrderContract.summary>)
  return <Loading read={read}>{(counted) => <Figures counted={counted} />}</Loading>
}

function Figures({ counted }: { counted: Counted }) {
  const { from, to, orders, lost, reasons, stores, hours } = counted
  const [params] = useSearchParams()
  const cut = (changes: QueryText) => {
    const next = new URLSearchParams(params)
    for (const [key, value] of Object.entries({ from, to, ...changes })) next.set(key, value)
    next.delete('after')
    return `?${next}`
  }
  // What nothing happened to has nothing to compare: the empty list says so once.
  if (orders === 0) return null
  const amounts = lost.map((amount) => format().wholeMoney(amount)).join(' and ')
  return (
    <div className="chart-cards chart-strip">
      <Card title="Reasons" action={<Text tone="muted">{rangeWords(from, to)}</Text>} flush>
        <ShareRows
          label="Reasons"
          rows={reasons.map(({ reason, reasonLabel, party, orders: count, lost: amount }) => ({
            key: `${reason} ${party} ${amount.currency}`,
            share: count,
            name: (
              <LinkOrText to={cut({ reason })}>
                {reasonLabel} <Text tone="muted">({partyLabels[party].toLowerCase()})</Text>
              </LinkOrText>
            ),
            orders: format().number(count),
            gross: format().wholeMoney(amount),
          }))}
        />
      </Card>
      <Card
        title="Stores"
        action={<Text tone="muted">{`${orders === 1 ? '1 order' : `${format().number(orders)} orders`}, ${amounts} lost`}</Text>}
        flush
      >
        <ShareRows
          label="Stores"
          rows={stores.map(({ store, vertical, orders: count, lost: amount }) => ({
            key: `${store.id} ${amount.currency}`,
            share: count,
            name: (
              <Row gap={2} isOneLine>
                <VerticalGlyph vertical={vertical} />
                <LinkOrText to={cut({ storeId: store.id })}>{store.name}</LinkOrText>
              </Row>
            ),
            orders: format().number(count),
            gross: format().wholeMoney(amount),
          }))}
        />
      </Card>
      <Card title="Hours">
        <BarChart
          tellsHighest
          label="Rejected orders by hour"
          heads={{ by: 'Hour', value: 'Orders' }}
          bars={hours.map((count, hour) => ({
            key: String(hour),
            label: `${hourWords(hour)} to ${hourWords(hour + 1)}`,
            mark: hourWords(hour, 'hour'),
            value: count,
            before: null,
            words: count === 1 ? '1 order' : `${format().number(count)} orders`,
          }))}
          tickWords={(value) => format().number(value)}
        />
      </Card>
    </div>
  )
}
