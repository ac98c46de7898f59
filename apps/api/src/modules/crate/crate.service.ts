import { crateContract, type Money, type Parsed } from '@larder/contract'
import type { Context } from '#kit/context.ts'
import { crud } from '#kit/crud.ts'
import { invalid } from '#kit/errors.ts'
import { readSetting } from '#kit/settings.ts'

type Create = Parsed<typeof crateContract.create>
type Update = Parsed<typeof crateContract.update>

const rows = crud(crateContract, {
  table: 'crate',
  entity: 'crate',
  permission: 'setting.view',
  rows: (db) => db.selectFrom('crate').selectAll('crate'),
  present: (row) => ({
    id: row.id,
    code: row.code,
    name: row.name,
    size: row.size,
    capacityGrams: row.capacity_grams,
    deposit: { minor: row.deposit_minor, currency: row.currency },
    stock: row.stock,
    active: row.active,
    createdAt: row.created_at,
    version: row.version,
  }),
  toRow: ({ code, name, size, capacityGrams, deposit, stock, active }: Partial<Create['body']>) => ({
    code,
    name,
    size,
    capacity_grams: capacityGrams,
    deposit_minor: deposit?.minor,
    currency: deposit?.currency,
    stock,
    active,
  }),
  search: { code: 'crate.code', name: 'crate.name' },
  filters: { size: 'crate.size', active: 'crate.active' },
  sorts: { code: { column: 'crate.code' }, name: { column: 'crate.name' }, createdAt: { column: 'crate.id' } },
  defaultSort: 'code',
})

/** A plain lookup but for one rule: deposits are in the installation's currency. */
export const crates = {
  ...rows,
  create: async (ctx: Context, input: Create) => {
    await checkCurrency(ctx, input.body.deposit)
    return rows.create(ctx, input)
  },
  update: async (ctx: Context, input: Update) => {
    await checkCurrency(ctx, input.body.deposit)
    return rows.update(ctx, input)
  },
}

async function checkCurrency(ctx: Context, deposit: Money | undefined): Promise<void> {
  const currency = await readSetting(ctx.services, 'installation.currency')
  if (deposit && deposit.currency !== currency) invalid({ 'body.deposit.currency': `must be ${currency}` })
}
