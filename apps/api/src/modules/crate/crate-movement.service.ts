import { type CrateBalance, crateMovementContract, type Output, type Parsed } from '@larder/contract'
import { sql } from 'kysely'
import { inScope } from '#kit/authorize.ts'
import type { Context, Work } from '#kit/context.ts'
import { invalid, refuse } from '#kit/errors.ts'
import { format } from '#kit/format.ts'
import type { DraftOf } from '#kit/resource/declaration.ts'
import { resource } from '#kit/resource.ts'
import { type Held, moved } from './crate-movement.decide.ts'

type Draft = DraftOf<typeof crateMovementContract>
const scope = { branch: 'store.branch_id', store: 'crate_movement.store_id' } as const

/** Issues, returns and corrections, each with the balance that it left. Movements of one kind of crate wait for each other at its row. */
const movements = resource(crateMovementContract, {
  table: 'crate_movement',
  permission: 'crate-movement.view',
  rows: (db) =>
    db
      .selectFrom('crate_movement')
      .innerJoin('store', 'store.id', 'crate_movement.store_id')
      .innerJoin('crate', 'crate.id', 'crate_movement.crate_id')
      .selectAll('crate_movement')
      .select(['store.display_name as store_name', sql<string>`crate.code || ' ' || crate.name`.as('crate_name'), 'store.branch_id']),
  scope,
  present: (row) => ({
    remark: row.remark || null,
    by: row.staff_name,
  }),
  search: { store: 'store.display_name', crate: 'crate.name', remark: 'crate_movement.remark' },
  create: { rule: ({ body }) => problemsOf(body), sets: ({ ctx, work, body }) => move(ctx, work, body) },
  acts: {},
})

export const crateMovementHandlers = { ...movements.handlers, balances: listBalances }

function problemsOf({ kind, quantity, remark }: Draft) {
  if (kind === 'correction' && quantity === 0) return { quantity: 'must not be 0' }
  if (kind !== 'correction' && quantity < 1) return { quantity: 'must be at least 1' }
  return kind === 'correction' && !remark ? { remark: 'is required: a correction has a name' } : null
}

async function move(ctx: Context, work: Work, draft: Draft) {
  const crate = await work.db.selectFrom('crate').selectAll().where('id', '=', draft.crateId).forUpdate().executeTakeFirst()
  if (!crate) return invalid({ 'body.crateId': 'does not exist' })
  if (draft.kind === 'issue' && !crate.active) invalid({ 'body.crateId': 'is not in use' })
  const of = { crate_id: draft.crateId, store_id: draft.storeId }
  const stored = await work.db
    .selectFrom('crate_balance')
    .select(['balance', 'deposit_held_minor as depositMinor'])
    .where('crate_id', '=', of.crate_id)
    .where('store_id', '=', of.store_id)
    .executeTakeFirst()
  const before: Held = stored ?? { balance: 0, depositMinor: 0 }
  const after = moved(before, draft, crate.deposit_minor)
  if (draft.kind === 'return' && after.balance < 0)
    refuse('too-few-held', `The store holds ${format().number(Math.max(0, before.balance))} of these crates.`)
  const left = crate.stock - (await heldOf(work, draft.crateId))
  if (after.balance > before.balance && after.balance - before.balance > left)
    refuse('too-few-in-stock', `Only ${format().number(Math.max(0, left))} of these crates are in stock.`)
  const kept = { balance: after.balance, deposit_held_minor: after.depositMinor }
  await work.db
    .insertInto('crate_balance')
    .values({ ...of, ...kept })
    .onConflict((conflict) => conflict.columns(['crate_id', 'store_id']).doUpdateSet(kept))
    .execute()
  return { ...kept, deposit_minor: after.depositMinor - before.depositMinor, currency: crate.currency, staff_name: ctx.actor.name }
}

/** How many of these crates stores hold. */
async function heldOf({ db }: Work, crateId: string): Promise<number> {
  const { rows } = await sql<{
    held: number
  }>`select coalesce(sum(balance), 0)::int as held from crate_balance where crate_id = ${crateId}`.execute(db)
  return rows[0]?.held ?? 0
}

async function listBalances(
  ctx: Context,
  { query }: Parsed<typeof crateMovementContract.balances>,
): Promise<Output<typeof crateMovementContract.balances>> {
  let rows = inScope(
    ctx,
    ctx.db
      .selectFrom('crate_balance')
      .innerJoin('store', 'store.id', 'crate_balance.store_id')
      .innerJoin('crate', 'crate.id', 'crate_balance.crate_id'),
    { branch: 'store.branch_id', store: 'crate_balance.store_id' },
  )
    .select(['crate_balance.store_id', 'store.display_name', 'crate_balance.crate_id', 'crate.currency'])
    .select([sql<string>`crate.code || ' ' || crate.name`.as('crate_name'), 'crate_balance.balance', 'crate_balance.deposit_held_minor'])
    .where('crate_balance.balance', '<>', 0)
  if (query.storeId) rows = rows.where('crate_balance.store_id', '=', query.storeId)
  if (query.crateId) rows = rows.where('crate_balance.crate_id', '=', query.crateId)
  const found = await rows.orderBy('crate_balance.balance', 'desc').orderBy('store.display_name').orderBy('crate.code').limit(200).execute()
  const present = (row: (typeof found)[number]): CrateBalance => ({
    store: { id: row.store_id, name: row.display_name },
    crate: { id: row.crate_id, name: row.crate_name },
    balance: row.balance,
    depositHeld: { minor: row.deposit_held_minor, currency: row.currency },
  })
  return { rows: found.map(present), next: null }
}
