import type { Database } from '#db/database.ts'
import type { Outbox, PubSub } from '../context.ts'
import type { Log } from '../watch/log.ts'
import { batchSize, lookForWork, readEventsAfter, readHead, type SequencedEvent, sequenceBatch } from './outbox-sequence.ts'

interface OutboxParts {
  db: Database
  pubSub: PubSub
  log: Log
  /** Takes events in the order of their numbers, each exactly once in this process. */
  deliver(events: SequencedEvent[]): void
}

const pollMs = 500

/**
 * Numbers committed events and hands them to this process's sockets. Every process numbers (one at a time) and every
 * process reads what any of them numbered; a lost signal costs half a second, never an event.
 */
export function createOutbox({ db, pubSub, log, deliver }: OutboxParts): Outbox {
  let position = 0
  let news = 0
  let state: 'idle' | 'running' | 'stopped' = 'stopped'
  let isKicked = false
  let run: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let isFailing = false

  function kick(): void {
    news++
    isKicked = true
    if (state !== 'idle') return
    state = 'running'
    run = drain().finally(() => {
      if (state === 'running') state = 'idle'
      if (isKicked && !isFailing) kick()
    })
  }

  async function drain(): Promise<void> {
    isKicked = false
    try {
      for (let numbered = await turn(); numbered === batchSize; ) numbered = await turn()
      isFailing = false
    } catch (error) {
      if (!isFailing) log.error({ err: error }, 'the outbox cannot reach its table; it tries again')
      isFailing = true
    }
  }

  async function turn(): Promise<number> {
    const events = await sequenceBatch(db)
    // Another process's numbers may lie before ours: then the table is read in order.
    if (events[0]?.sequence === position + 1 && events.at(-1)?.sequence === position + events.length) hand(events)
    else await readOn()
    return events.length
  }

  async function readOn(): Promise<void> {
    for (;;) {
      const events = await readEventsAfter(db, position)
      hand(events)
      if (events.length < batchSize) return
    }
  }

  function hand(events: SequencedEvent[]): void {
    const last = events.at(-1)
    if (!last) return
    position = last.sequence
    news++
    deliver(events)
  }

  async function poll(): Promise<void> {
    if (state === 'idle') {
      const found = await lookForWork(db).catch(() => null)
      if (!found || found.isWaiting || found.head > position) kick()
    }
    if (state !== 'stopped') timer = setTimeout(() => void poll(), pollMs).unref()
  }

  pubSub.on('larder_event', (head) => {
    if (Number(head) > position) kick()
  })
  pubSub.onGap(kick)

  return {
    kick,
    position: () => position,
    news: () => (state === 'stopped' ? null : news),
    start: async () => {
      position = await readHead(db)
      state = 'idle'
      kick()
      timer = setTimeout(() => void poll(), pollMs).unref()
    },
    stop: async () => {
      if (state === 'stopped') return
      clearTimeout(timer)
      // First of all: the run that ends would begin the next.
      state = 'stopped'
      await run
      await drain()
    },
  }
}
