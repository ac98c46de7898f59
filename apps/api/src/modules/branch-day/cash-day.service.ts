import { type CashDay, cashDayContract } from '@larder/contract'
import { sql } from 'kysely'
import { resource } from '#kit/resource.ts'
import { presentCash } from './day-cash.ts'

/** What holders had of customers' cash on closed days. */
export const cashDays = resource(cashDayContract, {
  table: 'branch_day_cash',
  permission: 'cash.view',
  rows: (db) =>
    db
      .selectFrom('branch_day_cash')
      .innerJoin('branch', 'branch.id', 'branch_day_cash.branch_id')
      .selectAll('branch_day_cash')
      .select('branch.name as branch_name'),
  scope: { branch: 'branch_day_cash.branch_id', store: 'branch_day_cash.store_id' },
  present: (row) => ({
    id: row.id as CashDay['id'],
    day: row.day,
    branchDayId: row.branch_day_id as CashDay['branchDayId'],
    branch: { id: row.branch_id, name: row.branch_name },
    ...presentCash(row),
    version: row.version,
  }),
  search: { from: 'branch_day_cash.name' },
  filters: {
    branchDayId: 'branch_day_cash.branch_day_id',
    holderId: 'branch_day_cash.holder_id',
    branchId: 'branch_day_cash.branch_id',
    from: (from) => sql<boolean>`branch_day_cash.day >= ${from}`,
    to: (to) => sql<boolean>`branch_day_cash.day <= ${to}`,
  },
  sorts: { day: 'branch_day_cash.day' },
  acts: {},
})
