import type { Server as HttpServer, IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { Server } from 'socket.io'
import { concerns } from '../access/cache.ts'
import { findLiveSessions } from '../access/lookup.ts'
import { knownStaff } from '../access/sessions.ts'
import { passwordChangeRequired, secondFactorRequired } from '../authorize.ts'
import type { AccessChange, Known, Services } from '../context.ts'
import { roomOf } from './audience.ts'
import { guardHandshakes, isSameOrigin, payForLookup, refundHandshake } from './door.ts'
import { endOnTime } from './expiry.ts'
import { watchBuffer, watchInbound } from './limits.ts'
import type { Rooms, StaffServer, StaffSocket } from './rooms.ts'

const recheckMs = 60_000
const graceMs = 1000
const options = {
  serveClient: false,
  maxHttpBufferSize: 16_384,
  pingInterval: 25_000,
  pingTimeout: 20_000,
  connectTimeout: 5000,
  perMessageDeflate: false,
}

export interface Sockets {
  server: StaffServer
  attach(http: HttpServer): void
  stop(): Promise<void>
}

/** The socket server: lets in who has a live session, into the one room of those who hear the same, and out when that ends. */
export function createSockets(services: () => Services, rooms: () => Rooms, follow: (socket: StaffSocket) => void): Sockets {
  const server: StaffServer = new Server({
    ...options,
    allowRequest: (request: IncomingMessage, answer: (problem: string | null, isAllowed: boolean) => void) =>
      answer(null, isSameOrigin(services(), request)),
  })
  let recheck: NodeJS.Timeout | undefined

  server.use(async (socket, next) => {
    if (payForLookup(services(), socket.request) > 0) return next(new Error('too-many-requests'))
    try {
      const known = await knownBehind(services(), socket)
      if (!known) {
        services().metrics.refusedSockets.inc({ reason: 'session-over' })
        return next(new Error('session-over'))
      }
      refundHandshake(services(), socket.request)
      if (known.actor.mustChangePassword) return next(new Error(passwordChangeRequired))
      if (known.actor.mustAddSecondFactor) return next(new Error(secondFactorRequired))
      socket.data.known = known
      next()
    } catch {
      // Nobody's session is over because the database is: the client asks again.
      next(new Error('unavailable'))
    }
  })

  server.on('connection', (socket) => {
    const seats = rooms().enter(socket.data.known.actor)
    socket.data.room = seats[0]
    socket.on('disconnect', () => rooms().leave(seats))
    void socket.join(seats)
    if (socket.data.known.actor.sessionId) endOnTime(services(), socket, socket.data.known.actor.sessionId)
    watchInbound(socket, services().log)
    follow(socket)
    watchBuffer(socket, services().log)
    socket.emit('welcome', { sequence: services().outbox.position() })
    void checkAgain(socket).catch(() => {})
  })

  // What changed between looking someone up and their taking the seat was told to nobody.
  async function checkAgain(socket: StaffSocket): Promise<void> {
    const known = await knownBehind(services(), socket)
    if (!known || roomOf(known.actor) !== socket.data.room) socket.conn.close()
  }

  function apply(change: AccessChange): void {
    // What a session may hear does not hang on it.
    if (change.about === 'proof') return
    for (const socket of server.sockets.sockets.values()) {
      if (!concerns(change, socket.data.known)) continue
      // A session that is over is told so; with other rights the line is cut, and the client takes it up again by itself.
      if (change.about === 'session') socket.disconnect(true)
      else comeAgain(socket)
    }
  }

  /** What is written before the cut still leaves: the screen asks at once who it is of now. */
  function comeAgain(socket: StaffSocket): void {
    socket.emit('access')
    socket.conn.close()
  }

  async function recheckAll(): Promise<void> {
    const sockets = [...server.sockets.sockets.values()]
    const live = await findLiveSessions(
      services(),
      sockets.flatMap(({ data }) => data.known.actor.sessionId ?? []),
    )
    for (const socket of sockets) {
      const { actor, accessVersion } = socket.data.known
      const version = live.get(actor.sessionId ?? '')?.accessVersion
      if (version === undefined) socket.disconnect(true)
      else if (version !== accessVersion) comeAgain(socket)
    }
  }

  return {
    server,
    attach(http) {
      server.attach(http)
      guardHandshakes(server.engine, services())
      services().access.onChange(apply)
      const check = () => void recheckAll().catch((error: unknown) => services().log.warn({ err: error }, 'sockets were not rechecked'))
      recheck = setInterval(check, recheckMs).unref()
    },
    async stop() {
      clearInterval(recheck)
      server.emit('server:restart')
      // Cut, not sent away: a client takes the line up again by itself, at the next process.
      const closing = [...server.sockets.sockets.values()].map(closed)
      await Promise.race([Promise.all(closing), pause(graceMs, undefined, { ref: false })])
      server.engine?.close()
    },
  }
}

function closed({ conn }: StaffSocket): Promise<void> {
  return new Promise((resolve) => {
    conn.once('close', () => resolve())
    conn.close()
  })
}

async function knownBehind(services: Services, socket: StaffSocket): Promise<Known | null> {
  const token: unknown = socket.handshake.auth.token
  if (typeof token !== 'string' || token.length === 0 || token.length > 200) return null
  // A browser takes the line up by itself, whoever sits before it.
  return knownStaff(services, token, { isAttended: false })
}
