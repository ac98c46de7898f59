import { isZeroMoney, type Money, negateMoney, type Order } from '@larder/contract'
import { Fragment } from 'react'
import { format } from '#kit/format.ts'
import { Card } from '#kit/layout/card.tsx'
import { Row } from '#kit/layout/flow.tsx'
import { Text, type TextTone } from '#kit/layout/text.tsx'
import './order.css'

interface Step {
  label: string
  hint?: string
  amount: Money
  tone?: TextTone
}

/** How the total comes about: every charge, every discount with who pays for it, every tax; one that prices include stands last, as it adds nothing. */
export function PriceWaterfall({ order }: { order: Order }) {
  return (
    <Card title="Price">
      <dl className="waterfall">
        {stepsOf(order).map(({ label, hint, amount, tone = 'default' }) => (
          <Fragment key={label + (hint ?? '')}>
            <Text as="dt" tone="muted">
              {label}
              {hint && (
                <Text as="div" size={12} tone="muted">
                  {hint}
                </Text>
              )}
            </Text>
            <Text as="dd" align="right" tone={tone}>
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

function stepsOf(order: Order): Step[] {
  const { pricesIncludeTax } = order
  const inclusive = pricesIncludeTax && { hint: 'incl. tax' }
  const charges: Step[] = [
    { label: 'Items', ...inclusive, amount: order.items },
    { label: 'Packing', ...inclusive, amount: order.packing },
    { label: 'Delivery', ...inclusive, amount: order.delivery },
  ]
  const discounts = order.discounts.map(({ name, code, amount, funders }) => ({
    label: code ? `${name} (${code})` : name,
    hint: `paid by ${funders.map((funder) => `${funder.party} ${format().money(funder.amount)}`).join(', ')}`,
    amount: negateMoney(amount),
    tone: 'good' as const,
  }))
  const taxes: Step[] = order.taxes.map(({ name, ratePpm, base, amount }) => ({
    label: `${name} ${ratePpm / 10_000} %${pricesIncludeTax ? ' (included)' : ''}`,
    hint: `on ${format().money(base)}`,
    amount,
    ...(pricesIncludeTax && { tone: 'muted' }),
  }))
  const rest: Step[] = [
    { label: 'Tip', amount: order.tip },
    { label: 'Rounding', amount: order.rounding },
  ]
  return [
    ...charges.filter((step, index) => index === 0 || !isZeroMoney(step.amount)),
    ...discounts,
    ...(pricesIncludeTax ? [] : taxes),
    ...rest.filter(({ amount }) => !isZeroMoney(amount)),
    ...(pricesIncludeTax ? taxes : []),
  ]
}
