import { crateContract, type Money } from '@larder/contract'
import { sql } from 'kysely'
import type { Context } from '#kit/context.ts'
import { refuse } from '#kit/errors.ts'
import { format } from '#kit/format.ts'
import { resource } from '#kit/resource.ts'
import { readSetting } from '#kit/settings.ts'

type Size = 'small' | 'medium' | 'large'

const issued = sql<{
  crate_id: string
  issued: number
}>`(select crate_id, sum(balance)::int as issued from crate_balance group by crate_id)`.as('out')

/** A lookup with two rules: deposits are in the installation's currency, and of a crate there are no fewer than stores hold. */
export const crates = resource(crateContract, {
  table: 'crate',
  permission: 'setting.view',
  rows: (db) =>
    db
      .selectFrom('crate')
      .leftJoin(issued, 'out.crate_id', 'crate.id')
      .selectAll('crate')
      .select(sql<number>`coalesce(out.issued, 0)`.as('issued'))
      .select(sql<boolean>`exists (select from crate_movement where crate_id = crate.id)`.as('has_moved')),
  scope: 'everybody',
  present: (row) => ({
    id: row.id,
    code: row.code,
    name: row.name,
    size: row.size as Size,
    capacityGrams: row.capacity_grams,
    deposit: { minor: row.deposit_minor, currency: row.currency },
    stock: row.stock,
    issued: row.issued,
    available: row.stock - row.issued,
    active: row.active,
    createdAt: row.created_at,
    version: row.version,
  }),
  search: { code: 'crate.code', name: 'crate.name' },
  filters: { size: 'crate.size', active: 'crate.active' },
  sorts: { code: 'crate.code', name: 'crate.name', createdAt: 'crate.id' },
  columns: ({ code, name, size, capacityGrams, deposit, stock, active }) => ({
    code,
    name,
    size,
    capacity_grams: capacityGrams,
    deposit_minor: deposit?.minor,
    currency: deposit?.currency,
    stock,
    active,
  }),
  create: { rule: checkCurrency },
  update: {
    rule({ row, ...deed }) {
      const { stock = row.stock } = deed.body
      if (stock < row.issued)
        refuse('crates-with-stores', `Stores hold ${format().number(row.issued)} of these crates.`, { 'body.stock': 'is too small' })
      return checkCurrency(deed)
    },
  },
  remove: {
    whyNot: ({ has_moved }) =>
      has_moved ? { reason: 'in-use', message: 'Movements of stores name it: take it out of use instead.' } : null,
  },
  acts: {},
})

async function checkCurrency({ ctx, body: { deposit } }: { ctx: Context; body: { deposit?: Money | undefined } }) {
  const currency = await readSetting(ctx.services, 'installation.currency')
  return deposit && deposit.currency !== currency ? { 'deposit.currency': `must be ${currency}` } : null
}
