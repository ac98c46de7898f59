import type { NamedEndpoint, Output } from '@larder/contract'

interface ReadFulfilled<E extends NamedEndpoint> {
  type: string
  payload: Output<E>
  meta: { arg: { originalArgs: { name: string } } }
}

/** Matches the sending of one endpoint's request. */
export function askedOf(name: string) {
  return (action: { type: string; meta?: unknown }): boolean =>
    action.type === 'api/executeQuery/pending' && (action as ReadFulfilled<NamedEndpoint>).meta.arg.originalArgs?.name === name
}

/** Matches the arrival of any answer: the server is there. */
export function isAnswered({ type }: { type: string }): boolean {
  return type === 'api/executeQuery/fulfilled'
}

/** Matches the arrival of one endpoint's answer, so that a slice can hold server data without an effect. */
export function readOf<E extends NamedEndpoint>(name: E['name']) {
  return (action: { type: string; meta?: unknown }): action is ReadFulfilled<E> =>
    isAnswered(action) && (action as ReadFulfilled<E>).meta.arg.originalArgs?.name === name
}
