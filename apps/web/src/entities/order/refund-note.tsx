import { customField } from '#kit/fields/fields.tsx'
import { soon } from '#kit/lazily.tsx'

const RefundNoteInput = soon(() => import('./refund-note-input.tsx').then((module) => module.RefundNoteInput))

/** What is said of a refund, which some ways of giving back need. */
export const refundNote = customField<'note', string>('note', {
  label: 'Note',
  input: (props) => <RefundNoteInput {...props} />,
})
