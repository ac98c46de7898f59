import type { ApiError } from '@larder/contract'
import { useWrite } from '#api/client.ts'
import type { LooseInput } from '#api/request-url.ts'
import { useNotify } from '../notify.ts'
import type { BaseRow } from '../resource/define.ts'
import { type Action, bodyOf } from './action.ts'

interface Send<R> {
  /** Does the act on a row with what was asked; tells when it is done, answers the refusal when it is not. */
  send: (row: R, asked: Record<string, unknown>) => Promise<ApiError | undefined>
  isBusy: boolean
}

export function useSend<R extends BaseRow>(action: Action<R>): Send<R> {
  const [write, { isBusy }] = useWrite(action.endpoint)
  const notify = useNotify()
  const send: Send<R>['send'] = async (row, asked) => {
    const input: LooseInput = { params: { id: row.id }, body: bodyOf(action, row, asked) }
    const { error } = await write(input as never)
    if (!error) notify(action.done(row))
    return error
  }
  return { send, isBusy }
}
