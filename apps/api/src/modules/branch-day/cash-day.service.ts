import { cashDayContract } from '@larder/contract'
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
    ...presentCash(row),
  }),
  search: { from: 'branch_day_cash.name' },
  filters: {
    from: (from) => sql<boolean>`branch_day_cash.day >= ${from}`,
    to: (to) => sql<boolean>`branch_day_cash.day <= ${to}`,
  },
  acts: {},
})
