import { formatWeight, type Order, substitutionLabels } from '@larder/contract'
import { Fragment } from 'react'
import { Card } from '#kit/layout/card.tsx'
import { Text } from '#kit/layout/text.tsx'
import { wordsOf } from '#kit/words.ts'
import './order.css'

/** What only orders of this vertical carry, as its details declare it. */
export function DetailsCard({ order }: { order: Order }) {
  const { vertical: _, ...details } = order.details
  return (
    <Card title="For this order">
      <dl className="order-details">
        {Object.entries(details).map(([key, value]) => (
          <Fragment key={key}>
            <Text as="dt" size={13} tone="muted">
              {labels[key] ?? wordsOf(key)}
            </Text>
            <Text as="dd">
              <DetailValue name={key} value={value} />
            </Text>
          </Fragment>
        ))}
      </dl>
    </Card>
  )
}

const labels: Record<string, string> = { weightGrams: 'Weight', substitution: 'If sold out', iced: 'On ice' }

function DetailValue({ name, value }: { name: string; value: string | number | boolean }) {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return name.endsWith('Grams') ? formatWeight(value) : value
  if (value === '') return '–'
  if (name === 'substitution') return substitutionLabels[value as keyof typeof substitutionLabels]
  return name === 'message' ? `“${value}”` : wordsOf(value)
}
