import {
  type Changed,
  type ClientEvents,
  concernsEveryone,
  eventContract,
  type OrderNotification,
  type ServerEvents,
  type StaffMessage,
  sessionContract,
} from '@larder/contract'
import { io, type Socket } from 'socket.io-client'
import { connectionChanged, eventsRecovered, lookersTold, messageReceived, ridersMoved } from '#state/live.ts'
import { snackBarShown } from '#state/snack-bar.ts'
import { announcementOf } from './announcement.ts'
import { api, type WriteDispatch } from './client.ts'
import { createEventLog } from './event-log.ts'
import { sendHeldOf } from './held.ts'
import { sayWhere } from './looking.ts'
import { refreshAccess, refreshMe } from './own-access.ts'
import { createRecovery } from './recovery.ts'
import { batchRefresh } from './refresh.ts'
import { apiHost } from './request-url.ts'
import { keepRetrying } from './retry.ts'
import { tagsOfChange } from './tags.ts'
import { storedToken } from './token.ts'
import { call } from './transport.ts'

/** Milliseconds: between attempts to reconnect, at first and at most, and for one attempt (specification, section 9). */
export const connectionTimes = { reconnectionDelay: 1000, reconnectionDelayMax: 5000, timeout: 20_000 }
const deniedRetryMs = 5000

/**
 * Opens the live connection (specification, section 7) and answers how to close it. `start` is the event that the page's first reads
 * are known to be after: what came between is asked for. `ownId` is who is signed in.
 */
export function startRealtime(dispatch: WriteDispatch, start: number | null, ownId: string | null): () => void {
  const socket: Socket<ServerEvents, ClientEvents> = io(apiHost(), {
    ...connectionTimes,
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    auth: (give) => give({ token: storedToken() }),
  })
  let isClosed = false
  const log = createEventLog(start)
  const refresh = batchRefresh((tags) => dispatch(api.util.invalidateTags(tags)))

  const apply = (events: Changed[]) => {
    const fresh = events.filter(({ sequence }) => log.isNew(sequence))
    const isOwn = ({ entity, id }: Changed) => entity === 'me' || (entity === 'staff' && id === ownId)
    if (!isClosed && fresh.some(isOwn)) void refreshMe(dispatch)
    for (const event of fresh) {
      refresh.add(tagsOfChange(event.entity, event.id))
      sendHeldOf(event)
      if (event.entity === 'setting' && concernsEveryone(event.id)) void followAccess()
    }
  }
  // Another zone or currency is another day and other sums, and with other rights there are other rows: everything is read again.
  const followAccess = () => (isClosed ? Promise.resolve() : refreshAccess(dispatch))
  const append = (message: StaffMessage) => {
    if (log.isNew(message.sequence)) dispatch(messageReceived(message))
  }
  // What arrives together is told together.
  const announce = (events: OrderNotification[]) => {
    const fresh = events.filter(({ sequence }) => log.isNew(sequence)).map(({ notification }) => notification)
    const [first] = fresh
    if (!first) return
    const message = announcementOf(fresh.map(({ content }) => content))
    const view = fresh.length === 1 ? { label: 'View', entity: 'order', id: first.orderId } : null
    dispatch(snackBarShown({ message, variant: 'success' }, view, false, fresh.length))
  }

  const recovery = createRecovery(log, async (after) => {
    const answer = await call(eventContract.missed, { query: { after } })
    if (!answer.isSuccess) throw answer.error
    const { changed, messages, notifications, reset, sequence } = answer.body
    apply(changed)
    messages.forEach(append)
    announce(notifications)
    if (reset) await followAccess()
    return sequence
  })

  // Denied: the session is over (asking for the person says so to everyone), or the server is not ready yet.
  let retry: ReturnType<typeof setTimeout> | undefined
  const whenDenied = async () => {
    clearTimeout(retry)
    const answer = await call(sessionContract.me, {}).catch(() => null)
    if (!isClosed && (answer === null || answer.isSuccess)) retry = setTimeout(() => socket.connect(), deniedRetryMs)
  }

  let stopRetrying = () => {}
  socket.on('connect', () => {
    dispatch(connectionChanged('connected'))
    stopRetrying = keepRetrying(dispatch)
  })
  socket.on('disconnect', (reason) => {
    stopRetrying()
    dispatch(connectionChanged('disconnected'))
    if (reason === 'io server disconnect') void whenDenied()
  })
  socket.on('connect_error', () => {
    if (!socket.active) void whenDenied()
  })
  socket.io.on('reconnect_attempt', () => dispatch(connectionChanged('connecting')))
  let wasHere = false
  socket.on('welcome', async ({ sequence }) => {
    // Whose rights changed while the line was away was told nothing.
    if (wasHere) void followAccess()
    wasHere = true
    dispatch(eventsRecovered(await recovery.catchUp(sequence)))
  })
  socket.on('access', () => void followAccess())
  socket.on('changed', apply)
  socket.on('message', append)
  socket.on('orderNot_1', (event) => announce([event]))
  socket.on('riderMoved', (positions) => dispatch(ridersMoved(positions)))
  socket.on('lookers', (lookers) => dispatch(lookersTold(lookers)))
  // An attempt that was begun on a dead line may hang for its 20 s, and the next waits for its turn.
  const connectAnew = () => {
    if (!socket.connected) socket.disconnect().connect()
  }
  window.addEventListener('online', connectAnew)
  const saying = sayWhere((place) => socket.connected && socket.emit('looking', place))
  socket.on('connect', saying.again)

  return () => {
    isClosed = true
    window.removeEventListener('online', connectAnew)
    saying.stop()
    clearTimeout(retry)
    stopRetrying()
    recovery.stop()
    refresh.stop()
    socket.close()
  }
}
