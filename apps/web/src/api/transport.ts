import { type ApiError, type FileContent, type Input, isApiError, mediaTypesOf, type NamedEndpoint, type Output } from '@larder/contract'
import { takePrefetched } from './prefetched.ts'
import { headersOf } from './request-headers.ts'
import { type LooseInput, requestUrl } from './request-url.ts'
import type { Progress, Sent } from './send-with-progress.ts'
import { storedToken } from './token.ts'

/** Milliseconds that a request may take (specification, section 9). */
export const requestTimeout = 1_000_000

/** A call that brought no usable answer; `status` is 0 when nothing came back at all. */
export class CallFailure extends Error {
  readonly status: number
  constructor(status: number, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'CallFailure'
    this.status = status
  }
}

interface Refused<E = ApiError> {
  isSuccess: false
  error: E
}
export type Answer<T, E = ApiError> = { isSuccess: true; body: T } | Refused<E>

let announceSessionOver: () => void = () => {}
/** Says what happens on HTTP 403, which means one thing only: the session is over. */
export function onSessionOver(announce: () => void): void {
  announceSessionOver = announce
  over = null
}

/** An answer that comes after one has left its session tells of that one. */
function tellOver({ status }: Response, token: string | null): void {
  if (status === 403 && token === storedToken()) announceSessionOver()
}

/** The token of a session that is over, and what it was answered with: nothing is asked with it again. */
let over: { token: string; refused: Refused } | null = null

/**
 * The specification's call: yields the response body, or the value of an error body's `error` (tell them apart with `isApiError`). Any
 * other failure is rejected with a `CallFailure`; a missing response is logged as well.
 */
export async function request<E extends NamedEndpoint>(endpoint: E, input: Input<E>, options?: CallOptions): Promise<Output<E> | ApiError> {
  const answer = await call(endpoint, input, options)
  return answer.isSuccess ? answer.body : answer.error
}

let askForProof: () => Promise<boolean> = async () => false
/** Says how whoever is signed in is asked again who they are; answers true once they proved it, false where they would not. */
export function onProofNeeded(ask: () => Promise<boolean>): void {
  askForProof = ask
}

let asked: Promise<boolean> | null = null
/** Asked once, however many requests wait for the answer. */
function proved(): Promise<boolean> {
  asked ??= askForProof().finally(() => {
    asked = null
  })
  return asked
}

interface CallOptions {
  idempotencyKey?: string
  signal?: AbortSignal
  /** Goes through although the page is left meanwhile. */
  keepalive?: boolean
  /** For a body that takes a while to send. */
  onProgress?: Progress
}

/** `request` for callers that must know which of the two came back. */
export async function call<E extends NamedEndpoint>(endpoint: E, input: Input<E>, options: CallOptions = {}): Promise<Answer<Output<E>>> {
  const token = storedToken()
  if (over && over.token === token) return over.refused
  const { type, body } = payloadOf(endpoint, input as LooseInput)
  const request = { method: endpoint.method, headers: headersOf(type, options.idempotencyKey), body, signal: limited(options.signal) }
  const url = requestUrl(endpoint, input as LooseInput)
  const response = await send(url, { ...request, keepalive: options.keepalive ?? false }, options.onProgress)
  tellOver(response, token)
  if (response.ok && mediaTypesOf(endpoint.shape.response)) return { isSuccess: true, body: (await readFile(response)) as Output<E> }
  const answer: unknown = await response.json().catch(() => undefined)
  if (response.ok && answer !== undefined) return { isSuccess: true, body: answer as Output<E> }
  const refused = refusalOf(endpoint, response, answer)
  if (response.status === 403 && token !== null) over = { token, refused }
  // The very same request, with its key: nothing that was typed is lost.
  return refused.error.kind === 'unproved' && (await proved()) ? call(endpoint, input, options) : refused
}

/** A file of any size, which the browser keeps outside of the page's memory. */
export async function fetchFile<E extends NamedEndpoint>(endpoint: E, input: Input<E>): Promise<Answer<Blob>> {
  const token = storedToken()
  if (over && over.token === token) return over.refused
  const request = { method: endpoint.method, headers: headersOf(null, undefined), body: null, signal: limited(undefined) }
  const response = await send(requestUrl(endpoint, input as LooseInput), { ...request, keepalive: false }, undefined)
  tellOver(response, token)
  if (!response.ok) return refusalOf(endpoint, response, await response.json().catch(() => undefined))
  const body = await response.blob().catch((cause: unknown) => {
    throw new CallFailure(0, 'the file broke off', cause)
  })
  return { isSuccess: true, body }
}

function refusalOf({ name }: NamedEndpoint, { status }: Response, answer: unknown): Refused {
  if (typeof answer === 'object' && answer !== null && 'error' in answer) return { isSuccess: false, error: answer.error as ApiError }
  throw new CallFailure(status, `${name} was answered with ${status}`)
}

/** What is sent: JSON, or a file as it is. A write without a body sends nothing that could be JSON. */
function payloadOf(endpoint: NamedEndpoint, { body }: LooseInput): { type: string | null; body: BodyInit | null } {
  if (mediaTypesOf(endpoint.shape.body)) {
    const { type, bytes } = body as FileContent
    return { type, body: bytes }
  }
  const isJson = endpoint.method === 'GET' || body !== undefined
  return { type: isJson ? 'application/json' : null, body: body === undefined ? null : JSON.stringify(body) }
}

async function readFile(response: Response): Promise<FileContent> {
  return { type: response.headers.get('content-type') ?? '', bytes: new Uint8Array(await response.arrayBuffer()) }
}

async function send(url: string, init: Sent & { keepalive: boolean }, onProgress: Progress | undefined): Promise<Response> {
  try {
    if (!onProgress) return await ((init.method === 'GET' && takePrefetched(url)) || fetch(url, init))
    const { sendWithProgress } = await import('./send-with-progress.ts')
    return await sendWithProgress(url, init, onProgress)
  } catch (cause) {
    if (!(cause instanceof DOMException && cause.name === 'AbortError')) console.error('No response from the API', cause)
    throw new CallFailure(0, 'no response', cause)
  }
}

function limited(signal: AbortSignal | undefined): AbortSignal {
  const limit = AbortSignal.timeout(requestTimeout)
  return signal ? AbortSignal.any([signal, limit]) : limit
}

/** What a call failed with: the API's error value, or one like it where the API said nothing that can be read. */
export interface CallError extends Omit<ApiError, 'reason'> {
  reason: ApiError['reason'] | 'no-answer' | 'unreadable-answer'
}

/** What is said where nothing came back; whatever tells of it ends so. */
export const noAnswer = 'The server did not answer. Try again when the connection is back.'

/** The same where somebody typed what was sent. */
export const noAnswerToTyped = `${noAnswer} What you typed is kept.`

/** Any failure as such a value, for callers that show it. */
export function errorOf(failure: unknown): CallError {
  if (isApiError(failure)) return failure
  const isUnanswered = failure instanceof CallFailure && failure.status === 0
  return {
    kind: 'unavailable',
    reason: isUnanswered ? 'no-answer' : 'unreadable-answer',
    message: isUnanswered ? noAnswer : 'Unexpected response from the server. Try again; if it keeps happening, tell an administrator.',
    fields: {},
    requestId: '',
  }
}
