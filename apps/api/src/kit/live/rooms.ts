import type { Changed, ClientEvents, RiderMoved, ServerEvents } from '@larder/contract'
import type { Server, Socket } from 'socket.io'
import type { Known } from '../context.ts'
import type { SequencedEvent } from '../record/outbox-sequence.ts'
import type { Log } from '../watch/log.ts'
import { type Audience, changedOf, mayHear, messageOf, notificationOf, roomOf, roomOfPerson, type Told } from './audience.ts'

/** `but`: the room of whoever does not hear it, though they sit in one of the others. */
type Hearers = { rooms: string[]; but?: string[] }
type Emit = <E extends keyof ServerEvents>(hearers: Hearers, event: E, ...args: Parameters<ServerEvents[E]>) => void

interface Room {
  audience: Audience
  sockets: number
  changes: Changed[]
}

export interface Rooms {
  /** A socket of this actor came; gives the room of those who hear the same, and the person's own. */
  enter(audience: Audience): [shared: string, own: string]
  leave(rooms: readonly string[]): void
  tell(events: SequencedEvent[]): void
  tellRiders(told: Told, positions: RiderMoved[]): void
  stop(): void
}

const batchMs = 80

/**
 * Everyone who hears the same shares a room, so an event is encoded once for each of the few rooms that may hear it; what is one
 * person's alone goes to a room of theirs. Changes wait up to 80 ms and leave as one array; notifications and messages leave at once.
 */
export function createRooms(emit: Emit, log: Log): Rooms {
  const rooms = new Map<string, Room>()
  const own = new Map<string, Room>()
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    timer = undefined
    for (const [name, room] of [...rooms, ...own]) if (room.changes.length > 0) emit({ rooms: [name] }, 'changed', room.changes.splice(0))
  }

  function hearing(told: Told): [string, Room][] {
    if (!told.staff_id) return [...rooms].filter(([, { audience }]) => mayHear(audience, told))
    const name = roomOfPerson(told.staff_id)
    const room = own.get(name)
    return room ? [[name, room]] : []
  }

  function tellOne(event: SequencedEvent): void {
    const hearers = hearing(event)
    if (hearers.length === 0) return
    if (event.kind === 'changed') {
      const change = changedOf(event)
      for (const [, room] of hearers) room.changes.push(change)
      timer ??= setTimeout(flush, batchMs)
      return
    }
    const told = { rooms: hearers.map(([name]) => name), but: (event.but_staff_ids ?? []).map(roomOfPerson) }
    if (event.kind === 'message') emit(told, 'message', messageOf(event))
    else emit(told, 'orderNot_1', notificationOf(event))
  }

  function seat(among: Map<string, Room>, name: string, audience: Audience): string {
    const room = among.get(name)
    if (room) room.sockets++
    else among.set(name, { audience, sockets: 1, changes: [] })
    return name
  }

  return {
    enter(audience) {
      return [seat(rooms, roomOf(audience), audience), seat(own, roomOfPerson(audience.id), audience)]
    },
    leave(names) {
      for (const name of names)
        for (const among of [rooms, own]) {
          const room = among.get(name)
          if (room && --room.sockets === 0) among.delete(name)
        }
    },
    tell(events) {
      for (const event of events) {
        try {
          tellOne(event)
        } catch (error) {
          // One that cannot be told must not keep the others waiting.
          log.error({ err: error, sequence: event.sequence, kind: event.kind }, 'an event has a payload that cannot be told')
        }
      }
    },
    tellRiders(told, positions) {
      const names = hearing(told).map(([name]) => name)
      if (names.length > 0) emit({ rooms: names }, 'riderMoved', positions)
    },
    stop() {
      clearTimeout(timer)
      flush()
    },
  }
}

export interface Seat {
  known: Known
  room: string
}

export type StaffSocket = Socket<ClientEvents, ServerEvents, Record<string, never>, Seat>

export type StaffServer = Server<ClientEvents, ServerEvents, Record<string, never>, Seat>
