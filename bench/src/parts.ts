import type { Call } from './load.ts'
import type { Ask } from './naked.ts'
import type { World } from './world.ts'

/** One thing to measure, as each of the four is asked for it; the handlers alone take what the product takes, without `/api`. */
export interface Part {
  title: string
  product: () => Call
  bare: () => Call
  hasHandlers: boolean
  naked?: (ask: Ask, plain: (text: string) => Promise<unknown>) => Promise<unknown>
}

const statuses = ['delivered', 'cancelled', 'rejected']

/** What reads, by name. */
export function readingParts({ ids, names, deep }: World) {
  const [id, name, place, status] = [turning(ids), turning(names), turning(deep), turning(statuses)]
  return {
    list: {
      title: 'order list, newest first',
      product: () => ({ path: '/api/orders' }),
      bare: () => ({ path: '/orders' }),
      hasHandlers: true,
      naked: (ask) => ask('list'),
    },
    status: {
      title: 'list filtered by status',
      product: () => ({ path: `/api/orders?status=${status()}` }),
      bare: () => ({ path: `/orders?status=${status()}` }),
      hasHandlers: true,
      naked: (ask) => ask('status', [status()]),
    },
    page: {
      title: `page ${deep[0]?.page}`,
      product: () => ({ path: `/api/orders?cursor=${encodeURIComponent(place().cursor)}` }),
      bare: () => ({ path: `/orders?before=${place().before}` }),
      hasHandlers: true,
      naked: (ask) => ask('page', [place().before]),
    },
    search: {
      title: 'search by customer',
      product: () => ({ path: `/api/orders?q=${encodeURIComponent(name())}` }),
      bare: () => ({ path: `/orders?q=${encodeURIComponent(name())}` }),
      hasHandlers: true,
      naked: (ask) => ask('search', [`%${name()}%`]),
    },
    detail: {
      title: 'order detail',
      product: () => ({ path: `/api/orders/${id()}` }),
      bare: () => ({ path: `/orders/${id()}` }),
      hasHandlers: true,
      naked: (ask) => ask('detail', [id()]),
    },
    dashboard: {
      title: 'dashboard / revenue of 30 days',
      product: () => ({ path: '/api/dashboard' }),
      bare: () => ({ path: '/revenue' }),
      hasHandlers: false,
      naked: (ask) => ask('revenue'),
    },
  } satisfies Record<string, Part>
}

/** A status transition; `next` gives an order that stands before it, at its version. */
export function transitionPart(next: () => { id: string; version: number }, ids: readonly string[]): Part {
  const any = turning(ids)
  return {
    title: 'status transition with audit, outbox, live event',
    product: () => {
      const { id, version } = next()
      return { method: 'POST', path: `/api/orders/${id}/start-preparing`, body: { version } }
    },
    bare: () => ({ method: 'POST', path: `/orders/${any()}/status`, body: { status: 'preparing' } }),
    hasHandlers: true,
    naked: async (ask, plain) => {
      const id = any()
      await plain('begin')
      const { rows } = await ask('lock', [id])
      await ask('move', [id, 'preparing'])
      await ask('audit', [id, rows[0]?.status, 'preparing'])
      await ask('outbox', [id])
      await plain('commit')
    },
  }
}

function turning<Value>(values: readonly Value[]): () => Value {
  let at = 0
  return () => values[at++ % values.length] as Value
}
