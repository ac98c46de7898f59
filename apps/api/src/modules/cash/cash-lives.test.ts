import { type CashDeposit, currentInstant } from '@larder/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureCurrentPartitions } from '#db/partitions.ts'
import { addRider, addStore } from '../../../test/factories.ts'
import { holdCash } from '../../../test/sweep/examples/cash.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'

let app: TestApp
let cashiers: Caller[]
beforeAll(async () => {
  app = await testApp()
  await ensureCurrentPartitions(app.database.db, currentInstant())
  cashiers = [await app.addStaff({ isAdmin: true }), await app.addStaff({ isAdmin: true, name: 'Other Person' })]
})
afterAll(() => app.close())

type Step =
  | { kind: 'take'; minor: number }
  | { kind: 'deposit'; share: number; off: number; isAll: boolean }
  | { kind: 'reverse'; which: number }
const steps = fc.array(
  fc.oneof<fc.Arbitrary<Step>[]>(
    fc.record({ kind: fc.constant('take' as const), minor: fc.integer({ min: 1, max: 90_000 }) }),
    fc.record({
      kind: fc.constant('deposit' as const),
      share: fc.double({ min: 0.01, max: 1, noNaN: true }),
      off: fc.integer({ min: -300, max: 300 }),
      isAll: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('reverse' as const), which: fc.nat(20) }),
  ),
  { minLength: 8, maxLength: 16 },
)

/** What the ledger and the cash by orders say of one holder. */
async function books(of: { riderId: string | null; storeId: string; currency: string }) {
  const { db } = app.database
  const account = of.riderId ? 'rider-cash' : 'store-cash'
  const { rows } = await sql<Record<'ledger' | 'held' | 'lost' | 'office' | 'balance', number>>`
    select coalesce(sum(amount) filter (where account = ${account}), 0)::float8 as ledger, coalesce(sum(amount) filter (where account = 'cash-differences'), 0)::float8 as lost,
      coalesce(sum(amount) filter (where account = 'cash-office'), 0)::float8 as office, coalesce(sum(amount), 0)::float8 as balance,
      (select coalesce(sum(minor), 0)::float8 from cash_held where holder_id = ${of.riderId ?? of.storeId}) as held
    from ledger_entry, unnest(accounts, amounts) as posting (account, amount) where currency = ${of.currency}`.execute(db)
  return rows[0]
}

test.each([
  ['JPY', true],
  ['INR', false],
  ['BHD', true],
] as const)(
  'whatever is taken, deposited and reversed, in %s: held is collected less deposited, and the books balance',
  async (currency, isRider) => {
    const { db } = app.database
    await fc.assert(
      fc.asyncProperty(steps, async (life) => {
        const store = await addStore(db, { currency })
        const branch = await db.selectFrom('branch').selectAll().where('id', '=', store.branch_id).executeTakeFirstOrThrow()
        const riderId = isRider ? (await addRider(db, branch, { currency })).id : null
        const of = { riderId, storeId: store.id, currency }
        const first = await books(of)
        const model = { held: 0, lost: first?.lost ?? 0, office: first?.office ?? 0 }
        const ledgerBefore = first?.ledger ?? 0
        const standing: CashDeposit[] = []
        for (const step of life) {
          if (step.kind === 'take') {
            await holdCash(db, store, riderId, step.minor)
            model.held += step.minor
          } else if (step.kind === 'deposit' && model.held > 0) {
            const all = Math.max(0, model.held + step.off)
            const counted = step.isAll ? all : Math.max(1, Math.floor(model.held * step.share))
            const money = (minor: number) => ({ minor, currency })
            const whose = riderId ? { riderId } : { storeId: store.id }
            const remark = step.isAll && counted !== model.held ? 'Counted so' : null
            const body = { ...whose, expected: money(model.held), counted: money(counted), isAll: step.isAll, remark }
            const made = await app.call('POST /cash-deposits', { as: cashiers[0] as Caller, body })
            expect([made.status, made.body.error]).toEqual([200, undefined])
            standing.push(made.body)
            model.lost += step.isAll ? model.held - counted : 0
            model.office += counted
            model.held = step.isAll ? 0 : model.held - counted
          } else if (step.kind === 'reverse' && standing.length > 0) {
            const [back] = standing.splice(step.which % standing.length, 1) as [CashDeposit]
            const { status } = await app.call(`POST /cash-deposits/${back.id}/reverse`, {
              as: cashiers[1] as Caller,
              body: { version: 1, reason: 'Wrong' },
            })
            expect(status).toBe(200)
            model.held += back.isAll ? back.expected.minor : back.counted.minor
            model.lost += back.difference.minor
            model.office -= back.counted.minor
          }
          expect(await books(of)).toEqual({ ...model, ledger: ledgerBefore + model.held, balance: 0 })
        }
      }),
      { numRuns: 4 },
    )
  },
)
