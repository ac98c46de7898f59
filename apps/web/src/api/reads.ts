import type { Input, NamedEndpoint, Output } from '@larder/contract'
import { useEffect } from 'react'
import { shallowEqual, useDispatch, useSelector } from 'react-redux'
import { api, nameEndpoint, type WriteDispatch } from './client.ts'
import type { LooseInput } from './request-url.ts'

type WithApi = Record<typeof api.reducerPath, ReturnType<typeof api.reducer>>

/** Reads several inputs of an endpoint at once and keeps them fresh; what each answered, in their order, undefined until it has. */
export function useReads<E extends NamedEndpoint>(endpoint: E, inputs: readonly Input<E>[]): (Output<E> | undefined)[] {
  const { name } = endpoint
  nameEndpoint(endpoint)
  const dispatch: WriteDispatch = useDispatch()
  const key = JSON.stringify(inputs)
  useEffect(() => {
    const begun = (JSON.parse(key) as LooseInput[]).map((input) => dispatch(api.endpoints.read.initiate({ name, input })))
    return () => {
      for (const { unsubscribe } of begun) unsubscribe()
    }
  }, [dispatch, name, key])
  const answers = (state: WithApi) => inputs.map((input) => api.endpoints.read.select({ name, input: input as LooseInput })(state).data)
  return useSelector(answers, shallowEqual) as (Output<E> | undefined)[]
}
