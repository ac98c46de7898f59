import { addMoney, allocateMoney, type Order, zeroMoney } from '@larder/contract'
import type { FieldInputProps } from '#kit/fields/field.ts'
import { NumberInput } from '#kit/fields/inputs/number-input.tsx'
import { format } from '#kit/format.ts'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { nameOf } from './refund-words.ts'
import './order.css'

type Wanted = readonly { line: number; quantity: number }[]

/** How many of each line go back, with what that comes to. */
export function RefundLinesInput({ order, value, onChange, ref: _, ...props }: FieldInputProps & { order: Order }) {
  const wanted = (value ?? []) as Wanted
  const open = order.refunding.lines.filter(({ quantity, amount }) => quantity > 0 && amount.minor > 0)
  const take = (line: number, quantity: unknown) => {
    const others = wanted.filter((each) => each.line !== line)
    // What is no number is kept, and refused in the words of the server.
    const next = quantity === null || quantity === '' || quantity === 0 ? others : [...others, { line, quantity: quantity as number }]
    onChange(next.length > 0 ? next.toSorted((a, b) => a.line - b.line) : null)
  }
  const parts = open.map((rest) => partOf(rest, wanted.find(({ line }) => line === rest.line)?.quantity ?? 0))
  const total = addMoney(zeroMoney(order.total.currency), ...parts)
  return (
    <Stack gap={2}>
      {open.map((rest) => (
        <Row key={rest.line} gap={3} justify="space-between" isOneLine>
          <Text as="div" size={13}>
            <label htmlFor={`${props.id}-${rest.line}`}>
              {nameOf(order, rest.line)}, {format().money(rest.amount)}
            </label>
          </Text>
          <div className="refund-quantity">
            <NumberInput
              {...props}
              ref={null}
              id={`${props.id}-${rest.line}`}
              name={`${props.name}-${rest.line}`}
              label={`How many of ${nameOf(order, rest.line)} go back`}
              value={wanted.find(({ line }) => line === rest.line)?.quantity ?? null}
              onChange={(quantity) => take(rest.line, quantity)}
              unit={`of ${rest.quantity}`}
              isFraction={false}
            />
          </div>
        </Row>
      ))}
      <Row justify="space-between">
        <Text size={13} tone="muted">
          Chosen lines come to
        </Text>
        <Text size={13} weight={600}>
          {format().money(total)}
        </Text>
      </Row>
    </Stack>
  )
}

// As the server divides it, so that what is told before is what goes back.
function partOf({ amount, quantity: of }: Order['refunding']['lines'][number], quantity: number) {
  const isPart = Number.isInteger(quantity) && quantity > 0 && quantity <= of
  const [part] = isPart ? allocateMoney(amount, [quantity, of - quantity]) : []
  return part ?? { ...amount, minor: 0 }
}
