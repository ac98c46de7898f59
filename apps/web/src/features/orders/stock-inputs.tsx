import {
  formatWeight,
  type MenuItem,
  type Order,
  type OrderLine,
  OutOfStock,
  orderContract,
  orderEditContract,
  soldOutReason,
  substitutionWords,
} from '@larder/contract'
import { use, useEffect, useEffectEvent, useState } from 'react'
import { useRead } from '#api/client.ts'
import type { FieldInputProps } from '#kit/fields/field.ts'
import { useFormValues } from '#kit/fields/form/use-form-values.ts'
import { useProposal } from '#kit/fields/form/use-proposal.ts'
import { RadioList } from '#kit/fields/inputs/radio-list.tsx'
import { FormRecord } from '#kit/fields/reference.tsx'
import { format } from '#kit/format.ts'
import { Text } from '#kit/layout/text.tsx'
import { ItemCells, orderedOf, type Typed, Wrong } from './edit-lines-input.tsx'
import { editFacts, wordsOfProblem } from './edit-preview.tsx'
import { QuotePreview } from './quote-preview.tsx'
import './order-edit.css'

/** Which line it is; of a single one nobody is asked. */
export function StockLineInput({ value, onChange, ...props }: FieldInputProps) {
  const { order, error } = useOrder()
  const open = order?.lines.filter(({ packedGrams }) => packedGrams === null)
  useProposal({ name: props.name, value }, open?.length === 1 ? open[0]?.line : undefined)
  // What stands at its place by now, after somebody's edit, is another item: nobody chose that.
  const [chosen, setChosen] = useState<{ line: unknown; itemId: string | null | undefined } | null>(null)
  const now = order && typeof value === 'number' ? { line: value, itemId: order.lines.find(({ line }) => line === value)?.itemId } : null
  if (now?.line !== chosen?.line) setChosen(now)
  const isAnother = now !== null && now.line === chosen?.line && now.itemId !== chosen.itemId
  const leave = useEffectEvent(() => onChange(null))
  useEffect(() => {
    if (isAnother) leave()
  }, [isAnother])
  if (error) return <Text tone="bad">{error.message}</Text>
  return (
    <RadioList
      {...props}
      value={String(value ?? '')}
      onChange={(line) => onChange(Number(line))}
      choices={open?.map((line) => ({
        value: String(line.line),
        label: `${amountOf(line)} ${line.name}`,
        hint: substitutionWords(line) ?? undefined,
        aside: format().money(line.amount),
      }))}
    />
  )
}

/** Taken off, or another item in its place: what the customer wishes for first. */
export function InsteadInput({ value, onChange, problems = {}, ...props }: FieldInputProps) {
  const { order } = useOrder()
  const { data: menu = [] } = useRead(orderEditContract.menu, order ? { params: { id: order.id } } : null)
  const line = useLine(order)
  const change = value as Typed | null
  const others = line ? likelyFirst(menu, line) : menu
  return (
    <>
      <RadioList
        {...props}
        name={`${props.name}.how`}
        value={change ? 'other' : 'off'}
        onChange={(how) => onChange(how === 'off' ? null : { itemId: null, ...(line ? orderedOf(line) : { quantity: 1 }) })}
        choices={[
          { value: 'off', label: 'Take it off', ...(order && isPaid(order) && { hint: 'What was paid for it goes back.' }) },
          { value: 'other', label: 'Send something else' },
        ]}
      />
      {change && (
        <>
          <ItemCells
            {...props}
            menu={others}
            at={0}
            problems={Object.fromEntries(Object.entries(problems).map(([path, words]) => [`0.${path}`, words]))}
            change={{ ...change, type: 'substitute' }}
            put={(next) => {
              const { type: _, ...typed } = next ?? { type: 'substitute' }
              onChange(typed)
            }}
            owner={line ? `instead of ${line.name}` : 'instead'}
          />
          <Wrong
            id={props.id}
            at={0}
            problems={Object.fromEntries(Object.entries(problems).map(([path, words]) => [`0.${path}`, words]))}
          />
        </>
      )}
    </>
  )
}

/** What the order comes to then. */
export function StockPreview(props: FieldInputProps) {
  const { order } = useOrder()
  const { line, instead } = useFormValues()
  const parsed = OutOfStock.safeParse({ line, snooze: 'no', ...(instead ? { instead } : {}) })
  const said = parsed.success ? parsed.data : null
  const change =
    said &&
    (said.instead ? { type: 'substitute' as const, line: said.line, ...said.instead } : { type: 'remove' as const, line: said.line })
  const { data, error } = useRead(
    orderEditContract.previewEdit,
    order && change ? { params: { id: order.id }, body: { lines: [change], reason: soldOutReason } } : null,
  )
  const isChosen = typeof line === 'number'
  return (
    <QuotePreview
      {...props}
      quote={data}
      error={error}
      isHalf={isChosen && said === null}
      nothing={!isChosen && 'Choose what is out of stock.'}
    >
      {(quote) => ({
        facts: editFacts(quote),
        problems: quote.problems.map(({ field, message }) => wordsOfProblem(field, message)),
      })}
    </QuotePreview>
  )
}

/** The whole order of a form that a card opened. */
function useOrder() {
  const record = use(FormRecord)
  const { data, error } = useRead(orderContract.get, record && { params: { id: record.id } })
  return { order: data, error }
}

function useLine(order: Order | undefined): OrderLine | undefined {
  const { line } = useFormValues()
  return order?.lines.find((each) => each.line === line)
}

/** What is like it and costs about as much comes first; it itself is none. */
function likelyFirst(menu: readonly MenuItem[], line: OrderLine): MenuItem[] {
  const own = menu.find(({ id }) => id === line.itemId)
  const isAlike = ({ category }: MenuItem) => (category === own?.category ? 0 : 1)
  const far = ({ price }: MenuItem) => Math.abs(price.minor - line.unitPrice.minor)
  return menu
    .filter(({ id }) => id !== line.itemId)
    .toSorted((a, b) => Number(b.available) - Number(a.available) || isAlike(a) - isAlike(b) || far(a) - far(b))
}

const isPaid = ({ paymentState }: Order) => paymentState === 'captured' || paymentState === 'partially_refunded'

function amountOf({ quantity, orderedGrams }: OrderLine): string {
  return orderedGrams === null ? `${quantity} ×` : formatWeight(orderedGrams)
}
