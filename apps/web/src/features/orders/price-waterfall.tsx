import { type Order, type PriceStep, priceStepsOf } from '@larder/contract'
import { Fragment } from 'react'
import { format } from '#kit/format.ts'
import { Card } from '#kit/layout/card.tsx'
import { Row } from '#kit/layout/flow.tsx'
import { Text, type TextTone } from '#kit/layout/text.tsx'
import './order.css'

const tones: Partial<Record<PriceStep['kind'], TextTone>> = { discount: 'good', included: 'muted' }

/** How the total comes about: every charge, every discount with who pays for it, every tax; one that prices include stands last, as it adds nothing. */
export function PriceWaterfall({ order }: { order: Order }) {
  return (
    <Card title="Price">
      <dl className="waterfall">
        {priceStepsOf(order, format()).map(({ kind, label, hint, amount }) => (
          <Fragment key={label + (hint ?? '')}>
            <Text as="dt" tone="muted">
              {label}
              {hint && (
                <Text as="div" size={12} tone="muted">
                  {hint}
                </Text>
              )}
            </Text>
            <Text as="dd" align="right" tone={tones[kind] ?? 'default'}>
              {format().money(amount)}
            </Text>
          </Fragment>
        ))}
      </dl>
      <Row justify="space-between" style={{ marginTop: 12, paddingTop: 12, borderTop: '1px solid var(--line)' }}>
        <Text weight={600}>Total</Text>
        <Text size={16} weight={600}>
          {format().money(order.total)}
        </Text>
      </Row>
    </Card>
  )
}
