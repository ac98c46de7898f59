import { randomUUID } from 'node:crypto'
import type { ErrorBody, Input, NamedEndpoint, Output } from '@larder/contract'
import { fetchAdmitted } from '../../apps/api/test/fetch-admitted.ts'

/** Calls an endpoint of the contract; throws with the API's own words when it refuses. */
export type Caller = <E extends NamedEndpoint>(endpoint: E, input: Input<E>) => Promise<Output<E>>

/** A client of the API outside the browser: `key` is a staff session's token or a channel's key. */
export function callerOf(address: string, key?: string): Caller {
  return async function call(endpoint, input) {
    const { params, query, body } = input as { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }
    const path = endpoint.path.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(params?.[name] ?? ''))
    const search = query ? `?${new URLSearchParams(query)}` : ''
    const answer = await fetchAdmitted(`${address}/api${path}${search}`, {
      method: endpoint.method,
      headers: {
        ...(key && { 'x-api-key': key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(endpoint.method === 'POST' && { 'idempotency-key': randomUUID() }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (answer.ok) return (await answer.json()) as Output<typeof endpoint>
    const { error } = (await answer.json()) as ErrorBody
    throw new Error(`${endpoint.name} answered ${answer.status}: ${error.message} ${JSON.stringify(error.fields)}`)
  }
}
