import { type BasketLine, type MenuView, menuViewContract, type Quote } from '@larder/contract'
import { useId, useState } from 'react'
import { useRead } from '#api/client.ts'
import { ChoiceInputs, type Chosen } from '#entities/choice-inputs.tsx'
import { NumberInput } from '#kit/fields/inputs/number-input.tsx'
import { unbound } from '#kit/fields/unbound.ts'
import { format } from '#kit/format.ts'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { Style } from '#kit/theme/style.tsx'

type Viewed = MenuView['items'][number]

const usualGrams = { pc: undefined, kg: 1000, g: 500 } as const

/** What is chosen with an item, and what it then costs: asked of the quote that customers get. */
export function ViewedChoices({ storeId, item }: { storeId: string; item: Viewed }) {
  const id = useId()
  const [chosen, setChosen] = useState<Chosen>({})
  const [amount, setAmount] = useState<unknown>(usualGrams[item.unit] ?? 1)
  const isWeighed = item.unit !== 'pc'
  const line = { itemId: item.id, quantity: isWeighed ? 1 : amount, ...(isWeighed && { grams: amount }), ...chosen }
  const body = menuViewContract.viewQuote.shape.body.safeParse({ lines: [line] })
  const read = useRead(
    menuViewContract.viewQuote,
    body.success ? { params: { id: storeId as never }, body: { lines: [line as BasketLine] } } : null,
  )
  return (
    <Style>
      <div className="viewed-choices">
        <div className="viewed-inputs">
          <ChoiceInputs id={id} item={item} chosen={chosen} onChosen={setChosen} />
          <label htmlFor={`${id}-amount`}>
            <Text size={12} tone="muted">
              {isWeighed ? 'Grams' : 'Quantity'}
            </Text>
            <NumberInput
              {...unbound}
              unit={isWeighed ? 'g' : undefined}
              isFraction={false}
              id={`${id}-amount`}
              name="amount"
              label={`${isWeighed ? 'Grams' : 'Quantity'} of ${item.name}`}
              value={amount}
              onChange={setAmount}
            />
          </label>
        </div>
        {body.success && read.data && <Told quote={read.data} />}
        {read.error && <Text tone="bad">{read.error.message}</Text>}
      </div>
    </Style>
  )
}

function Told({ quote: { total, items, tax, packing, problems } }: { quote: Quote }) {
  const parts = [
    `items ${format().money(items)}`,
    ...(packing.minor > 0 ? [`packing ${format().money(packing)}`] : []),
    ...(tax.minor > 0 ? [`tax ${format().money(tax)}`] : []),
  ]
  return (
    <Stack gap={1}>
      <Row gap={2} justify="space-between">
        <Text size={12} tone="muted">{`Picked up now: ${parts.join(', ')}`}</Text>
        <output aria-label="Price">
          <Text weight={600}>{format().money(total)}</Text>
        </output>
      </Row>
      {problems.map(({ code, message }) => (
        <Text key={code + message} as="p" size={12} tone="warning">
          {message}
        </Text>
      ))}
    </Stack>
  )
}
