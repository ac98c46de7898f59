import { eventContract, type Missed, type OrderNotification, type ServerEvents, type StaffMessage } from '@larder/contract'
import type { Dispatch } from '@reduxjs/toolkit'
import { io, type Socket } from 'socket.io-client'
import { connectionChanged, eventsRecovered, messageReceived, ridersMoved } from '#state/live.ts'
import { snackBarShown } from '#state/snack-bar.ts'
import { api } from './client.ts'
import { createEventLog } from './event-log.ts'
import { apiHost } from './host.ts'
import { batchRefresh } from './refresh.ts'
import { tagsOfChange } from './tags.ts'
import { storedToken } from './token.ts'
import { call } from './transport.ts'

type LiveSocket = Socket<ServerEvents, Record<string, never>>

/** Opens the live connection (specification, section 7) and answers how to close it. */
export function startRealtime(dispatch: Dispatch): () => void {
  const socket: LiveSocket = io(apiHost(), {
    reconnectionDelay: 1000,
    reconnectionDelayMax: 5000,
    timeout: 20_000,
    transports: ['websocket'],
    auth: (give) => give({ token: storedToken() }),
  })
  const log = createEventLog()
  const refresh = batchRefresh((tags) => dispatch(api.util.invalidateTags(tags)))

  const announce = (event: OrderNotification) => {
    if (log.isNew(event.sequence)) dispatch(snackBarShown({ message: event.notification.content, variant: 'success' }))
  }
  const append = (message: StaffMessage) => {
    if (log.isNew(message.sequence)) dispatch(messageReceived(message))
  }
  const apply = (changed: Missed['changed']) => {
    for (const event of changed) if (log.isNew(event.sequence)) refresh.add(tagsOfChange(event.entity, event.id))
  }

  const recover = async (serverSequence: number) => {
    const after = log.resumeAfter()
    if (after === null || serverSequence <= after) return log.reach(serverSequence)
    const answer = await call(eventContract.missed, { query: { after } })
    if (!answer.isSuccess) throw answer.error
    const missed = answer.body
    const before = log.count()
    apply(missed.changed)
    missed.messages.forEach(append)
    missed.notifications.forEach(announce)
    if (missed.reset) dispatch(api.util.invalidateTags(['entity']))
    log.reach(missed.sequence)
    dispatch(eventsRecovered(log.count() - before))
  }

  socket.on('connect', () => dispatch(connectionChanged('connected')))
  socket.on('disconnect', () => dispatch(connectionChanged('disconnected')))
  socket.io.on('reconnect_attempt', () => dispatch(connectionChanged('connecting')))
  socket.on('welcome', ({ sequence }) => {
    recover(sequence).catch((failure: unknown) => {
      console.error('What was missed could not be fetched', failure)
      dispatch(api.util.invalidateTags(['entity']))
    })
  })
  socket.on('changed', apply)
  socket.on('message', append)
  socket.on('orderNot_1', announce)
  socket.on('riderMoved', (positions) => dispatch(ridersMoved(positions)))

  return () => {
    refresh.stop()
    socket.close()
  }
}
