import { type ApiError, type ErrorKind, errorKinds, type Permission, type RefusalReason, type SoughtEntity } from '@larder/contract'

interface RefusalFacts<K extends ErrorKind> {
  /** One of the contract's words for this kind of failure. */
  reason: RefusalReason<K>
  /** A sentence for a person. */
  message: string
  /** Dotted input path (`body.name`) to what is wrong with it. */
  fields?: Record<string, string>
  /** The newer row of a stale write, as the caller may read it. */
  current?: unknown
  retryAfterSeconds?: number
  /** The permission that was missing; the error handler adds who can grant it. */
  permission?: Permission
  cause?: unknown
}

type Refused = { [K in ErrorKind]: [kind: K, facts: RefusalFacts<K>] }[ErrorKind]

/** Any answer that is not a success. Thrown anywhere; the error handler turns it into the contract's error body. */
export class Refusal extends Error {
  readonly kind: ErrorKind
  readonly reason: RefusalReason
  readonly fields: Record<string, string>
  /** The door masks in it what the caller may not read. */
  current: unknown
  readonly retryAfterSeconds: number | undefined
  readonly permission: Permission | undefined

  constructor(...[kind, facts]: Refused) {
    super(facts.message, { cause: facts.cause })
    this.name = 'Refusal'
    this.kind = kind
    this.reason = facts.reason
    this.fields = facts.fields ?? {}
    this.current = facts.current
    this.retryAfterSeconds = facts.retryAfterSeconds
    this.permission = facts.permission
  }
}

/** The HTTP status of a refusal, by the contract's table. */
export function statusOf(refusal: Refusal): number {
  return errorKinds[refusal.kind]
}

/** The contract's error value; `current` only where there is one. */
export function apiErrorOf(refusal: Refusal, requestId: string): ApiError {
  const { kind, reason, message, fields, current } = refusal
  return { kind, reason, message, fields, requestId, ...(current === undefined ? {} : { current }) }
}

/** 409: the state or a rule forbids it; `reason` says which to a program. */
export function refuse(reason: RefusalReason<'refused'>, message: string, fields?: Record<string, string>): never {
  throw new Refusal('refused', { reason, message, fields })
}

type InvalidFacts = Partial<Pick<RefusalFacts<'invalid'>, 'reason' | 'message'>>

/**
 * 422: what was sent is wrong; `fields` maps dotted paths (`body.name`) to plain words. Where nothing but ids that lead to no record is wrong, or nothing
 * but what the caller's role may not say, that is what a program is told.
 */
export function invalid(fields: Record<string, string>, { reason, message = sentenceOf(fields) }: InvalidFacts = {}): never {
  if (reason === undefined && isSaidOfAll(fields, notForRole)) {
    throw new Refusal('not-permitted', { reason: 'field-not-permitted', message, fields })
  }
  throw new Refusal('invalid', {
    reason: reason ?? (isSaidOfAll(fields, leadsNowhere) ? 'reference-not-found' : 'invalid-input'),
    message,
    fields,
  })
}

const leadsNowhere = 'does not exist'
const notForRole = 'by your role'

function isSaidOfAll(fields: Record<string, string>, words: string): boolean {
  const said = Object.values(fields)
  return said.length > 0 && said.every((each) => each.includes(words))
}

/** 404: there is no such row, or it lies outside the caller's scope; the answer is the same. */
export function notFound(entity: SoughtEntity): never {
  throw new Refusal('not-found', { reason: `${entity}-not-found`, message: `There is no such ${entity.replaceAll('-', ' ')}.` })
}

/** 409 with the newer row: someone else changed it since the caller read it. `message` names who and when. */
export function stale(current: unknown, message: string): never {
  throw new Refusal('stale', { reason: 'changed-meanwhile', message, current })
}

/** 503: not now; worth trying again after `retryAfterSeconds`. */
export function unavailable(reason: RefusalReason<'unavailable'>, message: string, retryAfterSeconds = 1): never {
  throw new Refusal('unavailable', { reason, message, retryAfterSeconds })
}

function sentenceOf(fields: Record<string, string>): string {
  const entries = Object.entries(fields)
  const [first] = entries
  if (!first) return 'What was sent is not valid.'
  const more = entries.length === 1 ? '' : ` (and ${entries.length - 1} more)`
  return `${inWords(first[0])} ${first[1].replace(/\.$/, '')}${more}.`
}

/** `body.minBasket` as people read it: `Min basket`. */
function inWords(path: string): string {
  const words = path
    .replace(/^(?:body|params|query)\./, '')
    .replaceAll('.', ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Why something can't be done now: a stable word and a sentence. */
export interface Because {
  reason: RefusalReason<'refused'>
  message: string
  /** Where it is an input's fault. */
  fields?: Record<string, string>
  /** What is true now. */
  current?: unknown
}
