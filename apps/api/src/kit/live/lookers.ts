import { announced, type ClientEvents, type Lookers, lookingSeconds, Place } from '@larder/contract'
import * as z from 'zod/mini'
import type { Actor } from '../actor.ts'
import { can } from '../authorize.ts'
import type { PubSubChannel, Services } from '../context.ts'
import { publish } from './pub-sub.ts'
import type { StaffServer, StaffSocket } from './rooms.ts'

export const lookerChannel: PubSubChannel = 'larder_looker'
const sweepMs = 5000

/** What one process tells the others of one of its sockets; without a place it has left. */
const Word = z.strictObject({
  socket: z.string(),
  id: z.string(),
  name: z.string(),
  /** Only who reaches as far hears of it. */
  scope: z.string(),
  place: z.nullable(z.string()),
})
type Word = z.infer<typeof Word>

export interface LookerFeed {
  follow(socket: StaffSocket): void
  /** Hears what a socket of any process looks at. */
  hear(word: string): void
  stop(): void
}

/**
 * Who looks at which order or board, told to those alone who look at it too, may see orders and have the very same scope. Nothing of it is kept:
 * whoever has not said it again within 45 seconds, or whose line is cut, has left.
 */
export function createLookerFeed(services: () => Services, server: () => StaffServer): LookerFeed {
  const known = new Map<string, Word & { place: string; until: number }>()
  const timer = setInterval(sweep, sweepMs).unref()

  function tell(word: Word): void {
    const { writable, log } = services()
    void publish(writable, lookerChannel, JSON.stringify(word)).catch((error: unknown) =>
      log.warn({ err: error }, 'who looks was not told'),
    )
  }

  function announce(room: string): void {
    const lookers = [...known.values()].filter((each) => roomOf(each) === room)
    const [first] = lookers
    const people = [...new Map(lookers.map(({ id, name }) => [id, { id, name }])).values()]
    const told: Lookers = { place: first?.place ?? '', people }
    server().to(room).emit('lookers', told)
  }

  function set(word: Word): void {
    const before = known.get(word.socket)
    const { place } = word
    if (place === null) known.delete(word.socket)
    else known.set(word.socket, { ...word, place, until: services().clock.ms() + lookingSeconds.until * 1000 })
    if (before?.place === place) return
    if (before) announce(roomOf(before))
    if (place !== null) announce(roomOf({ ...word, place }))
  }

  function sweep(): void {
    const now = services().clock.ms()
    for (const [socket, { until, ...word }] of known) if (until < now) set({ ...word, socket, place: null })
  }

  return {
    follow(socket) {
      const { actor } = socket.data.known
      const scope = scopeOf(actor)
      let room: string | null = null
      const say = (place: string | null) => tell({ socket: socket.id, id: actor.id, name: actor.name, scope, place })
      socket.on('looking', (said: Parameters<ClientEvents['looking']>[0]) => {
        const place = z.safeParse(z.nullable(Place), said)
        if (!place.success || !can({ actor }, announced.lookers)) return
        if (room !== null) void socket.leave(room)
        room = place.data === null ? null : roomOf({ place: place.data, scope })
        if (room !== null) void socket.join(room)
        say(place.data)
        // Who comes to where others are already is told of them at once.
        if (room !== null) announce(room)
      })
      socket.on('disconnect', () => {
        if (room !== null) say(null)
      })
    },
    hear: (word) => set(z.parse(Word, JSON.parse(word))),
    stop: () => clearInterval(timer),
  }
}

function roomOf({ place, scope }: { place: string; scope: string }): string {
  return `looking:${scope}:${place}`
}

function scopeOf({ scope }: Pick<Actor, 'scope'>): string {
  return scope.kind === 'all' ? 'all' : `${scope.kind}:${[...scope.ids].sort().join(',')}`
}
