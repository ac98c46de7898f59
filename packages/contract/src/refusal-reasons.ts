/**
 * Every word that an error body can carry as its `reason`, by the kind of failure that it goes with, and what it tells a program. A refusal
 * with another word does not compile, and the OpenAPI document lists these. A word stands once and is never given another meaning.
 */
export const refusalReasons = {
  invalid: {
    'invalid-input': 'An input is not what the operation declares, or does not fit the record; `fields` names each.',
    'invalid-value': 'A value cannot be stored.',
    'rule-violated': 'A value breaks a rule of the record.',
    'reference-not-found': 'The id of another record leads to none.',
    'already-taken': 'Another record has this name, code or other value of which there is one.',
    'invalid-idempotency-key': 'The header `Idempotency-Key` is not 1 to 200 visible characters.',
    'idempotency-key-reused': 'The `Idempotency-Key` was sent before with another input.',
    'cannot-be-ordered': 'The order cannot be placed as it is; `current` is its quote, whose `problems` say why.',
    'not-a-weighed-line': 'Packed grams were given for a line that is not sold by weight, or that the order does not have.',
    'above-the-largest-order': 'With the packed grams the order comes to more than an order may.',
    'wrong-amount': 'What was collected is not what was due.',
  },
  malformed: {
    'malformed-request': 'The request cannot be read.',
    'malformed-body': 'The body is not JSON, or names a key twice.',
  },
  credentials: {
    'credentials-malformed': 'The credential has another form than `x-api-key` or `Authorization: Bearer` have.',
    'credentials-conflict': 'Two credentials were sent that differ.',
    'key-missing': 'The operation needs a channel key, and none was sent.',
    'key-unknown': 'There is no such channel key, or it was revoked.',
    'wrong-credentials': 'There is no such account, or the password is another.',
    'account-closed': 'The password is right and the account is not open: invited, suspended, expired or deactivated.',
  },
  'not-permitted': {
    'missing-permission': "The caller's role lacks the permission in `fields.permission`.",
    'missing-scope': 'The channel key lacks the scope in `fields.scope`.',
    'wrong-party': 'The channel key does not speak for the party in `fields.as`.',
    'field-not-permitted': "The caller's role may change the record, but not the fields that `fields` names.",
  },
  'session-over': {
    'session-over': 'No session token was sent, or its session has ended.',
  },
  'not-found': {
    'no-such-endpoint': 'Nothing is at this address.',
    'area-not-found': 'No such area, or out of reach.',
    'branch-not-found': 'No such branch, or out of reach.',
    'category-type-not-found': 'No such category type.',
    'crate-not-found': 'No such crate.',
    'cuisine-not-found': 'No such cuisine.',
    'customer-not-found': 'No such customer, or out of reach.',
    'draft-not-found': "No such draft, or somebody else's.",
    'file-not-found': 'No such file.',
    'history-not-found': 'Records of this kind have no history.',
    'machine-not-found': 'No such till, printer or tablet.',
    'order-not-found': 'No such order, or out of reach.',
    'rider-not-found': 'No such rider, or out of reach.',
    'role-not-found': 'No such role.',
    'saved-view-not-found': "No such saved view, or somebody else's own.",
    'session-not-found': 'The caller has no such session.',
    'setting-not-found': 'No such setting.',
    'staff-not-found': 'No such staff account, or out of reach.',
    'store-not-found': 'No such store, or out of reach.',
    'store-location-not-found': 'No such store location, or out of reach.',
    'task-not-found': "No such task, somebody else's, or its file is purged.",
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
    'password-change-required': "The password is one for the first sign-in alone: choose one's own first.",
    'own-account': 'Nobody does this to their own account.',
    'last-admin': 'There would be no administrator left.',
    'not-allowed-now': "The staff account's status, or who it belongs to, forbids it.",
    'store-not-live': 'The store does not sell at present.',
    'store-not-suspended': 'The store is not suspended.',
    'store-terminated': 'The store is terminated for good.',
    'store-closed': 'The store is shut now.',
    'sold-out': 'Something in the order is sold out.',
    'price-changed': 'The order comes to another total than `expectedTotal`; `current` is the new quote.',
    'cart-ordered': 'The cart was ordered.',
    'not-delivered': 'Only a delivered order is reviewed.',
    'already-reviewed': 'The order has its review.',
    'wrong-status': 'The act is none of an order in this status.',
    'not-yours': 'This party never does this to an order.',
    'already-prepared': 'The store has begun to prepare the order: the customer cannot cancel it any more.',
    'nothing-weighed': 'Nothing in the order is sold by weight.',
    'weights-missing': 'Lines that are sold by weight have no packed grams yet.',
    'not-for-pickup': 'The order is to be delivered: it is not handed over at the store.',
    'not-for-delivery': 'The customer fetches the order: no rider carries it.',
    'no-rider': 'No rider is assigned.',
    'has-rider': 'A rider is assigned.',
    'rider-cannot': 'The rider cannot take this order now.',
    'wrong-leg': 'The rider has not come so far, or is further on.',
    'no-delay-left': 'The order was delayed as often as an order may be.',
    'ended-too-long-ago': 'The order ended longer ago than one is brought back.',
    'payment-gone': 'The payment failed, or has gone back to the customer.',
    'not-paid': 'The customer has not paid yet.',
    'not-payable': 'The order has a payment already, or is paid on delivery.',
    'order-over': 'The order ended before it was paid: give the money back.',
    'no-slot': 'The order is not for a later time.',
    claimed: 'Somebody handles the order.',
    'not-claimed': 'Nobody handles the order.',
    'task-over': 'The task has ended.',
    'task-open': 'The task waits or runs.',
    'above-limit': 'The order comes to more than the caller may move in one act.',
  },
  'too-large': {
    'body-too-large': 'The body has more bytes than `x-limits` allows.',
  },
  'unsupported-media': {
    'not-json': 'The body was not sent as `application/json`.',
    'wrong-media-type': 'The file is of a type that the operation does not take.',
    'not-the-declared-type': 'The file is of another type than `content-type` says.',
  },
  limited: {
    'too-many-requests': 'The caller, or the address, has used up its requests of this minute.',
    'too-many-attempts': 'There were too many wrong passwords.',
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
    'sign-in-busy': 'Too many sign in at once.',
    'pictures-busy': 'Too many pictures are being read.',
  },
} as const

type Table = typeof refusalReasons

/** A `reason` of a kind of failure, or of any. */
export type RefusalReason<K extends keyof Table = keyof Table> = { [P in K]: keyof Table[P] }[K]

type EntityIn<Word> = Word extends `${infer Entity}-not-found` ? Entity : never
/** What there may be none of: its `reason` is `<entity>-not-found`. */
export type SoughtEntity = EntityIn<RefusalReason<'not-found'>>
