import { crateContract, type Money } from '@larder/contract'
import { sql } from 'kysely'
import type { Context } from '#kit/context.ts'
import { refuse } from '#kit/errors.ts'
import { format } from '#kit/format.ts'
import { resource } from '#kit/resource.ts'
import { readSetting } from '#kit/settings.ts'

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
    available: row.stock - row.issued,
  }),
  search: { code: 'crate.code', name: 'crate.name' },
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
