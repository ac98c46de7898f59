import { fieldOf, type Input, type Instant, type NamedEndpoint, type Schema } from '@larder/contract'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Field } from '../fields/field.ts'
import { reasonField } from '../fields/fields.tsx'
import type { KeyName } from '../keys.ts'
import type { Tone } from '../layout/button.tsx'
import type { BaseRow } from '../row.ts'
import type { Told } from './told-once.tsx'

type BodyOf<E extends NamedEndpoint> = Input<E> extends { body: infer B } ? B : Record<string, never>

/** Something that may be done with a row, by one endpoint. */
export interface Action<in R> {
  /** The contract's verb, and the word of `row.allowed`. */
  key: string
  label: string
  /** What its dialog and its button are called where the label alone says too little: "Change currency". */
  title?: string
  tone: Tone
  icon?: Icon
  endpoint: NamedEndpoint
  /** What it does of its endpoint, where another act does more by the same: what is typed into one is then not the other's. */
  part?: string
  /** What the body holds besides the version and what is asked. */
  body: (row: R) => Record<string, unknown>
  /** What the dialog says will happen; an act without one, or of a row that leaves nothing to say (null), runs at once. */
  question?: (row: R) => string | null
  asks: readonly Field<never>[]
  /** Why what is typed takes another person's approval, where that hangs on it: it is said before it is sent. */
  needs?: (row: R, asked: Record<string, unknown>) => string | null
  /** What is unusual of what is typed, without being wrong: it is said before it is sent. */
  warns?: (row: R, asked: Record<string, unknown>) => string | null
  /** What its body has to be of this very record, where that says more than the endpoint does of all. */
  schema?: Schema
  /** The way out of its dialog, where "Cancel" could be taken for the act. */
  wayOut?: string
  /** The snackbar when it is done: "FTK-15950 accepted". There is no answer yet where it is shown as done ahead. */
  done: (row: R, asked: Record<string, unknown>, answer?: unknown) => string
  /** What of the answer is shown this once: a password, a link. */
  tells?: (answer: unknown) => Told | null
  /** The id of another record of the kind, which is shown once it is done: the one that goes on, or that was made. The snackbar leads back. */
  leadsTo?: (asked: Record<string, unknown>, answer: unknown) => string | null
  /** What it made, by its answer: the snackbar leads there. */
  opens?: (answer: unknown) => { entity: string; id: string }
  /** How the snackbar begins when it is refused, with the record's name: "Order FTK-15950 was not accepted". */
  failed: (row: R) => string
  /** The key that does it, besides that of the likely act. */
  keys?: KeyName
  /** Stands in the place of its button, where it is more than a press. */
  control?: (row: R) => ReactNode
  /**
   * What the record is once it is done, null when it is gone: such an act is shown as done at once, leaves after five seconds and can be
   * undone until then.
   */
  ahead?: (row: R, asked: Record<string, unknown>) => Record<string, unknown> | null
  /** When the server does something else by itself: an act that comes close to it leaves at once. */
  deadline?: (row: R) => Instant | null
}

interface ActionOptions<R, B> {
  label: string
  title?: string
  part?: string
  tone?: Tone
  icon?: Icon
  body?: (row: R) => B
  done?: Action<R>['done']
  failed?: Action<R>['failed']
  tells?: NonNullable<Action<R>['tells']>
  opens?: NonNullable<Action<R>['opens']>
  keys?: KeyName
  control?: NonNullable<Action<R>['control']>
  ahead?: NonNullable<Action<R>['ahead']>
  deadline?: NonNullable<Action<R>['deadline']>
}

interface ConfirmOptions<R, B, E extends NamedEndpoint> extends ActionOptions<R, B> {
  question: (row: R) => string | null
  wayOut?: string
  schema?: Schema
  needs?: NonNullable<Action<R>['needs']>
  warns?: NonNullable<Action<R>['warns']>
  leadsTo?: NonNullable<Action<R>['leadsTo']>
  asks?: 'reason' | readonly Field<Partial<BodyOf<NoInfer<E>>>>[]
}

/** An act that runs at once: `{ params: { id }, body: { version, ...body(row) } }`. */
export function action<E extends NamedEndpoint, const B extends Partial<BodyOf<E>>, R extends BaseRow = BaseRow>(
  endpoint: E,
  options: ActionOptions<R, B>,
): Action<R> {
  const { label, title, part, tone = 'neutral', body, done, failed, tells, opens, icon, keys, control, ahead, deadline } = options
  return {
    key: verbOf(endpoint),
    label,
    tone,
    endpoint,
    body: body ? (row) => ({ ...body(row) }) : () => ({}),
    done: done ?? ((row) => `${label}: done${named(row, ' for ')}`),
    failed: failed ?? ((row) => `${label} did not work${named(row, ' for ')}`),
    asks: [],
    ...(title && { title }),
    ...(part && { part }),
    ...(tells && { tells }),
    ...(opens && { opens }),
    ...(icon && { icon }),
    ...(keys && { keys }),
    ...(control && { control }),
    ...(ahead && { ahead }),
    ...(deadline && { deadline }),
  }
}

/** An act that asks first: it says what will happen, and asks for a reason or fields of the endpoint's body. */
export function confirmAction<E extends NamedEndpoint, const B extends Partial<BodyOf<E>>, R extends BaseRow = BaseRow>(
  endpoint: E,
  options: ConfirmOptions<R, B, E>,
): Action<R> {
  const { question, asks, wayOut, schema, needs, warns, leadsTo } = options
  return {
    ...action<E, B, R>(endpoint, options),
    question,
    asks: asks === 'reason' ? [reasonField()] : (asks ?? []),
    ...(wayOut && { wayOut }),
    ...(schema && { schema }),
    ...(needs && { needs }),
    ...(warns && { warns }),
    ...(leadsTo && { leadsTo }),
  }
}

/**
 * What is sent of an act: its row's version, where the endpoint takes one, what the act says by itself, and what was asked. A field that was emptied is empty: it is
 * not what it was before. None is an answer where the act itself begins with none ("until reopened").
 */
export function bodyOf<R extends BaseRow>(action: Action<R>, row: R, asked: Record<string, unknown>): Record<string, unknown> {
  const isAsked = new Set(action.asks.map(({ key }) => key))
  const body = action.body(row)
  const own = Object.entries(body).filter(([key]) => !isAsked.has(key))
  const isGiven = (key: string, value: unknown) => (value === null ? !isAsked.has(key) || body[key] === null : value !== '')
  const given = Object.entries(asked).filter(([key, value]) => isGiven(key, value))
  const takesVersion = action.endpoint.shape.body && fieldOf(action.endpoint.shape.body, 'version') !== undefined
  return { ...(takesVersion && { version: row.version }), ...Object.fromEntries([...own, ...given]) }
}

/** What was asked without the reason of a request for approval, where the act itself asks for none. */
export function ownOf<R extends BaseRow>({ asks }: Action<R>, { reason, ...asked }: Record<string, unknown>): Record<string, unknown> {
  return asks.some(({ key }) => key === 'reason') ? { ...asked, reason } : asked
}

/** The reason that an act asks for, where it is one of a list; undefined where it asks for words, or for none. */
export function chosenReasonOf<R extends BaseRow>({ asks }: Action<R>) {
  return asks.find(({ key, isChoice }) => key === 'reason' && isChoice)
}

/** Why a row's state forbids an act now; null when it doesn't. */
export function becauseOf<R extends BaseRow>(action: Action<R>, row: R): string | null {
  return row.allowed?.find((each) => each.action === action.key)?.because ?? null
}

/** The roles of those who can approve an act on a row; null where it needs nobody, or nobody else could and it is done at once. */
export function approversOf<R extends BaseRow>(action: Action<R>, row: R): readonly string[] | null {
  const { by = [], waits } = approvalOf(action, row) ?? {}
  return by.length > 0 || waits ? by : null
}

/** Why an act waits for an approval that nobody can give now; null where somebody can, or it needs none. */
export function waitsOf<R extends BaseRow>(action: Action<R>, row: R): string | null {
  return approvalOf(action, row)?.waits ?? null
}

/** Whether an act would need another person's approval, and there is nobody who could give it: it is done at once. */
export function isAlone<R extends BaseRow>(action: Action<R>, row: R): boolean {
  return approvalOf(action, row)?.by.length === 0 && waitsOf(action, row) === null
}

function approvalOf<R extends BaseRow>(action: Action<R>, row: R) {
  return row.allowed?.find((each) => each.action === action.key)?.approval
}

/** The record by the name it shows, where it has one. */
export function named(row: BaseRow, before: string): string {
  const { number, name } = row as BaseRow & { number?: unknown; name?: unknown }
  const word = name ?? number
  return typeof word === 'string' ? before + word : ''
}

function verbOf({ name }: NamedEndpoint): string {
  return name.slice(name.indexOf('.') + 1)
}
