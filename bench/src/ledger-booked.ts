import { setTimeout as pause } from 'node:timers/promises'
import { plainFormat } from '@larder/contract'
import { databaseUrl, withClient } from './postgres.ts'

/** Waits until every order of before the ledger is booked. Answers how many were booked a second, null where nothing was left to be. */
export async function waitUntilBooked(dataDir: string, tell: (step: string) => void): Promise<number | null> {
  return withClient(databaseUrl(dataDir, 'larder'), async (client) => {
    const progress = async () => {
      const { rows } = await client.query<{ orders: number; done: number }>(
        'select sum(orders)::int as orders, sum(done)::int as done from ledger_backfill having bool_or(reached < last_id)',
      )
      return rows[0]
    }
    const [first, began] = [await progress(), performance.now()]
    if (!first) return null
    let done = first.done
    for (let next = await progress(); next; next = await progress()) {
      done = next.done
      tell(`Booking earlier orders: ${plainFormat.number(next.done)} of ${plainFormat.number(next.orders)}`)
      await pause(1000)
    }
    return (done - first.done) / ((performance.now() - began) / 1000)
  })
}
