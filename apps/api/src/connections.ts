import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** The connections of a server, so that it can end although nobody on the other side hangs up. */
export interface Connections {
  /** Cuts every connection: after a moment those on which no request is being answered, after `limitMs` the others. */
  end(limitMs: number): Promise<void>
}

// For a goodbye that is on its way.
const GRACE_MS = 200
const LOOK_EVERY_MS = 20

/** Follows the connections of an HTTP server, also those that never sent a request or became sockets. */
export function followConnections(server: Server): Connections {
  const open = new Set<Socket>()
  const inFlight = new Map<Socket, number>()
  const count = (socket: Socket, change: number) => inFlight.set(socket, (inFlight.get(socket) ?? 0) + change)

  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      inFlight.delete(socket)
    })
  })
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    count(socket, 1)
    response.once('close', () => open.has(socket) && count(socket, -1))
  })

  return {
    async end(limitMs) {
      for (let waited = 0; open.size > 0; waited += LOOK_EVERY_MS) {
        for (const socket of open) {
          const isAnswered = (inFlight.get(socket) ?? 0) === 0
          if (waited >= (isAnswered ? GRACE_MS : limitMs)) socket.destroy()
        }
        await pause(LOOK_EVERY_MS)
      }
    },
  }
}
