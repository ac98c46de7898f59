import type { Order } from '@larder/contract'
import type { FieldInputProps } from '#kit/fields/field.ts'
import { NumberInput } from '#kit/fields/inputs/number-input.tsx'
import { format } from '#kit/format.ts'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { chosenTotal, nameOf, type Wanted } from './refund-words.ts'
import './order.css'

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
  const total = chosenTotal(order.refunding, wanted)
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
