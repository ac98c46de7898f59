import {
  detailWords,
  fieldOf,
  innerOf,
  isEggless,
  mostUnits,
  OrderDetails,
  plainDetails,
  rangeOf,
  type Schema,
  type Vertical,
} from '@larder/contract'
import { useId } from 'react'
import { FieldFrame } from '#kit/fields/form/field-frame.tsx'
import { NumberInput } from '#kit/fields/inputs/number-input.tsx'
import { RadioList } from '#kit/fields/inputs/radio-list.tsx'
import { SwitchInput } from '#kit/fields/inputs/switch-input.tsx'
import { LineInput } from '#kit/fields/inputs/text-inputs.tsx'
import { unbound } from '#kit/fields/unbound.ts'
import type { PhoneOrderState } from './use-phone-order.ts'

/** Whoever packs counts them. */
const counted = 'crates'
/** They follow from what is chosen in the lines; asked where nothing there says them. */
const chosen = ['flavour', 'weightGrams']

interface DetailInputsProps {
  order: PhoneOrderState
  vertical: Vertical
}

/** What only orders of the chosen store's vertical carry, as its details declare it. */
export function DetailInputs({ order, vertical }: DetailInputsProps) {
  const { typed, take, quote } = order
  const plain: Readonly<Record<string, unknown>> = plainDetails[vertical]
  const schema = OrderDetails._zod.def.options.find(({ shape }) => shape.vertical._zod.def.values[0] === vertical)
  const isMissing = (key: string) => Boolean(typed.details[key]) || quote?.problems.some(({ field }) => field === `details.${key}`)
  const isAsked = (key: string) => {
    if (key === 'eggless' && !typed.details[key]) return !isSoldEggless(order)
    return key !== 'vertical' && key !== counted && (!chosen.includes(key) || isMissing(key))
  }
  const asked = Object.keys(plain).filter(isAsked)
  return asked.map((key) => (
    <DetailInput
      key={key}
      name={key}
      schema={schema && fieldOf(schema, key)}
      value={typed.details[key] ?? plain[key]}
      onChange={(value) => take({ details: { ...typed.details, [key]: value } })}
    />
  ))
}

/** Whether something that was added is sold without egg by a choice: it is said there, and has its price. */
function isSoldEggless({ typed, menu = [] }: PhoneOrderState): boolean {
  const added = menu.filter(({ id }) => typed.lines.some(({ itemId }) => itemId === id))
  return added.some(({ groups }) => groups.some(({ choices }) => choices.some(({ name }) => isEggless(name))))
}

interface DetailInputProps {
  name: string
  schema: Schema | undefined
  value: unknown
  onChange: (value: unknown) => void
}

function DetailInput({ name, schema, value, onChange }: DetailInputProps) {
  const id = useId()
  const { label } = detailWords(name, '')
  const props = { ...unbound, id, name, label }
  const values = schema && choicesOf(schema)
  if (values) {
    const choices = values.map((each) => ({ value: each, label: detailWords(name, each).words ?? each }))
    return (
      <FieldFrame label={label} help={undefined} error={undefined}>
        <RadioList name={id} label={label} choices={choices} value={value} onChange={onChange} />
      </FieldFrame>
    )
  }
  if (typeof value === 'boolean') return <SwitchInput {...props} value={value} onChange={onChange} />
  const isText = schema?._zod.def.type === 'string'
  const { max } = rangeOf(schema)
  return (
    <FieldFrame id={id} label={label} help={undefined} error={undefined}>
      {isText ? (
        <LineInput {...props} text={String(value)} onText={onChange} longest={max && mostUnits(max)} autoComplete="off" />
      ) : (
        <NumberInput {...props} value={value === 0 ? null : value} onChange={onChange} unit="g" isFraction={false} />
      )}
    </FieldFrame>
  )
}

/** The values of a list of values; undefined of anything else. */
function choicesOf(schema: Schema): string[] | undefined {
  const { def } = innerOf(schema)._zod
  return 'entries' in def ? Object.keys(def.entries as object) : undefined
}
