import type { MenuItem, Money } from '@larder/contract'
import { IconTrash } from '@tabler/icons-react'
import { useId } from 'react'
import { ChoiceInputs } from '#entities/choice-inputs.tsx'
import { FoundInput } from '#kit/fields/inputs/found-input.tsx'
import { NumberInput } from '#kit/fields/inputs/number-input.tsx'
import type { Option } from '#kit/fields/options.ts'
import { unbound } from '#kit/fields/unbound.ts'
import { format } from '#kit/format.ts'
import { IconButton } from '#kit/layout/button.tsx'
import { Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import type { TypedLine } from './typed.ts'
import type { PhoneOrderState } from './use-phone-order.ts'

const usualGrams = 500

/** What is ordered, line by line, and where the next item is found. */
export function OrderedLines({ order }: { order: PhoneOrderState }) {
  const { typed, take, menu = [], quote } = order
  const put = (at: number, line: TypedLine | null) => take({ lines: line ? typed.lines.with(at, line) : typed.lines.toSpliced(at, 1) })
  const add = (itemId: unknown) => {
    const item = menu.find(({ id }) => id === itemId)
    if (item) take({ lines: [...typed.lines, newLine(item)] })
  }
  return (
    <Stack gap={2}>
      {typed.lines.map((line, at) => (
        <OrderedLine
          key={`${line.itemId} ${at}`}
          line={line}
          item={menu.find(({ id }) => id === line.itemId)}
          amount={quote?.lines[at] ?? null}
          put={(next) => put(at, next)}
        />
      ))}
      <FoundInput
        key={typed.lines.length}
        {...unbound}
        ref={typed.lines.length > 0 ? focus : null}
        id="phone-order-item"
        name="item"
        label="Item to add"
        value={null}
        onChange={add}
        options={menu.map(optionOf)}
      />
    </Stack>
  )
}

// The next item is typed where the last one was.
function focus(element: HTMLElement | null): void {
  element?.focus()
}

function newLine({ id, unit }: MenuItem): TypedLine {
  return { itemId: id, quantity: 1, choices: {}, ...(unit !== 'pc' && { grams: unit === 'kg' ? 1000 : usualGrams }) }
}

interface LineProps {
  line: TypedLine
  item: MenuItem | undefined
  amount: Money | null
  put: (line: TypedLine | null) => void
}

function OrderedLine({ line, item, amount, put }: LineProps) {
  const id = useId()
  const name = item?.name ?? 'Item'
  const isWeighed = line.grams !== undefined
  return (
    <fieldset className="phone-line" aria-label={name}>
      <Text weight={500}>{name}</Text>
      <div className="phone-number">
        <label htmlFor={id} className="unseen">
          {`${isWeighed ? 'Grams' : 'Quantity'} of ${name}`}
        </label>
        <NumberInput
          {...unbound}
          id={id}
          name={isWeighed ? 'grams' : 'quantity'}
          label={`${isWeighed ? 'Grams' : 'Quantity'} of ${name}`}
          value={isWeighed ? line.grams : line.quantity}
          onChange={(next) => put({ ...line, [isWeighed ? 'grams' : 'quantity']: next })}
          unit={isWeighed ? 'g' : '×'}
          isFraction={false}
        />
      </div>
      {item && <ChoiceInputs id={id} item={item} chosen={line} onChosen={(chosen) => put({ ...line, ...chosen })} />}
      <Text size={13}>{amount ? format().money(amount) : ''}</Text>
      <IconButton label={`Remove ${name}`} icon={IconTrash} size="small" onClick={() => put(null)} />
    </fieldset>
  )
}

function optionOf({ id, name, category, price, unit, available }: MenuItem): Option {
  const hint = `${category}, ${format().money(price)} / ${unit}`
  return { value: id, label: name, hint, ...(!available && { because: 'Sold out' }) }
}
