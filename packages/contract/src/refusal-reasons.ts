import type { ErrorKind, Refusals } from './error-kinds.ts'
import { type EveryResource, everyResource } from './every-resource.ts'
import { importRefusals } from './imports.ts'
import { keysOf } from './values/collection.ts'

/** What is refused whatever the record is. */
const anywhere = {
  invalid: {
    'invalid-input':
      'An input is not what the operation declares, or does not fit the record; `fields` names each, ids that lead to no record among them.',
    'invalid-value': 'A value cannot be stored.',
    'rule-violated': 'A value breaks a rule of the record.',
    'reference-not-found': 'Ids of other records lead to none that the caller reaches, and nothing else is wrong; `fields` names each.',
    'already-taken': 'Another record has this name, code or other value of which there is one.',
    'invalid-idempotency-key': 'The header `Idempotency-Key` is not 1 to 200 visible characters.',
    'idempotency-key-reused': 'The `Idempotency-Key` was sent before with another input.',
  },
  malformed: {
    'malformed-request': 'The request cannot be read.',
    'malformed-body':
      'The body is not JSON, or names a key twice; or the request uses a key that is not allowed anywhere, such as `__proto__`.',
  },
  credentials: {
    'credentials-malformed': 'The credential has another form than `x-api-key` or `Authorization: Bearer` have.',
    'credentials-conflict': 'Two credentials were sent that differ.',
    'key-missing': 'The operation needs a channel key, and none was sent.',
    'key-unknown': 'There is no such channel key, or it was revoked.',
  },
  'not-permitted': {
    'missing-permission': "The caller's role lacks the permission in `fields.permission`.",
    'missing-scope': 'The channel key lacks the scope in `fields.scope`.',
    'field-not-permitted': "The caller's role may add or change the record, but not say what `fields` names.",
  },
  unproved: {
    'proof-needed':
      'It takes a recent proof of who one is: send the password, or a code, to `POST /me/proof`, and then the same request again.',
  },
  'session-over': {
    'session-over': 'No session token was sent, or its session has ended.',
  },
  'not-found': {
    'no-such-endpoint': 'Nothing is at this address.',
  },
  'wrong-method': {
    'wrong-method': 'The address is asked for by another method; the header `allow` says by which.',
  },
  stale: {
    'changed-meanwhile': 'The record is not at the `version` that was sent any more; `current` is the newer one.',
  },
  refused: {
    'already-exists': 'There is one already.',
    'in-use': 'Other records use it.',
    'limit-reached': 'There are as many as there may be.',
    'not-allowed-now': "The record's status, or who it belongs to, forbids it.",
  },
  'too-large': {
    'body-too-large': 'The body has more bytes than `x-limits` allows.',
  },
  'unsupported-media': {
    'not-json': 'The body was not sent as `application/json`.',
    'wrong-media-type': 'The file is of a type that the operation does not take.',
  },
  limited: {
    'too-many-requests': 'The caller, or the address, has used up its requests of this minute.',
    'too-many-reveals': 'The caller has revealed as many masked fields in an hour as one may; the setting is `privacy.revealsPerHour`.',
  },
  internal: {
    internal: 'A fault of the server.',
  },
  unavailable: {
    'not-ready': 'The program starts or stops, or has no database.',
    'database-unavailable': 'The database does not answer.',
    busy: 'Too many change the same at once; nothing was written.',
    overloaded: 'The server has more to do than it can.',
    'took-too-long': 'The request took too long.',
  },
} as const satisfies Refusals

/** What each record's declaration exports as its `...Refusals`. */
type Declared = { [K in keyof EveryResource as K extends `${string}Refusals` ? K : never]: EveryResource[K] }
type Tables = typeof anywhere | typeof importRefusals | Declared[keyof Declared]
type WordsOf<T, K> = T extends { readonly [P in K & ErrorKind]: infer Words } ? keyof Words & string : never

/** A `reason` of a kind of failure, or of any. */
export type RefusalReason<K extends ErrorKind = ErrorKind> = { [P in K]: WordsOf<Tables, P> }[K]

/**
 * Every word that an error body can carry as its `reason`, by the kind of failure that it goes with, and what it tells a program. A refusal
 * with another word does not compile, and the OpenAPI document lists these. A word stands once and is never given another meaning.
 */
export const refusalReasons = /* @__PURE__ */ everyReason()

function everyReason(): { readonly [K in ErrorKind]: Readonly<Record<RefusalReason<K>, string>> } {
  const declared = Object.entries(everyResource).filter(([word]) => word.endsWith('Refusals')) as [string, Refusals][]
  const tables: Refusals[] = [anywhere, importRefusals, ...declared.map(([, table]) => table)]
  const words = tables.flatMap((table) => Object.values(table)).flatMap((meanings) => keysOf(meanings))
  const twice = words.find((word, at) => words.indexOf(word) < at)
  if (twice) throw new Error(`the refusal "${twice}" is declared twice`)
  const kinds = keysOf(anywhere).map((kind) => [kind, Object.assign({}, ...tables.map((table) => table[kind]))])
  return Object.fromEntries(kinds)
}

type EntityIn<Word> = Word extends `${infer Entity}-not-found` ? Entity : never
/** What there may be none of: its `reason` is `<entity>-not-found`. */
export type SoughtEntity = EntityIn<RefusalReason<'not-found'>>
