import type { Server as HttpServer } from 'node:http'
import type { RiderMoved } from '@larder/contract'
import type { Services } from './context.ts'
import type { Log } from './log.ts'
import type { SequencedEvent } from './outbox-sequence.ts'
import { createRiderFeed, riderChannel } from './realtime-riders.ts'
import { createRooms, type Rooms } from './realtime-rooms.ts'
import { createSockets } from './realtime-sockets.ts'
import type { Signals } from './signals.ts'

/** The live side of the API: what happens reaches the screens of those who may know it, within a tenth of a second. */
export interface Realtime {
  /** Takes socket connections on the HTTP server that serves the API. */
  attach(server: HttpServer): void
  /** Hands numbered events to the sockets that may hear them. */
  deliver(events: SequencedEvent[]): void
  /** A rider's newest position, told about once a second to those who may see deliveries of the branch. */
  riderMoved(position: RiderMoved, branchId: string): void
  /** How many sockets are connected to this process. */
  connected(): number
  /** Says `server:restart` to everyone and closes. */
  stop(): Promise<void>
}

interface RealtimeParts {
  /** Asked for late: the services hold this very thing. */
  services: () => Services
  signals: Signals
  log: Log
}

export function createRealtime({ services, signals, log }: RealtimeParts): Realtime {
  const sockets = createSockets(services, () => rooms)
  const rooms: Rooms = createRooms((names, event, ...args) => sockets.server.to(names).emit(event, ...args), log)
  const riders = createRiderFeed(services, rooms)
  signals.on(riderChannel, riders.hear)
  return {
    attach: sockets.attach,
    deliver: rooms.tell,
    riderMoved: riders.moved,
    connected: () => sockets.server.of('/').sockets.size,
    async stop() {
      riders.stop()
      rooms.stop()
      await sockets.stop()
    },
  }
}
