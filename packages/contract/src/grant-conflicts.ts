import type { Granted } from './grants.ts'
import type { Permission } from './permissions.ts'
import { keysOf } from './values/collection.ts'

interface Conflict {
  /** What makes, and what checks what was made. */
  permissions: readonly [maker: Permission, checker: Permission]
  /** What one person could do who has both. */
  why: string
}

/**
 * Permissions that keep each other in check as long as no role has both. Nobody approves their own request, whatever they hold: but of two
 * people who each have both, either approves for the other. A role may have them, once somebody has acknowledged it.
 */
export const grantConflicts = {
  refund: { permissions: ['refund.create', 'refund.approve'], why: 'The same people ask for refunds and approve them.' },
  cash: { permissions: ['cash.create', 'cash.approve'], why: 'The same people take cash in and reverse deposits.' },
  'branch-day': { permissions: ['branch-day.create', 'branch-day.approve'], why: 'The same people close days and sign them off.' },
  settlement: { permissions: ['finance.create', 'finance.approve'], why: 'The same people draw up payouts to stores and approve them.' },
  statement: { permissions: ['finance.edit', 'finance.approve'], why: 'The same people change statements of stores and approve them.' },
  'tax-invoice': {
    permissions: ['tax-invoice.create', 'tax-invoice.approve'],
    why: 'The same people write tax invoices and approve them.',
  },
  'bank-account': {
    permissions: ['bank-account.create', 'bank-account.approve'],
    why: 'The same people enter where money is paid to and approve it.',
  },
  'bank-account-change': {
    permissions: ['bank-account.edit', 'bank-account.approve'],
    why: 'The same people change where money is paid to and approve it.',
  },
  offer: { permissions: ['offer.create', 'offer.approve'], why: 'The same people make offers and approve what these cost.' },
  campaign: { permissions: ['campaign.create', 'campaign.approve'], why: 'The same people write to customers and approve what is sent.' },
  'change-set': {
    permissions: ['change-set.create', 'change-set.approve'],
    why: 'The same people upload prices and approve them.',
  },
  customer: { permissions: ['customer.edit', 'customer.approve'], why: 'The same people ask for customers to be erased and approve it.' },
  store: { permissions: ['store-status.create', 'store-status.approve'], why: 'The same people propose stores and approve them.' },
  setting: { permissions: ['setting.edit', 'setting.approve'], why: 'The same people change settings and approve the changes.' },
  'setting-tax': {
    permissions: ['setting-tax.edit', 'setting-tax.approve'],
    why: 'The same people change tax rules and approve the changes.',
  },
  role: { permissions: ['role.edit', 'role.approve'], why: 'The same people widen roles and approve it.' },
} as const satisfies Record<string, Conflict>

export type GrantConflict = keyof typeof grantConflicts
export const grantConflictKeys = /* @__PURE__ */ keysOf(grantConflicts)

/** The conflicts within a list of grants, in the order of the table. */
export function conflictsOf(grants: readonly Pick<Granted, 'permission'>[]): GrantConflict[] {
  const held = new Set(grants.map(({ permission }) => permission))
  return grantConflictKeys.filter((key) => grantConflicts[key].permissions.every((permission) => held.has(permission)))
}
