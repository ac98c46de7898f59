import type { Log } from '../watch/log.ts'
import type { StaffSocket } from './rooms.ts'

const maxInbound = 50
const inboundWindowMs = 10_000
const maxBufferedBytes = 1_048_576

/** Clients say where they look and nothing else: the rest is ignored; all of it is counted, and one that insists is cut off. */
export function watchInbound(socket: StaffSocket, log: Log): void {
  let received = 0
  let windowEnds = 0
  let isTold = false
  socket.onAny((event: unknown) => {
    const now = performance.now()
    if (now > windowEnds) {
      received = 0
      windowEnds = now + inboundWindowMs
    }
    received++
    if (event !== 'looking' && !isTold) {
      isTold = true
      log.warn({ staff: socket.data.known.actor.id, event: String(event).slice(0, 60) }, 'a socket sent an event that there is not')
    }
    if (received > maxInbound) socket.disconnect(true)
  })
}

/** A client that stops reading is dropped once a megabyte waits for it; the others never notice. */
export function watchBuffer(socket: StaffSocket, log: Log): void {
  let waiting = 0
  const { conn } = socket
  conn.on('packetCreate', ({ data }: { data?: unknown }) => {
    waiting += typeof data === 'string' ? data.length : 0
    if (waiting <= maxBufferedBytes) return
    log.warn({ staff: socket.data.known.actor.id }, 'a socket does not read what it is sent and is closed')
    conn.close(true)
  })
  conn.on('drain', () => {
    waiting = 0
  })
}
