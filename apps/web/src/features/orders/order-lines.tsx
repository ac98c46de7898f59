import { formatWeight, isZeroMoney, type Order, type OrderLine, substitutionWords } from '@larder/contract'
import { VegSign } from '#entities/veg-sign.tsx'
import { SmallPicture } from '#kit/cells/small-picture.tsx'
import { MoneyText } from '#kit/cells/value-text.tsx'
import { format } from '#kit/format.ts'
import { Card } from '#kit/layout/card.tsx'
import { Text } from '#kit/layout/text.tsx'
import { soon } from '#kit/lazily.tsx'
import './order.css'

const PackWeights = soon(() => import('./pack-weights.tsx').then((module) => module.PackWeights))

/** What was ordered, line by line; weighed lines are packed here. */
export function OrderLines({ order }: { order: Order }) {
  return (
    <Card title={`${order.itemCount} ${order.itemCount === 1 ? 'item' : 'items'}`} flush>
      <ul className="order-lines">
        {order.lines.map((line) => (
          <li key={line.line}>
            <Text weight={600}>{amountWords(line)}</Text>
            <SmallPicture id={line.pictureId} size={40} />
            <LineWords line={line} />
            <div className="align-right">
              <Text as="div" weight={500}>
                <MoneyText value={line.amount} />
              </Text>
              {!isZeroMoney(line.discount) && (
                <Text as="div" size={12} tone="good">
                  −{format().money(line.discount)}
                </Text>
              )}
            </div>
          </li>
        ))}
      </ul>
      {order.note && (
        <div className="order-says">
          <Text size={12} tone="muted" as="div">
            Customer note
          </Text>
          <Text as="p" weight={500}>
            {order.note}
          </Text>
        </div>
      )}
      {isPacked(order) && <PackWeights order={order} />}
    </Card>
  )
}

/** Whether its weights can be entered now. */
function isPacked({ allowed, lines }: Order): boolean {
  const mayPack = allowed.some(({ action, because }) => action === 'packWeights' && because === null)
  return mayPack && lines.some(({ orderedGrams }) => orderedGrams !== null)
}

function LineWords({ line }: { line: OrderLine }) {
  const said = substitutionWords(line)
  const facts = [
    ...line.options.map(({ group, choice, priceDelta }) =>
      isZeroMoney(priceDelta) ? `${group}: ${choice}` : `${group}: ${choice} (${format().money(priceDelta)})`,
    ),
    ...(said ? [said] : []),
    ...(line.note ? [`“${line.note}”`] : []),
  ]
  return (
    <div>
      <Text as="div" weight={500}>
        {line.vegMark && <VegSign mark={line.vegMark} />} {line.name}
      </Text>
      <Text as="div" size={12} tone="muted">
        {format().money(line.unitPrice)} / {line.unit}
        {line.sku && ` · ${line.sku}`}
      </Text>
      {line.orderedGrams !== null && (
        <Text as="div" size={12} tone={line.packedGrams === null ? 'warning' : 'muted'}>
          ordered {formatWeight(line.orderedGrams)},{' '}
          {line.packedGrams === null ? 'not weighed yet' : `packed ${formatWeight(line.packedGrams)}`}
        </Text>
      )}
      {facts.map((fact) => (
        <Text key={fact} as="div" size={13}>
          {fact}
        </Text>
      ))}
    </div>
  )
}

function amountWords({ quantity, orderedGrams, packedGrams }: OrderLine): string {
  const grams = packedGrams ?? orderedGrams
  return grams === null ? `${quantity} ×` : formatWeight(grams)
}
