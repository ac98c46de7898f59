import type { Input, NamedEndpoint } from '@larder/contract'
import type { Icon } from '@tabler/icons-react'
import type { Field } from '../fields/field.ts'
import { reasonField } from '../fields/reason-field.tsx'
import type { Tone } from '../layout/button.tsx'
import type { BaseRow } from '../resource/define.ts'

type BodyOf<E extends NamedEndpoint> = Input<E> extends { body: infer B } ? B : Record<string, never>

/** Something that may be done with a row, by one endpoint. */
export interface Action<in R> {
  /** The contract's verb, and the word of `row.allowed`. */
  key: string
  label: string
  tone: Tone
  icon?: Icon
  endpoint: NamedEndpoint
  /** What the body holds besides the version and what is asked. */
  body: (row: R) => Record<string, unknown>
  /** What the dialog says will happen; an act without one runs at once. */
  question?: (row: R) => string
  asks: readonly Field<never>[]
  /** The snackbar when it is done. */
  done: (row: R) => string
}

interface ActionOptions<R, B> {
  label: string
  tone?: Tone
  icon?: Icon
  body?: (row: R) => B
  done?: (row: R) => string
}

interface ConfirmOptions<R, B, E extends NamedEndpoint> extends ActionOptions<R, B> {
  question: (row: R) => string
  asks?: 'reason' | readonly Field<Partial<BodyOf<NoInfer<E>>>>[]
}

/** An act that runs at once: `{ params: { id }, body: { version, ...body(row) } }`. */
export function action<E extends NamedEndpoint, const B extends Partial<BodyOf<E>>, R extends BaseRow = BaseRow>(
  endpoint: E,
  options: ActionOptions<R, B>,
): Action<R> {
  const { label, tone = 'neutral', icon, body, done } = options
  return {
    key: endpoint.name.slice(endpoint.name.indexOf('.') + 1),
    label,
    tone,
    endpoint,
    body: body ? (row) => ({ ...body(row) }) : () => ({}),
    done: done ?? (() => `${label}: done`),
    asks: [],
    ...(icon && { icon }),
  }
}

/** An act that asks first: it says what will happen, and asks for a reason or fields of the endpoint's body. */
export function confirmAction<E extends NamedEndpoint, const B extends Partial<BodyOf<E>>, R extends BaseRow = BaseRow>(
  endpoint: E,
  options: ConfirmOptions<R, B, E>,
): Action<R> {
  const { question, asks } = options
  return { ...action<E, B, R>(endpoint, options), question, asks: asks === 'reason' ? [reasonField()] : (asks ?? []) }
}

/**
 * What is sent of an act: its row's version, what the act says by itself, and what was asked. A field that was emptied is empty: it is
 * not what it was before. None is an answer where the act itself begins with none ("until reopened").
 */
export function bodyOf<R extends BaseRow>(action: Action<R>, row: R, asked: Record<string, unknown>): Record<string, unknown> {
  const isAsked = new Set(action.asks.map(({ key }) => key))
  const body = action.body(row)
  const own = Object.entries(body).filter(([key]) => !isAsked.has(key))
  const given = Object.entries(asked).filter(([key, value]) => (value === null ? body[key] === null : value !== ''))
  return { version: row.version, ...Object.fromEntries([...own, ...given]) }
}
