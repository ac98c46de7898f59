import { activeStatuses, branchContract } from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import { literals } from '#db/literals.ts'
import { withinScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { format } from '#kit/format.ts'
import { resource } from '#kit/resource.ts'

const counted = <const N extends string>(from: RawBuilder<unknown>, name: N) =>
  sql<{ id: string; rows: number }>`(select branch_id as id, count(*)::int as rows from ${from} group by branch_id)`.as(name)

const liveStores = counted(sql`store where status = 'live'`, 'live_store')
const activeOrders = counted(sql`orders where status in (${literals(activeStatuses)})`, 'active_order')
const onShift = counted(sql`rider where shift_state <> 'off'`, 'on_shift')

export const branches = resource(branchContract, {
  table: 'branch',
  // Everyone who is signed in has the dashboard.
  permission: 'dashboard.view',
  rows: (db) =>
    db
      .selectFrom('branch')
      .leftJoin(liveStores, 'live_store.id', 'branch.id')
      .leftJoin(activeOrders, 'active_order.id', 'branch.id')
      .leftJoin(onShift, 'on_shift.id', 'branch.id')
      .selectAll('branch')
      .select([
        sql<number>`coalesce(live_store.rows, 0)`.as('live_stores'),
        sql<number>`coalesce(active_order.rows, 0)`.as('active_orders'),
        sql<number>`coalesce(on_shift.rows, 0)`.as('riders_on_shift'),
      ]),
  scope: { where: withinReach, place: ({ id }) => ({ branchId: id, storeId: null }) },
  present: (row, { actor: { scope } }) => ({
    ...(scope.kind === 'store'
      ? { liveStores: null, activeOrders: null, ridersOnShift: null }
      : { liveStores: row.live_stores, activeOrders: row.active_orders, ridersOnShift: row.riders_on_shift }),
  }),
  search: { name: 'branch.name', code: 'branch.code', partnerName: 'branch.partner_name' },
  create: {
    rule: ({ ctx }) => (ctx.actor.scope.kind === 'all' ? null : { code: 'can be given by somebody who reaches all branches' }),
  },
  update: { whose: reachesAll },
  acts: {
    close: { whose: reachesAll, whyNot: whyNotClose, sets: () => ({ status: 'closed' }) },
    reopen: { whose: reachesAll, whyNot: ({ status }) => (status === 'active' ? 'It is open.' : null), sets: () => ({ status: 'active' }) },
  },
})

// A store's person chooses among branches, and has no more to do with them.
function reachesAll(_row: unknown, { actor }: Context): boolean {
  return actor.scope.kind !== 'store'
}

type Open = Record<'live_stores' | 'active_orders' | 'riders_on_shift', number> & { status: string }

/** What must have ended before a branch closes: nobody's order is left in it. */
function whyNotClose(branch: Open): string | null {
  if (branch.status === 'closed') return 'It is closed already.'
  const left = [
    some(branch.active_orders, 'order runs', 'orders run'),
    some(branch.live_stores, 'store is live', 'stores are live'),
    some(branch.riders_on_shift, 'rider is on shift', 'riders are on shift'),
  ].filter((words) => words !== null)
  return left.length === 0 ? null : `It has work: ${left.join(', ')}.`
}

function some(count: number, one: string, many: string): string | null {
  if (count === 0) return null
  return `${format().number(count)} ${count === 1 ? one : many}`
}

// A store's person reaches the branch that the store belongs to.
function withinReach(ctx: Context) {
  const { scope } = ctx.actor
  if (scope.kind !== 'store') return withinScope(ctx, { branch: 'branch.id' })
  return sql<boolean>`branch.id in (select branch_id from store where store.id = any(${[...scope.ids]}::uuid[]))`
}
