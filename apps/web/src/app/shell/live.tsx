import { orderContract } from '@larder/contract'
import { useEffect } from 'react'
import { useDispatch } from 'react-redux'
import { useRead, type WriteDispatch } from '#api/client.ts'
import { useHeld } from '#api/held.ts'
import { useSettled } from '#api/settled.ts'
import { useOrderStatusStyles } from '#entities/order/order-status.tsx'
import { useCan } from '#kit/access/access.tsx'
import { fetchAwaited, lazily } from '#kit/lazily.tsx'
import { patiently } from '#kit/patiently.ts'
import { useAppState } from '../store.ts'
import { useOrderSound } from './use-order-sound.ts'

const NewOrders = lazily(() => import('#features/orders/new-orders.tsx').then((module) => module.NewOrders))

/** The live part of the layout: begins when the page that was asked for stands. */
export function Live() {
  return useSettled() ? <Connection /> : null
}

/** Keeps the live connection open while the layout is; counts unhandled orders, sounds for them and shows them to who wants them over everything. */
function Connection() {
  const dispatch = useDispatch<WriteDispatch>()
  const token = useAppState(({ logged, live }) => (live.isSessionOver ? '' : logged.key))
  const start = useAppState(({ logged }) => logged.me?.sequence ?? null)
  const ownId = useAppState(({ logged }) => logged.me?.person.id ?? null)
  const maySee = useCan('order.view')
  const mayHandle = useCan('order.operate')
  useEffect(() => (token === '' ? undefined : connect(dispatch, start, ownId)), [token, start, ownId, dispatch])
  useEffect(fetchAwaited, [])
  const { data } = useRead(orderContract.unhandled, maySee ? {} : null)
  // What was just answered makes no sound while it can still be undone.
  const answered = useHeld().filter(({ name }) => name === orderContract.accept.name).length
  const { sound = 'new-order' } = useOrderStatusStyles()('pending')
  const waiting = mayHandle ? Math.max(0, (data?.count ?? 0) - answered) : 0
  const takesOver = useAppState(({ preference }) => preference.takeover)
  useOrderSound(waiting, sound)
  return takesOver && mayHandle ? <NewOrders /> : null
}

/** Fetches the socket's code, which no first page needs, and opens the connection; answers how to close it, even before it is open. */
function connect(dispatch: WriteDispatch, start: number | null, ownId: string | null): () => void {
  let stop: (() => void) | null = null
  let isGone = false
  void patiently(() => import('#api/realtime.ts')).then(({ startRealtime }) => {
    if (!isGone) stop = startRealtime(dispatch, start, ownId)
  })
  return () => {
    isGone = true
    stop?.()
  }
}
