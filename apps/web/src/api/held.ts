import { type ApiError, type Changed, type Input, type NamedEndpoint, newId, type Output } from '@larder/contract'
import { useSelector } from 'react-redux'
import { type HeldAct, heldAdded, heldEnded, heldSent } from '#state/held.ts'
import { api, nameEndpoint, type WriteDispatch, type WriteResult } from './client.ts'
import type { LooseInput } from './request-url.ts'
import { beforeSignOut } from './session.ts'

/** Milliseconds in which an act can be undone: it is shown as done and leaves only then (decision 0034). */
export const heldMs = 5000

interface Waiting {
  entity: string
  id: string
  version: number
  send: () => void
  forget: () => void
}

/** What has not left yet, by key. */
const waiting = new Map<string, Waiting>()

export interface Hold<E extends NamedEndpoint> {
  endpoint: E
  input: Input<E>
  /** What the record is once it is done; null: it is gone. */
  change: Record<string, unknown> | null
  /** Told the server's answer, with the act's key. */
  onAnswer: (result: WriteResult<Output<E>>, key: string) => void
  /** The key of the same act that was not answered before. */
  key?: string
}

/**
 * Shows an act as done and sends it after five seconds: sooner when the page is hidden or left, when somebody else changes the record, or
 * by `sendHeld`; never after `undoHeld`. A refusal brings back what was there before. Answers the act's key.
 */
export function holdWrite<E extends NamedEndpoint>(
  dispatch: WriteDispatch,
  { endpoint, input, change, onAnswer, key = newId() }: Hold<E>,
): string {
  nameEndpoint(endpoint)
  const { params, body } = input as LooseInput
  const { entity, name } = endpoint
  const id = String(params?.id)
  const version = Number((body as { version?: number } | undefined)?.version)
  const forget = () => {
    clearTimeout(timer)
    waiting.delete(key)
  }
  const send = async () => {
    forget()
    dispatch(heldSent(key))
    const asked = { name, input: input as LooseInput, idempotencyKey: key, keepalive: true }
    const { data, error } = await dispatch(api.endpoints.write.initiate(asked))
    onAnswer(error ? { error: error as ApiError } : { data: data as Output<E> }, key)
    // What is on screen has been read anew before the act stops being shown over it.
    if (!error) await settled(dispatch)
    dispatch(heldEnded(key))
  }
  const timer = setTimeout(() => void send(), heldMs)
  waiting.set(key, { entity, id, version, send: () => void send(), forget })
  dispatch(heldAdded({ key, name, entity, id, version, change }))
  return key
}

/** Takes an act back; false when it has left already. */
export function undoHeld(dispatch: WriteDispatch, key: string): boolean {
  const act = waiting.get(key)
  act?.forget()
  if (act) dispatch(heldEnded(key))
  return act !== undefined
}

/** Sends one act now. */
export function sendHeld(key: string): void {
  waiting.get(key)?.send()
}

/** Sends everything that waits now: the page is left, or the session ends. */
export function sendAllHeld(): void {
  for (const { send } of [...waiting.values()]) send()
}

/** Somebody else has changed the record: what waits for it is decided now, and told. */
export function sendHeldOf(change: Pick<Changed, 'entity' | 'id' | 'version'>): void {
  const isOvertaken = ({ entity, id, version }: Waiting) => entity === change.entity && id === change.id && version < change.version
  for (const act of [...waiting.values()]) if (isOvertaken(act)) act.send()
}

beforeSignOut(sendAllHeld)
// A phone ends a hidden page without another word.
addEventListener('pagehide', sendAllHeld)
document.addEventListener('visibilitychange', () => document.hidden && sendAllHeld())

const rounds = 2

/** Reads that the answer made stale may begin only once those under way have ended. */
async function settled(dispatch: WriteDispatch): Promise<void> {
  for (let round = 0; round < rounds; round++) await Promise.all(dispatch(api.util.getRunningQueriesThunk()))
}

/** The acts that are shown ahead of the server, of one record or of all. */
export function useHeld(): readonly HeldAct[] {
  return useSelector((state: { held: HeldAct[] }) => state.held)
}
