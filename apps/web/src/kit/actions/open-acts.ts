import { useEffect, useState, useSyncExternalStore } from 'react'

/** Something that can be done with the record that is open. */
export interface OpenAct {
  key: string
  label: string
  run: () => void
}

const shown = new Map<object, readonly OpenAct[]>()
let acts: readonly OpenAct[] = []
const listeners = new Set<() => void>()

function put(owner: object, own: readonly OpenAct[] | null): void {
  if (own) shown.set(owner, own)
  else shown.delete(owner)
  acts = [...shown.values()].flat()
  for (const listener of listeners) listener()
}

/** Says what can be done with the record on screen, for as long as it is there. */
export function useOfferActs(own: readonly OpenAct[]): void {
  const [owner] = useState(() => ({}))
  useEffect(() => put(owner, own), [owner, own])
  useEffect(() => () => put(owner, null), [owner])
}

/** What can be done with the record on screen, wherever its buttons stand. */
export function useOpenActs(): readonly OpenAct[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => acts,
  )
}
