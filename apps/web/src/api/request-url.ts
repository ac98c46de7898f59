import type { NamedEndpoint } from '@larder/contract'
import { apiHost } from './host.ts'

/** What any endpoint's input looks like once its own types are set aside. */
export interface LooseInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/** The address of a call: host, `/api`, the path with its parameters filled in, the query without empty values. */
export function requestUrl(endpoint: NamedEndpoint, input: LooseInput): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(String(input.params?.[name] ?? '')))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value))
  }
  const text = query.toString()
  return `${apiHost()}/api${path}${text ? `?${text}` : ''}`
}
