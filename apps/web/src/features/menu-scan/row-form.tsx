import { type MenuScanRow, moneyDecimal, parseMoney, vegMarkLabels } from '@larder/contract'
import { type KeyboardEvent, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { Button } from '#kit/layout/button.tsx'
import { Row } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'

/** What a row holds while it is corrected: as it was typed. */
type Typed = Record<'name' | 'size' | 'price' | 'category' | 'vegMark' | 'description', string>
export type Correction = Partial<Pick<MenuScanRow, 'name' | 'size' | 'price' | 'category' | 'vegMark' | 'description'>>

export interface RowFormHandle {
  /** Begins a correction with what was typed: a digit is of the price. */
  type: (letter: string) => void
}

interface RowFormProps {
  row: MenuScanRow
  currency: string
  isBusy: boolean
  /** Null: nothing was corrected. */
  onConfirm: (correction: Correction | null) => void
  onDrop: () => void
  onMove: (by: 1 | -1) => void
  onLeave: () => void
  ref: Ref<RowFormHandle>
}

const labels = { name: 'Name', size: 'Size', price: 'Price', category: 'Category', description: 'Description' } as const
const marks = [['', 'Not said'], ...Object.entries(vegMarkLabels)]

function typedOf({ name, size, price, category, vegMark, description }: MenuScanRow): Typed {
  return {
    name,
    size: size ?? '',
    price: price ? moneyDecimal(price) : '',
    category: category ?? '',
    vegMark: vegMark ?? '',
    description: description ?? '',
  }
}

/** The fields of one row, which Enter confirms wherever one is. */
export function RowForm({ row, currency, isBusy, onConfirm, onDrop, onMove, onLeave, ref }: RowFormProps) {
  const [typed, setTyped] = useState(() => typedOf(row))
  const [problem, setProblem] = useState<string | null>(null)
  const inputs = useRef<Partial<Record<keyof Typed, HTMLInputElement | null>>>({})
  useImperativeHandle(ref, () => ({
    type: (letter) => {
      const key = /\d/.test(letter) ? 'price' : 'name'
      setTyped((now) => ({ ...now, [key]: letter }))
      inputs.current[key]?.focus()
    },
  }))

  const confirm = () => {
    const before = typedOf(row)
    const price = typed.price.trim() === '' ? null : parseMoney(typed.price, currency)
    if (price === null) return setProblem(typed.price.trim() === '' ? 'The price is required.' : 'The price is no amount.')
    if (typed.name.trim() === '') return setProblem('The name is required.')
    const changed = (Object.keys(typed) as (keyof Typed)[]).filter((key) => typed[key] !== before[key])
    const correction = Object.fromEntries(changed.map((key) => [key, key === 'price' ? price : typed[key] || (key === 'name' ? '' : null)]))
    onConfirm(changed.length === 0 ? null : (correction as Correction))
  }
  const onKey = (event: KeyboardEvent<HTMLFormElement>) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key] as 1 | -1 | undefined
    const isList = event.target instanceof HTMLSelectElement
    if (by && !isList) onMove(by)
    else if (event.key === 'Escape') onLeave()
    else return
    event.preventDefault()
  }
  const field = (key: keyof typeof labels) => (
    <label className={`scan-field ${key}`}>
      <span>{key === 'price' ? `${labels.price} (${currency})` : labels[key]}</span>
      <input
        ref={(input) => {
          inputs.current[key] = input
        }}
        name={key}
        value={typed[key]}
        inputMode={key === 'price' ? 'decimal' : 'text'}
        autoComplete="off"
        onChange={({ target }) => setTyped({ ...typed, [key]: target.value })}
      />
    </label>
  )
  return (
    <form
      className="scan-form"
      aria-label={`Row: ${row.name}`}
      onKeyDown={onKey}
      onSubmit={(event) => {
        event.preventDefault()
        confirm()
      }}
    >
      {field('name')}
      {field('price')}
      {field('size')}
      {field('category')}
      <label className="scan-field">
        <span>Veg mark</span>
        <select name="vegMark" value={typed.vegMark} onChange={({ target }) => setTyped({ ...typed, vegMark: target.value })}>
          {marks.map(([value, word]) => (
            <option key={value} value={value}>
              {word}
            </option>
          ))}
        </select>
      </label>
      {field('description')}
      {problem && (
        <Text as="p" tone="bad" size={13}>
          {problem}
        </Text>
      )}
      <Row>
        <Button type="submit" tone="primary" busy={isBusy}>
          Confirm
        </Button>
        <Button tone="danger" disabled={isBusy} onClick={onDrop}>
          Drop
        </Button>
      </Row>
    </form>
  )
}
