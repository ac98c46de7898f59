import type { ServerEvents } from '@larder/contract'
import type { JsonSchema } from './outline.ts'

interface SocketEvent {
  words: string
  /** The name of its payload's schema in the contract; null where the event carries none of them. */
  payload: 'Changed' | 'OrderNotification' | 'StaffMessage' | 'RiderMoved' | 'Lookers' | null
  /** The payload is a list of them. */
  isList?: true
  /** What it carries instead. */
  fields?: JsonSchema
}

const position: JsonSchema = { type: 'object', properties: { sequence: { type: 'integer' } }, required: ['sequence'] }

/** The events of the live connection, each with what it means. */
export const socketEvents: Record<keyof ServerEvents, SocketEvent> = {
  welcome: { words: 'The first event: the newest number at the time of connecting.', payload: null, fields: position },
  changed: { words: 'Records that were changed, some at once: read again what you hold of them.', payload: 'Changed', isList: true },
  orderNot_1: { words: 'A new order waits for its store: for the snackbar and the sound.', payload: 'OrderNotification' },
  message: { words: 'An alert for staff.', payload: 'StaffMessage' },
  riderMoved: { words: 'Where riders are; not numbered, only the newest counts.', payload: 'RiderMoved', isList: true },
  lookers: {
    words:
      'Who looks at the order or board that this client says it looks at (`looking`, every 15 seconds); not numbered, only the newest counts.',
    payload: 'Lookers',
  },
  access: { words: 'What the caller may do has changed: ask `GET /me` again. The line is cut and can be taken up at once.', payload: null },
  'server:restart': { words: 'This process stops: connect again.', payload: null },
}
