import { type ReactNode, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { CallError } from '#api/transport.ts'
import { usePlaces } from '../access/places.tsx'
import { soon } from '../lazily.tsx'
import { type BaseRow, isRecord } from '../row.ts'
import { useAddress } from '../use-address.ts'
import type { Action } from './action.ts'
import { type Host, HostContext, type Needed, useAskHost } from './host.ts'
import type { Told } from './told-once.tsx'
import { useSend } from './use-send.ts'
import type { Refused } from './why-not.tsx'

const ActDialog = soon(() => import('./act-dialog.tsx').then((module) => module.ActDialog))

const ToldOnce = soon(() => import('./told-once.tsx').then((module) => module.ToldOnce))

const WhyNot = soon(() => import('./why-not.tsx').then((module) => module.WhyNot))

interface Asked {
  action: Action<BaseRow>
  row: BaseRow
  needed?: Needed | undefined
}

/**
 * Shows the dialog of an act apart from the button or menu that opened it: a live change may move or remove that, and what is typed
 * stays. Leaving the page closes it.
 */
export function AskHost({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<(Asked & { on: string }) | null>(null)
  const [refused, setRefused] = useState<{ acts: readonly Refused[]; on: string } | null>(null)
  const [told, setTold] = useState<(Told & { on: string }) | null>(null)
  const { pathname } = useLocation()
  if (asked && asked.on !== pathname) setAsked(null)
  if (refused && refused.on !== pathname) setRefused(null)
  if (told && told.on !== pathname) setTold(null)
  const ask: Host['ask'] = (action, row, needed) => setAsked({ action: action as unknown as Action<BaseRow>, row, needed, on: pathname })
  const explain: Host['explain'] = (acts) => setRefused({ acts, on: pathname })
  const tell: Host['tell'] = (what) => setTold({ ...what, on: pathname })
  return (
    <HostContext value={{ ask, explain, tell }}>
      {children}
      {asked && <Question {...asked} onClose={() => setAsked(null)} />}
      {told && <ToldOnce told={told} onClose={() => setTold(null)} />}
      {refused && <WhyNot refused={refused.acts} onClose={() => setRefused(null)} />}
    </HostContext>
  )
}

/** Starts from the record as it was when the act was chosen; a refusal for being overtaken brings the newer one. */
function Question({ action, row, needed, onClose }: Asked & { onClose: () => void }) {
  const [newest, setNewest] = useState(row)
  const show = useShow(action.endpoint.entity)
  const { send, isBusy } = useSend(action, (asked, answer) => show(action.leadsTo?.(asked, answer) ?? null))
  const { ask } = useAskHost()
  const onRefusal = ({ kind, current }: CallError) => {
    if (kind === 'stale' && isRecord<BaseRow>(current)) setNewest(current)
  }
  const sendNewest = async (values: Record<string, unknown>) => {
    const error = await send(newest, values)
    if (error) onRefusal(error)
    if (error?.reason === 'needs-approval') ask(action, newest, { because: error.message, asked: values })
    return error
  }
  return (
    <ActDialog action={action} row={newest} send={sendNewest} isBusy={isBusy} needed={needed} onRefusal={onRefusal} onClose={onClose} />
  )
}

/** Shows another record of a kind: on its own page, or beside the list that is open. */
function useShow(entity: string) {
  const places = usePlaces()
  const navigate = useNavigate()
  const [, setAddress] = useAddress()
  return (id: string | null) => {
    if (id === null) return
    const path = places.recordPath(entity, id)
    if (path && !path.includes('?')) navigate(path)
    else setAddress({ record: id, edit: '' })
  }
}
