import { instantOf, type Vertical } from '@larder/contract'
import type { Insertable } from 'kysely'
import type { DB } from '#db/schema.gen.ts'
import { moved } from '#modules/crate/crate-movement.decide.ts'
import type { Random } from './random.ts'
import type { Store } from './store-row.ts'

const dayMs = 86_400_000
/** Which crates a vertical's stores hold, by their codes. */
const colours: Partial<Record<Vertical, string>> = { grocery: 'GREY', fruits: 'GREEN', fish: 'BLUE' }
const clerk = 'Rahul Varma'

interface CrateStock {
  id: string
  code: string
  stock?: number | undefined
  deposit_minor: number
  currency: string
}

export interface CrateRows {
  rows: { crate_movement: Insertable<DB['crate_movement']>[]; crate_balance: Insertable<DB['crate_balance']>[] }
}

/** Crates that stores hold, as they came to it in the last month. */
export function buildCrateMovements(random: Random, crates: readonly CrateStock[], stores: readonly Store[], nowMs: number): CrateRows {
  const rows: CrateRows['rows'] = { crate_movement: [], crate_balance: [] }
  const left = new Map(crates.map(({ id, stock }) => [id, stock ?? 0]))
  for (const store of stores) {
    const colour = colours[store.vertical]
    const crate = colour && random.pick(crates.filter(({ code }) => code.endsWith(colour)))
    if (!crate) continue
    const quantity = Math.min(random.whole(3, 8), left.get(crate.id) ?? 0)
    if (quantity === 0) continue
    left.set(crate.id, (left.get(crate.id) ?? 0) - quantity)
    const of = { crate_id: crate.id, store_id: store.id }
    const issuedMs = nowMs - random.whole(10, 28) * dayMs - random.whole(0, 9 * 3600) * 1000
    let held = { balance: 0, depositMinor: 0 }
    const move = (kind: 'issue' | 'return', count: number, atMs: number) => {
      const after = moved(held, { kind, quantity: count }, crate.deposit_minor)
      const at = instantOf(atMs)
      const stood = {
        balance: after.balance,
        deposit_held_minor: after.depositMinor,
        deposit_minor: after.depositMinor - held.depositMinor,
      }
      const facts = {
        id: random.id(atMs),
        kind,
        quantity: count,
        currency: crate.currency,
        staff_name: clerk,
        created_at: at,
        updated_at: at,
      }
      rows.crate_movement.push({ ...of, ...facts, ...stood })
      held = after
    }
    move('issue', quantity, issuedMs)
    if (random.chance(0.5)) move('return', random.whole(1, quantity - 1), issuedMs + random.whole(2, 9) * dayMs)
    rows.crate_balance.push({ ...of, balance: held.balance, deposit_held_minor: held.depositMinor })
  }
  return { rows }
}
