import type { RefusalReason } from '@larder/contract'
import { isStalePlan } from '#db/prepared.ts'
import { Refusal } from '../errors.ts'

/** What a PostgreSQL error carries; every field may be missing. */
export interface DatabaseError extends Error {
  code: string
  detail?: string
  table?: string
  column?: string
  constraint?: string
}

const sqlState = /^[0-9A-Z]{5}$/
const connectionTrouble = /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/
// The driver reports a lost or refused connection in words only.
const connectionWords =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|not queryable|query read timeout|timeout expired|cannot use a pool after/i

export function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && sqlState.test(error.code) && 'severity' in error
}

/** Serialization failure, deadlock or a plan that no longer holds: the whole transaction may simply be run again. */
export function isRetryable(error: unknown): boolean {
  if (!isDatabaseError(error)) return false
  // Two first entries of one record at once: the chain's unique key lets one through, the other runs again.
  const chainRace = error.code === '23505' && error.table === 'audit_entry'
  return error.code === '40001' || error.code === '40P01' || isStalePlan(error) || chainRace
}

/** A value that validation should have stopped before it reached SQL (class 22). */
export function isDataException(error: unknown): error is DatabaseError {
  return isDatabaseError(error) && error.code.startsWith('22')
}

export function isUniqueViolation(error: unknown): error is DatabaseError {
  return isDatabaseError(error) && error.code === '23505'
}

export function isForeignKeyViolation(error: unknown): error is DatabaseError {
  return isDatabaseError(error) && error.code === '23503'
}

/** Columns named in a constraint error's detail: `Key (vertical, lower(name::text COLLATE pg_unicode_fast))=(…)` gives vertical, name. */
export function columnsOf(error: DatabaseError): string[] {
  const key = /^Key \((.*?)\)=/.exec(error.detail ?? '')?.[1] ?? ''
  const named = key.replaceAll(/::[a-z ]+|\bCOLLATE "?\w+"?/g, '')
  return [...named.matchAll(/[a-z_][a-z0-9_]*(?![a-z0-9_]*\()/g)].map(([word]) => word)
}

/** The refusal that a database error means to a caller, or null where it is our own bug (500). */
export function refusalOfDatabaseError(error: unknown): Refusal | null {
  if (isConnectionTrouble(error)) return notNow('database-unavailable', 'The database does not answer. Please try again.', 2, error)
  if (!isDatabaseError(error)) return null
  const { code } = error
  if (code.startsWith('22')) return unexpected('invalid-value', 'A value that was sent cannot be stored.', error)
  if (code === '23505') return new Refusal('refused', { reason: 'already-exists', message: 'This already exists.', cause: error })
  if (code === '23503') return unexpected('reference-not-found', 'Something that this refers to does not exist, or is still in use.', error)
  if (code === '23514') return unexpected('rule-violated', 'A value that was sent breaks a rule of the record.', error)
  if (isRetryable(error)) return notNow('busy', 'Too many people changed this at once. Please try again.', 1, error)
  if (code === '57014' || code === '55P03' || code === '25P03')
    return notNow('took-too-long', 'This took too long. Please try again.', 1, error)
  if (/^(57P|08|53)/.test(code)) return notNow('database-unavailable', 'The database does not answer. Please try again.', 2, error)
  return null
}

function notNow(reason: RefusalReason<'unavailable'>, message: string, retryAfterSeconds: number, cause: unknown): Refusal {
  return new Refusal('unavailable', { reason, message, retryAfterSeconds, cause })
}

function unexpected(reason: RefusalReason<'invalid'>, message: string, cause: DatabaseError): Refusal {
  return new Refusal('invalid', { reason, message, cause })
}

function isConnectionTrouble(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof Refusal) return false
  if ('code' in error && typeof error.code === 'string' && connectionTrouble.test(error.code) && !('path' in error)) return true
  return connectionWords.test(error.message)
}
