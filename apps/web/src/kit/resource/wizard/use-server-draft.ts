import { type Draft, draftContract } from '@larder/contract'
import { useRef, useState } from 'react'
import { useWrite } from '#api/client.ts'
import type { CallError } from '#api/transport.ts'

/** What is kept of a form. */
export type Kept = Pick<Draft, 'name' | 'step' | 'typed'>

interface ServerDraft {
  /** Keeps what was typed; answers whether it is kept. What is kept meanwhile comes one after the other. */
  keep: (now: Kept) => Promise<boolean>
  discard: () => Promise<void>
  /** Why the last was not kept. */
  error: CallError | undefined
}

/** A draft on the server: made with the first thing that is kept, told by `onId`. */
export function useServerDraft(entity: string, begun: Draft | null, onId: (id: string) => void): ServerDraft {
  const [create] = useWrite(draftContract.create)
  const [update] = useWrite(draftContract.update)
  const [remove] = useWrite(draftContract.remove)
  const known = useRef<Pick<Draft, 'id' | 'version'> | null>(begun)
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const unanswered = useRef<Kept | null>(null)
  const isOver = useRef(false)
  const [error, setError] = useState<CallError>()

  const put = async (now: Kept): Promise<boolean> => {
    if (isOver.current) return false
    const at = known.current
    // A draft that may be there, whose answer was lost, is asked for once more as it was: another text would make a second one.
    const first = unanswered.current ?? now
    const { data, error: refusal } = at
      ? await update({ params: { id: at.id }, body: { version: at.version, ...now } })
      : await create({ body: { resource: entity, ...first } })
    if (!at) unanswered.current = refusal && isUnanswered(refusal) ? first : null
    if (data) {
      known.current = data
      if (!at) onId(data.id)
      if (!at && first !== now) return put(now)
    } else if (at && refusal.kind === 'stale') {
      // The same person typed in another window: what was typed last counts.
      known.current = refusal.current as Draft
      return put(now)
    } else if (at && refusal.kind === 'not-found') {
      known.current = null
      return put(now)
    }
    setError(refusal)
    return data !== undefined
  }
  // The same person typed in another window: what is over is over there as well.
  const drop = async ({ id, version }: Pick<Draft, 'id' | 'version'>): Promise<void> => {
    const { error: refusal } = await remove({ params: { id }, body: { version } })
    if (refusal?.kind === 'stale') await drop(refusal.current as Draft)
  }
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const next = last.current.then(act)
    last.current = next.catch(() => {})
    return next
  }
  return {
    keep: (now) => inTurn(() => put(now)),
    discard: () =>
      inTurn(async () => {
        isOver.current = true
        if (known.current) await drop(known.current)
      }),
    error,
  }
}

function isUnanswered({ kind }: CallError): boolean {
  return kind === 'unavailable' || kind === 'internal'
}
