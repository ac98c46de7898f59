/** Every kind of failure and its HTTP status. 403 is kept for one thing: the session is over (decision 0002). */
export const errorKinds = {
  invalid: 422,
  malformed: 400,
  credentials: 401,
  'not-permitted': 401,
  unproved: 401,
  'session-over': 403,
  'not-found': 404,
  'wrong-method': 405,
  stale: 409,
  refused: 409,
  'too-large': 413,
  'unsupported-media': 415,
  limited: 429,
  internal: 500,
  unavailable: 503,
} as const

export type ErrorKind = keyof typeof errorKinds

/** Words that an error body can carry as its `reason`, by the kind of failure that each goes with, and what each tells a program. */
export type Refusals = { readonly [K in ErrorKind]?: Readonly<Record<string, string>> }
