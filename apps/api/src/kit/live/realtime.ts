import type { PubSub, Realtime, Services } from '../context.ts'
import type { Log } from '../watch/log.ts'
import { createLookerFeed, lookerChannel } from './lookers.ts'
import { createRiderFeed, riderChannel } from './riders.ts'
import { createRooms, type Rooms } from './rooms.ts'
import { createSockets } from './sockets.ts'

interface RealtimeParts {
  /** Asked for late: the services hold this very thing. */
  services: () => Services
  pubSub: PubSub
  log: Log
}

export function createRealtime({ services, pubSub, log }: RealtimeParts): Realtime {
  const sockets = createSockets(
    services,
    () => rooms,
    (socket) => lookers.follow(socket),
  )
  const lookers = createLookerFeed(services, () => sockets.server)
  const rooms: Rooms = createRooms(
    ({ rooms, but = [] }, event, ...args) =>
      sockets.server
        .to(rooms)
        .except(but)
        .emit(event, ...args),
    log,
  )
  const riders = createRiderFeed(services, rooms)
  pubSub.on(riderChannel, riders.hear)
  pubSub.on(lookerChannel, lookers.hear)
  return {
    attach: sockets.attach,
    deliver: rooms.tell,
    riderMoved: riders.moved,
    connected: () => sockets.server.of('/').sockets.size,
    async stop() {
      riders.stop()
      lookers.stop()
      rooms.stop()
      await sockets.stop()
    },
  }
}
