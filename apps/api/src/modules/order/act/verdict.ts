import type { OrderEventType, RefusalReason } from '@larder/contract'
import type { Because } from '#kit/errors.ts'
import type { ToldDifference } from '#modules/payment/difference-row.service.ts'
import type { LineRecord, OrderRecord } from '../read/record.ts'
import type { PaymentEffect } from './payment.ts'

/** A reason of the lists, as an act carries it. */
export interface GivenReason {
  code: string
  label: string
  party: NonNullable<OrderRecord['end_party']>
}

export type OrderChanges = Partial<Omit<OrderRecord, 'id' | 'version' | 'updated_at'>>

export interface Decision {
  changes: OrderChanges
  lines: Pick<LineRecord, 'line' | 'packed_grams' | 'amount_minor' | 'tax_minor'>[]
  /** Lines that an edit has put another way, added or taken away. */
  rewritten?: { written: LineRecord[]; removed: number[] }
  payment: Omit<PaymentEffect, 'state'> | null
  reason: string | null
  /** What the timeline calls it, where that is not the act's name. */
  type?: OrderEventType
  /** What the order cannot take in, for somebody to settle. */
  difference?: ToldDifference
  /** What the timeline says of it, before the note. */
  told?: string
  /** What the record says of it besides the columns that changed. */
  facts?: { old: Record<string, unknown>; new: Record<string, unknown> }
}

/** What was sent does not fit the order: which input, a stable word and what is wrong there. */
export interface Misfit {
  field: string
  reason: RefusalReason<'invalid'>
  message: string
  /** Where more than one input is wrong, all of them. */
  fields?: Record<string, string>
}

export type Verdict = Decision | { refused: Because } | { misfit: Misfit }
