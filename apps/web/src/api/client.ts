import { type Input, type NamedEndpoint, newId, type Output } from '@larder/contract'
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { createApi, fakeBaseQuery } from '@reduxjs/toolkit/query/react'
import { useMemo, useRef } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import type { HeldAct } from '#state/held.ts'
import { ahead } from './ahead.ts'
import { useStandingError } from './live.ts'
import type { LooseInput } from './request-url.ts'
import { type Tag, tagsOfRead, tagsOfWrite } from './tags.ts'
import { type CallError, call, errorOf } from './transport.ts'

interface Asked {
  name: string
  input: LooseInput
}

/** The endpoints that a mounted screen has named: a query's argument stays plain `{ name, input }`. */
const known = new Map<string, NamedEndpoint>()

function lookUp(name: string): NamedEndpoint {
  const found = known.get(name)
  if (!found) throw new Error(`${name} was asked for before a screen named it`)
  return found
}

async function exchange({ name, input }: Asked, options: { signal?: AbortSignal; idempotencyKey?: string; keepalive?: boolean }) {
  try {
    const answer = await call(lookUp(name), input as Input<NamedEndpoint>, options)
    return answer.isSuccess ? { data: answer.body } : { error: answer.error }
  } catch (failure) {
    return { error: errorOf(failure) }
  }
}

/** What a write has changed; one that was refused says that what is on screen is old as well. */
export function changedBy(data: unknown, error: CallError | undefined, { name, input }: Asked): Tag[] {
  return error && error.kind !== 'stale' && error.kind !== 'refused' ? [] : tagsOfWrite(lookUp(name), input, data)
}

/** The server's data, cached by endpoint and input. Two endpoints are enough: the contract knows the rest. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery: fakeBaseQuery<CallError>(),
  tagTypes: ['entity'],
  keepUnusedDataFor: 60,
  refetchOnReconnect: true,
  endpoints: (build) => ({
    read: build.query<unknown, Asked>({
      queryFn: (asked, { signal }) => exchange(asked, { signal }),
      providesTags: (_data, _error, { name, input }) => tagsOfRead(lookUp(name), input),
    }),
    write: build.mutation<unknown, Asked & { idempotencyKey: string; keepalive?: boolean }>({
      queryFn: ({ idempotencyKey, keepalive = false, ...asked }, { signal }) => exchange(asked, { signal, idempotencyKey, keepalive }),
      invalidatesTags: changedBy,
    }),
  }),
})

/** Says which endpoint a name is, before it is asked for by it. */
export function nameEndpoint(endpoint: NamedEndpoint): void {
  known.set(endpoint.name, endpoint)
}

/** What acts outside a component are dispatched with. */
export type WriteDispatch = ThunkDispatch<Record<typeof api.reducerPath, ReturnType<typeof api.reducer>>, unknown, UnknownAction>

/** Begins a read before what shows it is there; a hook that asks for the same finds it under way. */
export function startRead<E extends NamedEndpoint>(
  dispatch: (read: ReturnType<typeof api.endpoints.read.initiate>) => Promise<unknown>,
  endpoint: E,
  input: Input<E>,
): Promise<unknown> {
  known.set(endpoint.name, endpoint)
  return dispatch(api.endpoints.read.initiate({ name: endpoint.name, input: input as LooseInput }, { subscribe: false }))
}

export interface ReadState<T> {
  data: T | undefined
  error: CallError | undefined
  /** Nothing to show yet. */
  isLoading: boolean
  isFetching: boolean
  refetch: () => void
}

interface ReadOptions {
  /** Instead of what its contract says of it. */
  pollSeconds?: number
}

/**
 * Reads an endpoint and keeps it fresh; `null` as input reads nothing. While another input loads, the data of the one before stays. The
 * error is the contract's; a lost connection is of kind `unavailable`.
 */
export function useRead<E extends NamedEndpoint>(endpoint: E, input: Input<E> | null, options: ReadOptions = {}): ReadState<Output<E>> {
  known.set(endpoint.name, endpoint)
  const pollSeconds = options.pollSeconds ?? endpoint.shape.turnsWithin ?? 0
  const dispatch: WriteDispatch = useDispatch()
  const asked = { name: endpoint.name, input: (input ?? {}) as LooseInput }
  const state = api.useReadQuery(asked, {
    skip: input === null,
    pollingInterval: pollSeconds * 1000,
    skipPollingIfUnfocused: true,
  })
  const held = useSelector(({ held }: { held: HeldAct[] }) => held)
  const { data: answer, error, isFetching } = state
  // The same as long as both are: a list that tells new rows from old ones would never be drawn.
  const data = useMemo(() => ahead(answer, held), [answer, held])
  return {
    data: input === null ? undefined : (data as Output<E> | undefined),
    error: error as CallError | undefined,
    isLoading: isFetching && data === undefined,
    isFetching,
    // That of the library fails where somebody is quicker than the effect that begins the read.
    refetch: () => void (input !== null && dispatch(api.endpoints.read.initiate(asked, { subscribe: false, forceRefetch: true }))),
  }
}

export type WriteResult<T> = { data: T; error?: undefined } | { data?: undefined; error: CallError }
export interface WriteState {
  isBusy: boolean
  error: CallError | undefined
  reset: () => void
}

/** What is said where the text was changed after a lost answer, and the first text turns out to have arrived. */
const arrivedWords = 'What you sent before did arrive, as it was then. Look at that first: sent again, this comes in addition.'

/**
 * Writes through an endpoint. The idempotency key belongs to this hook's instance and the record it writes, and is kept until the server
 * has answered: a second click after a lost answer is the same act, even when the text was changed in between.
 */
export function useWrite<E extends NamedEndpoint>(endpoint: E): [write: (input: Input<E>) => Promise<WriteResult<Output<E>>>, WriteState] {
  known.set(endpoint.name, endpoint)
  const [trigger, state] = api.useWriteMutation()
  const unanswered = useRef(new Map<string, string>())
  const write = async (input: Input<E>): Promise<WriteResult<Output<E>>> => {
    const act = JSON.stringify((input as LooseInput).params ?? null)
    const idempotencyKey = unanswered.current.get(act) ?? newId()
    unanswered.current.set(act, idempotencyKey)
    const result = await trigger({ name: endpoint.name, input: input as LooseInput, idempotencyKey })
    const error = result.error as CallError | undefined
    if (error?.kind !== 'unavailable' && error?.kind !== 'internal') unanswered.current.delete(act)
    if (error?.reason === 'idempotency-key-reused') return { error: { ...error, message: arrivedWords, fields: {} } }
    return error ? { error } : { data: result.data as Output<E> }
  }
  const error = useStandingError(state.error as CallError | undefined)
  return [write, { isBusy: state.isLoading, error, reset: state.reset }]
}
