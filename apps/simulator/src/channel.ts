import { type ApiError, type Endpoint, type EndpointShape, type Input, isApiError, type Output } from '@larder/contract'

/** What came back: the value, or why not. Without an error body the product was not reached, or is not well. */
export type Answer<T> = { ok: true; value: T } | { ok: false; error: ApiError | null; retryAfterMs: number | null }

/** The product's door for outside programs. Calls never throw for what the product says; they do when `signal` ends the program. */
export interface Channel {
  /** One attempt. */
  call<S extends EndpointShape>(endpoint: Endpoint<S>, input: Input<Endpoint<S>>, key?: string): Promise<Answer<Output<Endpoint<S>>>>
  /** Attempts until the product accepts or refuses: the same request with the same key, however often it does not answer. */
  insist<S extends EndpointShape>(endpoint: Endpoint<S>, input: Input<Endpoint<S>>, key?: string): Promise<Answer<Output<Endpoint<S>>>>
  /** Whether the last call reached the product. */
  isUp(): boolean
}

interface Parts {
  params?: Record<string, string>
  query?: Record<string, string | number | undefined>
  body?: unknown
}

const answerLimitMs = 15_000
const firstPauseMs = 150
const longestPauseMs = 5000
const passing = new Set(['limited', 'internal', 'unavailable'])

export function createChannel(options: { url: string; key: string; signal: AbortSignal; onLine: (isUp: boolean) => void }): Channel {
  const { url, key, signal, onLine } = options
  let isUp = true

  function note(reached: boolean): void {
    if (reached !== isUp) onLine(reached)
    isUp = reached
  }

  async function call<S extends EndpointShape>(endpoint: Endpoint<S>, input: Input<Endpoint<S>>, idempotencyKey?: string) {
    signal.throwIfAborted()
    const { params = {}, query = {}, body } = input as Parts
    const headers: Record<string, string> = { 'x-api-key': key }
    if (body !== undefined) headers['content-type'] = 'application/json'
    if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey
    const limited = AbortSignal.any([signal, AbortSignal.timeout(answerLimitMs)])
    try {
      const address = `${url}/api${fill(endpoint.path, params)}${queryOf(query)}`
      const response = await fetch(address, { method: endpoint.method, headers, body: JSON.stringify(body), signal: limited })
      const answer = await read<Output<Endpoint<S>>>(response)
      note(answer.ok || answer.error !== null)
      return answer
    } catch {
      signal.throwIfAborted()
      note(false)
      return unreached(null)
    }
  }

  async function insist<S extends EndpointShape>(endpoint: Endpoint<S>, input: Input<Endpoint<S>>, idempotencyKey?: string) {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
      const answer = await call(endpoint, input, idempotencyKey)
      if (answer.ok || (answer.error !== null && !passing.has(answer.error.kind))) return answer
      await pause(answer.retryAfterMs ?? pauseMs * (0.5 + Math.random()), signal)
    }
  }

  return { call, insist, isUp: () => isUp }
}

/** Waits, or throws when the program ends. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const end = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end)
      resolve()
    }, ms)
    signal.addEventListener('abort', end, { once: true })
  })
}

async function read<T>(response: Response): Promise<Answer<T>> {
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  const retryAfterMs = Number.isFinite(retryAfter) ? retryAfter * 1000 : null
  const value: unknown = await response.json().catch(() => null)
  if (response.ok) return { ok: true, value: value as T }
  const error = typeof value === 'object' && value !== null && 'error' in value && isApiError(value.error) ? value.error : null
  return error ? { ok: false, error, retryAfterMs } : unreached(retryAfterMs)
}

function unreached(retryAfterMs: number | null): { ok: false; error: null; retryAfterMs: number | null } {
  return { ok: false, error: null, retryAfterMs }
}

function fill(path: string, params: Record<string, string>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

function queryOf(query: Record<string, string | number | undefined>): string {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, String(value)]]))
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}
