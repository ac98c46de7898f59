import { storedToken } from './token.ts'

/** The headers of a request (specification, section 9); `type` is that of what is sent. */
export function headersOf(type: string | null, idempotencyKey?: string): Record<string, string> {
  const token = storedToken()
  return {
    accept: 'application/json',
    ...(type && { 'content-type': type }),
    ...(token && { 'x-api-key': token, authorization: `Bearer ${token}` }),
    ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
  }
}
