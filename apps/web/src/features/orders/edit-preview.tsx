import { isZeroMoney, OrderEdit, type OrderEditPreview, OrderLineChange, orderEditContract } from '@larder/contract'
import { use } from 'react'
import { useRead } from '#api/client.ts'
import type { FieldInputProps } from '#kit/fields/field.ts'
import { useFormValues } from '#kit/fields/form/use-form-values.ts'
import { FormRecord } from '#kit/fields/reference.tsx'
import { format } from '#kit/format.ts'
import { QuotePreview } from './quote-preview.tsx'

/** What the edit comes to as it stands in the form, and what that means for the payment; its total is what is sent. */
export function EditPreview(props: FieldInputProps) {
  const order = use(FormRecord)
  const { reason, ...typed } = useFormValues()
  const edit = asFarAsItGoes(typed)
  const code = typeof reason === 'string' && reason !== '' ? { reason } : {}
  const { data, error } = useRead(orderEditContract.previewEdit, edit && order && { params: { id: order.id }, body: { ...edit, ...code } })
  const open = linesOf(typed).filter((line) => !isComplete(line)).length
  const isHalf = !edit && [typed.lines, typed.address, typed.slot, typed.tip].some((part) => part !== null && part !== undefined)
  return (
    <QuotePreview {...props} quote={data} error={error} isHalf={isHalf} nothing={edit === null && 'Nothing is changed yet.'}>
      {(quote) => ({
        told: open === 0 ? quote.told : [...quote.told, `Without what is not complete above: ${open} ${open === 1 ? 'item' : 'items'}`],
        facts: editFacts(quote),
        problems: quote.problems.map(({ field, message }) => wordsOfProblem(field, message)),
      })}
    </QuotePreview>
  )
}

/** What an edit comes to, and what that means for the payment. */
export function editFacts({ before, total, difference, refund, due }: OrderEditPreview): [string, string][] {
  const { money } = format()
  return [
    ['Now', money(before)],
    ['After the edit', money(total)],
    ['Difference', `${difference.minor > 0 ? '+' : ''}${money(difference)}`],
    ...(isZeroMoney(refund) ? [] : [['Goes back to the customer', money(refund)] as [string, string]]),
    ...(isZeroMoney(due) ? [] : [['Due at hand-over', money(due)] as [string, string]]),
  ]
}

const names: Readonly<Record<string, string>> = { lines: 'The item', address: 'The address', slot: 'The slot', tip: 'The tip' }

// A sentence of its own is told as it is; what continues its field's name, after that name.
export function wordsOfProblem(field: string, message: string): string {
  return /^[A-Z]/.test(message) ? message : `${names[field.split('.')[0] ?? ''] ?? 'This'} ${message}.`
}

/** What was typed, as far as it is an edit already; null while it is none. */
function asFarAsItGoes(typed: Record<string, unknown>): OrderEdit | null {
  const lines = linesOf(typed).filter(isComplete)
  const given = { ...(lines.length > 0 && { lines }), ...pick(typed, 'address'), ...pick(typed, 'slot'), ...pick(typed, 'tip') }
  const parsed = Object.keys(given).length > 0 ? OrderEdit.safeParse(given) : null
  return parsed?.success ? parsed.data : null
}

const linesOf = ({ lines }: Record<string, unknown>): unknown[] => (Array.isArray(lines) ? lines : [])
const isComplete = (line: unknown) => OrderLineChange.safeParse(line).success

function pick(typed: Record<string, unknown>, part: 'address' | 'slot' | 'tip'): Record<string, unknown> {
  const value = typed[part]
  return value !== null && value !== undefined && OrderEdit.shape[part].safeParse(value).success ? { [part]: value } : {}
}
