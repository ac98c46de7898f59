import { storedToken } from './token.ts'
import { isUnattended } from './touched.ts'

/** The headers of a request (specification, section 9); `type` is that of what is sent. */
export function headersOf(type: string | null, idempotencyKey?: string): Record<string, string> {
  const token = storedToken()
  return {
    accept: 'application/json',
    ...(type && { 'content-type': type }),
    ...(token && { 'x-api-key': token, authorization: `Bearer ${token}` }),
    // Keeps no session alive: its idle time passes although the page goes on asking.
    ...(isUnattended() && { 'x-unattended': 'true' }),
    ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
  }
}
