import { crateContract, type Money } from '@larder/contract'
import type { Context } from '#kit/context.ts'
import { resource } from '#kit/resource.ts'
import { readSetting } from '#kit/settings.ts'

type Size = 'small' | 'medium' | 'large'

/** A plain lookup but for one rule: deposits are in the installation's currency. */
export const crates = resource(crateContract, {
  table: 'crate',
  permission: 'setting.view',
  rows: (db) => db.selectFrom('crate').selectAll('crate'),
  scope: 'everybody',
  present: (row) => ({
    id: row.id,
    code: row.code,
    name: row.name,
    size: row.size as Size,
    capacityGrams: row.capacity_grams,
    deposit: { minor: row.deposit_minor, currency: row.currency },
    stock: row.stock,
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
  update: { rule: checkCurrency },
  acts: {},
})

async function checkCurrency({ ctx, body: { deposit } }: { ctx: Context; body: { deposit?: Money | undefined } }) {
  const currency = await readSetting(ctx.services, 'installation.currency')
  return deposit && deposit.currency !== currency ? { 'deposit.currency': `must be ${currency}` } : null
}
