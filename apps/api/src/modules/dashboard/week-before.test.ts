import { type Dashboard, dashboardContract, instantOf } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensurePartitions } from '#db/partitions.ts'
import { movableClock } from '#kit/clock.ts'
import { bind } from '#kit/implement.ts'
import { addBranch, addOrder, addStore } from '../../../test/factories.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { dashboardHandlers } from './dashboard.service.ts'

const clock = movableClock(Date.parse('2026-11-19T19:00:00.000Z'))
let app: TestApp

beforeAll(async () => {
  app = await testApp({ contracts: { dashboard: dashboardContract }, modules: [bind(dashboardContract, dashboardHandlers)], clock })
  await ensurePartitions(app.database.db, '2026-10', '2026-12')
})
afterAll(() => app.close())
const fold = () => sql`select fold_order_rollup()`.execute(app.database.db)

describe('the day a week ago', () => {
  const moveTo = (ms: number) => clock.forward((ms - clock.ms()) / 60_000)
  const zoned = async (time_zone: string, now: string) => {
    const { db } = app.database
    const branch = await addBranch(db, { currency: 'USD', time_zone })
    const store = await addStore(db, { branch })
    const before = clock.ms()
    moveTo(Date.parse(now))
    const as = await app.addStaff({ permissions: ['dashboard.view'], scope: { kind: 'branch', ids: [branch.id] } })
    return {
      add: async (placed: string, folded: boolean) => {
        await addOrder(db, store, { at: placed, total_minor: 100 })
        if (folded) await fold()
      },
      read: async (): Promise<Dashboard> => (await app.call('GET /dashboard', { as })).body,
      end: () => moveTo(before),
    }
  }

  test('is told up to the same time of day, to the minute, folded or not', async () => {
    for (const folded of [true, false]) {
      const city = await zoned('America/New_York', '2026-11-19T14:10:00.000Z')
      for (const placed of ['2026-11-12T04:59:00.000Z', '2026-11-12T05:01:00.000Z', '2026-11-12T13:59:00.000Z', '2026-11-12T14:09:59.000Z'])
        await city.add(placed, folded)
      for (const placed of ['2026-11-12T14:10:01.000Z', '2026-11-12T14:14:00.000Z', '2026-11-12T14:15:00.000Z', '2026-11-13T02:00:00.000Z'])
        await city.add(placed, folded)
      expect((await city.read()).lastWeek).toMatchObject({
        day: '2026-11-12',
        until: '2026-11-12T14:10:00.000Z',
        orders: 3,
        gross: { minor: 300, currency: 'USD' },
      })
      city.end()
    }
  })

  test.each([
    // Clocks went back on November 1st: nine in the morning was an hour earlier in UTC the week before.
    ['2026-11-02T14:00:00.000Z', '2026-10-26', '2026-10-26T13:00:00.000Z'],
    // On the day of 25 hours itself, after the change and before it.
    ['2026-11-01T14:00:00.000Z', '2026-10-25', '2026-10-25T13:00:00.000Z'],
    ['2026-11-08T05:30:00.000Z', '2026-11-01', '2026-11-01T04:30:00.000Z'],
  ])('at %s ends on %s at %s in New York', async (now, day, until) => {
    const city = await zoned('America/New_York', now)
    await city.add(instantOf(Date.parse(until) - 1000), true)
    await city.add(instantOf(Date.parse(until) + 1000), true)
    expect(await city.read()).toMatchObject({ timeZone: 'America/New_York', lastWeek: { day, until, orders: 1 } })
    city.end()
  })
})
