import { createHash } from 'node:crypto'
import { announced, type ClientEvents, type Lookers, lookingSeconds, mostLookers, Place } from '@larder/contract'
import * as z from 'zod/mini'
import type { Actor } from '../actor.ts'
import { can } from '../authorize.ts'
import type { PubSubChannel, Services } from '../context.ts'
import { publish } from './pub-sub.ts'
import type { StaffServer, StaffSocket } from './rooms.ts'

export const lookerChannel: PubSubChannel = 'larder_looker'
const sweepMs = 5000
/** Those who come and go within it are told of at once: after an interruption everybody comes. */
const togetherMs = 250
// A word to other processes holds 8,000 bytes.
const wordBytes = 7900

/** What one process tells the others of one of its sockets; without a place it has left. */
const Look = z.strictObject({
  socket: z.string(),
  id: z.string(),
  name: z.string(),
  /** Stands for how far they reach: only who reaches as far hears of it. */
  scope: z.string(),
  place: z.nullable(z.string()),
})
type Look = z.infer<typeof Look>

export interface LookerFeed {
  follow(socket: StaffSocket): void
  /** Hears what sockets of any process look at. */
  hear(word: string): void
  stop(): void
}

/**
 * Who looks at which order or board, told to those alone who look at it too, may see orders and have the very same scope. Nothing of it is kept:
 * whoever has not said it again within 45 seconds, or whose line is cut, has left.
 */
export function createLookerFeed(services: () => Services, server: () => StaffServer): LookerFeed {
  const known = new Map<string, Look & { place: string; until: number }>()
  const own = new Set<string>()
  const toTell = new Map<string, Look>()
  const changedRooms = new Set<string>()
  const sweeping = setInterval(sweep, sweepMs).unref()
  let together: NodeJS.Timeout | undefined

  function later(): void {
    together ??= setTimeout(flush, togetherMs).unref()
  }

  function flush(): void {
    together = undefined
    for (const room of changedRooms) server().to(room).emit('lookers', lookersOf(room))
    changedRooms.clear()
    const { writable, log } = services()
    for (const word of wordsOf(toTell.values()))
      void publish(writable, lookerChannel, word).catch((error: unknown) => log.warn({ err: error }, 'who looks was not told'))
    toTell.clear()
  }

  function lookersOf(room: string): Lookers {
    const looks = [...known.values()].filter((each) => roomOf(each) === room)
    const people = [...new Map(looks.map(({ id, name }) => [id, { id, name }])).values()]
    return { place: looks[0]?.place ?? '', people: people.slice(0, mostLookers), total: people.length }
  }

  function set(look: Look): void {
    const before = known.get(look.socket)
    const { place } = look
    if (place === null) known.delete(look.socket)
    else known.set(look.socket, { ...look, place, until: services().clock.ms() + lookingSeconds.until * 1000 })
    if (before?.place === place && before.scope === look.scope) return
    if (before) changedRooms.add(roomOf(before))
    if (place !== null) changedRooms.add(roomOf({ ...look, place }))
    later()
  }

  function sweep(): void {
    const now = services().clock.ms()
    for (const [socket, { until, ...look }] of known) if (until < now) set({ ...look, socket, place: null })
  }

  return {
    follow(socket) {
      let room: string | null = null
      const say = (place: string | null) => {
        const { actor } = socket.data.known
        const look: Look = { socket: socket.id, id: actor.id, name: actor.name, scope: scopeOf(actor), place }
        const next = place === null ? null : roomOf({ ...look, place })
        set(look)
        toTell.set(socket.id, look)
        later()
        if (next === room) return
        if (room !== null) void socket.leave(room)
        room = next
        if (next === null) return
        void socket.join(next)
        socket.emit('lookers', lookersOf(next))
      }
      own.add(socket.id)
      socket.on('looking', (said: Parameters<ClientEvents['looking']>[0]) => {
        const place = z.safeParse(z.nullable(Place), said)
        if (place.success) say(can({ actor: socket.data.known.actor }, announced.lookers) ? place.data : null)
      })
      socket.on('disconnect', () => {
        if (room !== null) say(null)
        own.delete(socket.id)
      })
    },
    hear(word) {
      // What its own sockets say a process knows first, and a word of theirs may be older than that.
      for (const look of z.parse(z.array(Look), JSON.parse(word))) if (!own.has(look.socket)) set(look)
    },
    stop() {
      clearInterval(sweeping)
      clearTimeout(together)
    },
  }
}

/** As many in a word as it holds. */
function wordsOf(looks: Iterable<Look>): string[] {
  const words: string[] = []
  for (const look of looks) {
    const one = JSON.stringify(look)
    const last = words.at(-1)
    if (last !== undefined && Buffer.byteLength(last) + Buffer.byteLength(one) + 1 < wordBytes) words[words.length - 1] = `${last},${one}`
    else words.push(one)
  }
  return words.map((word) => `[${word}]`)
}

function roomOf({ place, scope }: { place: string; scope: string }): string {
  return `looking:${scope}:${place}`
}

/** Short however many stores somebody reaches. */
function scopeOf({ scope }: Pick<Actor, 'scope'>): string {
  const words = scope.kind === 'all' ? 'all' : `${scope.kind}:${[...scope.ids].sort().join(',')}`
  return createHash('sha256').update(words).digest('base64url')
}
