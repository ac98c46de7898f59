import type { NamedEndpoint } from '@larder/contract'

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

/** The API's origin: the page's own unless the server put another one into the page (`<meta name="api-host">`). */
export function apiHost(): string {
  const configured = document.querySelector<HTMLMetaElement>('meta[name="api-host"]')?.content
  return configured ? configured.replace(/\/$/, '') : location.origin
}
