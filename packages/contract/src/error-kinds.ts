/** Every kind of failure and its HTTP status. 403 is kept for one thing: the session is over (decision 0002). */
export const errorKinds = {
  invalid: 422,
  malformed: 400,
  credentials: 401,
  'not-permitted': 401,
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
