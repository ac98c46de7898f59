import { setImmediate as turn } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { copyRows } from './copy.ts'
import type { OrderRows } from './order-rows.ts'

/** Where drawn orders pile up until they are written. */
export interface Writer {
  readonly rows: OrderRows
  /** Writes what has piled up once it is enough, while the next orders are being drawn. */
  turn(): Promise<void>
  /** Writes the rest and waits for all of it. */
  end(): Promise<void>
}

const batchSize = 500
// Often enough that the server, which works at the same time, never waits for long.
const ordersBetweenTurns = 20

export function createWriter(client: PoolClient, onCount: (orders: number) => void): Writer {
  let rows = emptyRows()
  let writing = Promise.resolve()
  let written = 0
  let waited = 0

  async function write({ orders, order_line, review, refund }: OrderRows): Promise<void> {
    await copyRows(client, 'orders', orders)
    await copyRows(client, 'order_line', order_line)
    await copyRows(client, 'review', review)
    await copyRows(client, 'refund', refund)
    written += orders.length
    onCount(written)
  }

  async function flush(): Promise<void> {
    await writing
    writing = write(rows)
    // A failure is told by whoever waits for it next.
    writing.catch(() => {})
    rows = emptyRows()
  }

  return {
    get rows() {
      return rows
    },
    async turn() {
      if (rows.orders.length >= batchSize) await flush()
      if (++waited % ordersBetweenTurns === 0) await turn()
    },
    async end() {
      await flush()
      await writing
    },
  }
}

function emptyRows(): OrderRows {
  return { orders: [], order_line: [], review: [], refund: [] }
}
