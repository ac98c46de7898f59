import { currentInstant, type Instant } from '@larder/contract'
import { useDispatch } from 'react-redux'
import { useWrite, type WriteDispatch, type WriteResult } from '#api/client.ts'
import { heldMs, holdWrite } from '#api/held.ts'
import type { LooseInput } from '#api/request-url.ts'
import type { CallError } from '#api/transport.ts'
import type { ToastAct } from '#state/snack-bar.ts'
import { useViewing } from '../access/access.tsx'
import { useNotify } from '../notify.ts'
import { type BaseRow, isRecord } from '../row.ts'
import { type Action, becauseOf, bodyOf, named } from './action.ts'
import { useAskHost } from './host.ts'

type Asked = Record<string, unknown>

interface Send<R> {
  /**
   * Does the act on a row with what was asked and tells when it is done; answers the refusal when it is not. One that can be undone is
   * told at once, and its refusal later.
   */
  send: (row: R, asked: Asked) => Promise<CallError | undefined>
  /** The same for an act that has no dialog to stand in: a refusal is told with the record's name. Answers whether it was done. */
  sendAndTell: (row: R, asked: Asked) => Promise<boolean>
  isBusy: boolean
}

/** Milliseconds: nearer than this to what the server does by itself, an act waits for nothing. */
const deadlineMs = 15_000

/** `onDone` hears what was asked and answered of an act that is done with its answer. */
export function useSend<R extends BaseRow>(action: Action<R>, onDone?: (asked: Asked, answer: unknown) => void): Send<R> {
  const [write, { isBusy, reset }] = useWrite(action.endpoint)
  const { ask, tell: tellOnce } = useAskHost()
  const dispatch = useDispatch<WriteDispatch>()
  const notify = useNotify()
  const inputOf = (row: R, asked: Asked): LooseInput => ({ params: { id: row.id }, body: bodyOf(action, row, asked) })

  const isViewing = useViewing() !== null
  const send = async (row: R, asked: Asked, key?: string) => {
    // Who sees the product as another is refused at once: nothing is shown as done before.
    const change = action.ahead && !isViewing && !isClose(action.deadline?.(row) ?? null) ? action.ahead(row, asked) : undefined
    if (change === undefined) {
      const { data, error } = await write(inputOf(row, asked) as never)
      if (!error) {
        notify(action.done(row, asked, data), 'success', undefined, wayOf(action, row, asked, data))
        onDone?.(asked, data)
      }
      const told = error ? null : action.tells?.(data)
      if (told) {
        tellOnce(told)
        // It stays in its dialog alone, not in the cache of what was sent.
        reset()
      }
      return error
    }
    const onAnswer = ({ error }: WriteResult<unknown>, sentAs: string) => error && tell(row, asked, error, sentAs)
    const input = inputOf(row, asked) as never
    const held = holdWrite(dispatch, { endpoint: action.endpoint, input, change, onAnswer, ...(key && { key }) })
    notify(action.done(row, asked), 'success', heldMs, { label: 'Undo', held })
    return undefined
  }
  const sendAndTell = async (row: R, asked: Asked, key?: string) => {
    const error = await send(row, asked, key)
    if (error) tell(row, asked, error)
    return !error
  }
  const tell = (row: R, asked: Asked, error: CallError, sentAs?: string) => {
    const again = rowToRetry(action, row, error)
    // Unanswered, it may have been done: the second try is the same act.
    const retry: ToastAct | undefined = again && {
      label: 'Retry',
      run: () => sendAndTell(again, asked, again === row ? sentAs : undefined),
    }
    const request = { label: 'Ask for approval', run: () => ask(action, row, { because: error.message, asked }) }
    notify(`${action.failed(row)}: ${error.message}`, 'error', undefined, error.reason === 'needs-approval' ? request : retry)
  }
  return { send, sendAndTell, isBusy }
}

/** From what it was done with to what it made, or from the record that is shown then back to it. */
function wayOf<R extends BaseRow>(action: Action<R>, row: R, asked: Asked, answer: unknown): ToastAct | undefined {
  const made = action.opens?.(answer)
  if (made) return { label: 'View', ...made }
  const isLeft = (action.leadsTo?.(asked, answer) ?? null) !== null
  return isLeft ? { label: `Back${named(row, ' to ')}`, entity: action.endpoint.entity, id: row.id } : undefined
}

function isClose(deadline: Instant | null): boolean {
  return deadline !== null && Date.parse(deadline) - Date.parse(currentInstant()) < deadlineMs
}

/** What a second try would act on; nothing when it would be refused again. */
function rowToRetry<R extends BaseRow>(action: Action<R>, row: R, { kind, current }: CallError): R | undefined {
  if (kind === 'unavailable' || kind === 'internal') return row
  return kind === 'stale' && isRecord<R>(current) && becauseOf(action, current) === null ? current : undefined
}
