import {
  formatWeight,
  type Money,
  type Order,
  OrderAgain,
  type OrderAgainQuote,
  type OrderLine,
  orderAgainContract,
  type Slot,
} from '@larder/contract'
import { use, useEffect, useEffectEvent, useState } from 'react'
import { useRead } from '#api/client.ts'
import type { CallError } from '#api/transport.ts'
import { isOfSlot, SlotOffer } from '#entities/order/slot-offer.tsx'
import { SlotTimes } from '#entities/order/slot-times.tsx'
import { When } from '#kit/cells/when.tsx'
import type { FieldInputProps } from '#kit/fields/field.ts'
import { useFormValues } from '#kit/fields/form/use-form-values.ts'
import { SwitchInput } from '#kit/fields/inputs/switch-input.tsx'
import { FormRecord } from '#kit/fields/reference.tsx'
import { format } from '#kit/format.ts'
import { Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { QuotePreview } from './quote-preview.tsx'
import './order-edit.css'

/** What the order held, with what each line costs now; what is taken off is left out. */
export function AgainLinesInput({ order, value, onChange, ...props }: FieldInputProps & { order: Order }) {
  const { quote } = useQuote()
  const without = Array.isArray(value) ? (value as number[]) : []
  const toggle = (line: number) => {
    const next = without.includes(line) ? without.filter((each) => each !== line) : [...without, line].toSorted((a, b) => a - b)
    onChange(next.length > 0 ? next : null)
  }
  return (
    <fieldset className="again-lines" aria-label={props.label} aria-describedby={props.describedBy}>
      {order.lines.map((line) => {
        const now = quote?.lines.find((each) => each.line === line.line)
        return (
          <label key={line.line} className="again-line">
            <input
              type="checkbox"
              checked={!without.includes(line.line)}
              onChange={() => toggle(line.line)}
              onBlur={props.onBlur}
              disabled={props.disabled}
            />
            <div>
              <Text as="div">
                {amountOf(line)} {line.name}
              </Text>
              {line.options.length > 0 && (
                <Text as="div" size={12} tone="muted">
                  {line.options.map(({ group, choice }) => `${group}: ${choice}`).join(', ')}
                </Text>
              )}
              {now?.because && (
                <Text as="div" size={12} tone={now.isLeftOut ? 'muted' : 'bad'}>
                  {now.because}
                </Text>
              )}
            </div>
            <Text size={13}>{now?.amount ? format().money(now.amount) : ''}</Text>
          </label>
        )
      })}
    </fieldset>
  )
}

function amountOf({ quantity, orderedGrams }: OrderLine): string {
  return orderedGrams === null ? `${quantity} ×` : formatWeight(orderedGrams)
}

/** For when it is, by the clocks of its branch; where it cannot be had then, why, and the first slot for which it can. */
export function AgainSlot(props: FieldInputProps) {
  const order = use(FormRecord) as Order | null
  const { quote } = useQuote()
  const [taken, setTaken] = useState(0)
  if (!order) return null
  const take = (next: Slot) => {
    props.onChange(next)
    setTaken(taken + 1)
  }
  return (
    <Stack gap={2}>
      <SlotOffer quote={quote} timeZone={order.timeZone} onTake={take} />
      <SlotTimes key={taken} {...props} order={{ slotFrom: null, slotTo: null, timeZone: order.timeZone }} />
    </Stack>
  )
}

/** Whether the customer's credits pay as much of it as they can, where they have any. */
export function AgainCredit(props: FieldInputProps) {
  const { quote } = useQuote()
  if (!quote || quote.wallet.minor === 0) return null
  return <SwitchInput {...props} label={`Use credit of ${format().money(quote.wallet)}`} />
}

/** What is left to pay beside credits as it stands in the form, which is sent as it was seen. */
export function AgainToPay({ value, onChange }: FieldInputProps) {
  const { quote, isHalf } = useQuote()
  const seen = quote && !isHalf && quote.credit.minor > 0 ? quote.toPay : null
  const take = useEffectEvent((left: Money | null) => {
    if (JSON.stringify(left) !== JSON.stringify(value ?? null)) onChange(left)
  })
  useEffect(() => take(seen), [seen])
  return null
}

/** What the new order comes to as it stands in the form; its total is what is sent. */
export function AgainPreview(props: FieldInputProps) {
  const order = use(FormRecord) as Order | null
  const { quote, error, isHalf } = useQuote()
  return (
    <QuotePreview {...props} quote={quote} error={error} isHalf={isHalf}>
      {(known) => ({
        facts: factsOf(known),
        besides: known.problems.length === 0 && order && (
          <Text as="div" size={13} tone="muted">
            Promised <When at={known.promisedAt} zone={order.timeZone} />
          </Text>
        ),
        // What another slot mends stands there.
        problems: known.problems.filter((problem) => !isOfSlot(problem)).map(({ message }) => message),
      })}
    </QuotePreview>
  )
}

function factsOf({ before, total, credit, toPay, items, packing, delivery, tax, pricesIncludeTax }: OrderAgainQuote): [string, string][] {
  const { money } = format()
  return [
    ['Items', money(items)],
    ['Packing and delivery', money({ ...packing, minor: packing.minor + delivery.minor })],
    [pricesIncludeTax ? 'Tax, included' : 'Tax', money(tax)],
    ['The order before', money(before)],
    ['New total', money(total)],
    ...(credit.minor > 0
      ? ([
          ['Paid by credit', money(credit)],
          ['Left to pay', money(toPay)],
        ] as [string, string][])
      : []),
  ]
}

/** The quote of what stands in the form; a slot that is typed half is none yet. */
function useQuote(): { quote: OrderAgainQuote | undefined; error: CallError | undefined; isHalf: boolean } {
  const order = use(FormRecord)
  const { without, slot, paymentMethod, useCredits } = useFormValues()
  const isHalf = slot !== null && slot !== undefined && !OrderAgain.shape.slot.safeParse(slot).success
  const given = {
    ...(Array.isArray(without) && { without }),
    ...(slot && !isHalf ? { slot } : {}),
    paymentMethod: paymentMethod ?? 'cash',
    ...(useCredits === true && { useCredits }),
  } as OrderAgain
  const { data, error } = useRead(orderAgainContract.previewAgain, order && { params: { id: order.id }, body: given })
  return { quote: data, error, isHalf }
}
