import { currentInstant } from '@larder/contract'
import { expect, test } from 'vitest'
import { bookNextOrders } from '#modules/ledger/backfill.service.ts'
import { findMisbooked } from '#modules/ledger/recompute.service.ts'
import { installOrderReference } from '#modules/order/order.install.ts'
import { findBrokenOrders } from '#modules/order/read/invariants.ts'
import { startGateway } from '../../test/gateway-process.ts'
import { makeTemporaryFolder } from '../../test/temporary-folder.ts'
import { testDatabase } from '../../test/test-database.ts'
import { seedDemo } from './seed.ts'

interface Known {
  reference: string
  state: string
  captured: number
}

test('the demo has payments of every state that lasts, as its gateway has them, all but one', async () => {
  const [city, gateway, folder] = [await testDatabase(), await startGateway(), makeTemporaryFolder()]
  try {
    const at = { name: 'simulated', url: gateway.url, secret: gateway.secret } as const
    // Of so many, some of each kind are among those of the last days at whatever hour this runs.
    await seedDemo(city.url, { orders: 8000, dataDir: folder.path, now: currentInstant(), gateway: at })
    const { rows } = await city.pool.query<Known>(
      'select reference, state, captured_minor::int as captured from payment order by reference',
    )
    expect([...new Set(rows.map(({ state }) => state))].sort()).toEqual([
      'authorised',
      'captured',
      'partially_refunded',
      'refunded',
      'voided',
    ])
    const unlike = []
    for (const { reference, state, captured } of rows) {
      const theirs = await gateway.ask(`GET /v1/payments/${reference}`)
      expect(theirs.state).toBe(state.endsWith('refunded') ? 'captured' : state)
      if (theirs.captured !== captured) unlike.push(reference)
    }
    expect(unlike).toHaveLength(1)
    const { rows: orders } = await city.pool.query(
      `select distinct payment.state, payment_state, orders.ended_at is null as runs from payment join orders on orders.id = order_id
       where payment.state in ('authorised', 'voided') order by 1`,
    )
    expect(orders).toEqual([
      { state: 'authorised', payment_state: 'authorised', runs: true },
      { state: 'voided', payment_state: 'voided', runs: false },
    ])
    await installOrderReference(city.db)
    expect(await findBrokenOrders(city.pool)).toEqual([])
    while (await bookNextOrders(city.db));
    expect(await findMisbooked(city.db)).toEqual([])
  } finally {
    await city.drop()
    await gateway.end()
    folder.remove()
  }
})
