import type { DB } from '#db/schema.gen.ts'

type Column<T extends keyof DB> = keyof DB[T] & string

/** Columns of a table in which people's words stand: texts, lists of texts and documents. */
interface Written<T extends keyof DB> {
  /** What entries call a row; left out where none has entries. */
  entity?: string
  /** An indexed column, by which the table is walked and its rows are known to entries; its `id` where nothing is said. */
  key?: Column<T>
  /** Written freely: whatever names the person is taken, their whole name too. */
  words?: readonly Column<T>[]
  /** Somebody else who is called the same may stand there by their name alone: it is taken amid other words, and numbers and addresses of e-mail are. */
  named?: readonly Column<T>[]
  /** A name that no two rows have alike, written freely: what is left of it has the end of the row's id. */
  titled?: readonly Column<T>[]
}

/** Every column into which people's words come, and how whoever is erased is found there (0194); `erasure.columns.test.ts` names each other one, with the reason. */
export const writtenColumns: { readonly [T in keyof DB]?: Written<T> } = {
  approval: { entity: 'approval', words: ['reason', 'because'], named: ['title', 'body', 'old', 'new'] },
  bank_account: { entity: 'bank-account', words: ['status_reason'] },
  branch_day: { entity: 'branch-day', words: ['remark', 'status_reason'] },
  cart_event: { entity: 'cart', key: 'cart_id', words: ['note'] },
  cash_deposit: { entity: 'cash-deposit', words: ['remark', 'from_name', 'status_reason'], named: ['brought_by'] },
  change_row: { words: ['reason'], named: ['title', 'given', 'old', 'new', 'remarks', 'found'] },
  change_set: { entity: 'change-set', words: ['status_reason'], named: ['title', 'filter', 'change', 'sheet'] },
  crate_movement: { entity: 'crate-movement', words: ['remark'] },
  customer: { entity: 'customer', words: ['addresses', 'flags', 'consents', 'merged_gifts', 'erasure_reason'], named: ['name', 'search'] },
  draft: { entity: 'draft', words: ['name', 'typed'] },
  event: { named: ['payload'] },
  feedback: { entity: 'feedback', words: ['text', 'answer', 'tags', 'search'] },
  hand_over: { entity: 'hand-over', words: ['remark'] },
  hand_over_order: { key: 'order_id', words: ['note'] },
  item: { entity: 'item', words: ['description'] },
  machine: { entity: 'machine', words: ['message'] },
  macro: { entity: 'macro', words: ['text'], titled: ['name'] },
  mail: { entity: 'mail', words: ['subject', 'body', 'because'], named: ['to_name'] },
  menu_scan: { entity: 'menu-scan', words: ['status_reason'] },
  menu_scan_row: { entity: 'menu-scan-row', words: ['description'] },
  misbooked_order: { entity: 'misbooked-order', words: ['note'] },
  order_event: { key: 'order_id', words: ['note', 'facts'] },
  order_line: { key: 'order_id', words: ['note'] },
  order_status: { entity: 'order-status', words: ['customer_text'] },
  orders: { entity: 'order', words: ['note', 'end_note', 'address', 'details', 'discounts'], named: ['customer_name'] },
  payment: { entity: 'payment', words: ['failure', 'trouble'] },
  payment_attempt: { words: ['words'] },
  payment_difference: { entity: 'payment-difference', words: ['note'] },
  preference: { key: 'staff_id', words: ['chosen'] },
  refund: { entity: 'refund', words: ['note', 'failure', 'reference'] },
  remedy: { entity: 'remedy', words: ['because', 'note'] },
  review: { entity: 'review', words: ['text', 'reply', 'tags', 'hidden_because', 'search'] },
  rider: { entity: 'rider', words: ['status_reason'] },
  rider_incident: { entity: 'rider-incident', words: ['note'] },
  rider_message: { entity: 'rider-message', words: ['text'] },
  rider_shift: { entity: 'rider-shift', words: ['end_reason'] },
  rush_mode: { entity: 'rush-mode', words: ['reason'] },
  saved_view: { entity: 'saved-view', words: ['name', 'query'] },
  segment: { entity: 'segment', words: ['description'], titled: ['name'] },
  store: { entity: 'store', words: ['status_reason', 'open_mode_reason', 'special_days'] },
  store_document: { entity: 'store-document', words: ['remark'] },
  task: { entity: 'task', words: ['title', 'parameters', 'reason'] },
  task_row: { key: 'task_id', words: ['title', 'reason', 'input'] },
  ticket: { entity: 'ticket', words: ['text', 'search'] },
  ticket_note: { entity: 'ticket', key: 'ticket_id', words: ['text'] },
}

/** Columns that an erasure empties by steps of its own, whosever they are (`erasure.rows.ts`, `audit-redaction.service.ts`). */
export const emptiedColumns = [
  'audit_entry.old',
  'audit_entry.new',
  'audit_entry.reason',
  'idempotency_key.response',
  'mail.to_address',
] as const
