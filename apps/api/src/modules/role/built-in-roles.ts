import type { PermissionResource, ScopeKind, Verb } from '@larder/contract'

/** V view, C create, E edit, D delete, A approve, X export, O operate, R reveal. */
export const letters: Record<string, Verb> = {
  V: 'view',
  C: 'create',
  E: 'edit',
  D: 'delete',
  A: 'approve',
  X: 'export',
  O: 'operate',
  R: 'reveal',
}

export interface BuiltInRole {
  key: string
  name: string
  /** The word of `/accounts/{path}`. */
  accountsPath: string | null
  isAdmin?: true
  /** The widest scope that a person of this role may have. */
  reach: ScopeKind
  /** Keys of the roles whose people these are the team leads of: their accounts are all that they see. */
  team?: readonly string[]
  /** By resource the letters of its verbs. */
  may: Partial<Record<PermissionResource, string>>
  /** Permission to the most that one act may move, in minor units. */
  limits?: Record<string, number>
}

const role = (key: string, name: string, rest: Omit<BuiltInRole, 'key' | 'name' | 'accountsPath'>): BuiltInRole => ({
  key,
  name,
  accountsPath: key,
  ...rest,
})

/**
 * Who may do what from the first day: the columns of the product's table of access. Three readings of it: who may edit stores or
 * menus may also operate them (pause, snooze); who may cancel an order may also reject it; and a partner, who opens the accounts of the
 * own branch, may do in all of its stores what a store officer may in one, because nobody grants what they lack.
 */
export const builtInRoles: readonly BuiltInRole[] = [
  { key: 'admin', name: 'Administrator', accountsPath: null, isAdmin: true, reach: 'all', may: {} },
  role('branch-partner', 'Branch partner', {
    reach: 'branch',
    may: {
      dashboard: 'V',
      order: 'VOX',
      cancellation: 'O',
      rejection: 'O',
      refund: 'VC',
      delivery: 'VO',
      store: 'VCEO',
      'store-status': 'C',
      menu: 'VCEDO',
      'change-set': 'VCE',
      rider: 'VCEO',
      customer: 'V',
      ticket: 'VE',
      offer: 'VC',
      campaign: 'V',
      'operations-report': 'VX',
      finance: 'V',
      'tax-invoice': 'V',
      'bank-account': 'VC',
      staff: 'VCE',
      role: 'V',
      audit: 'V',
      setting: 'V',
    },
  }),
  role('custumercare-admin', 'Customer care admin', {
    reach: 'all',
    team: ['custumercare-admin', 'custumercare-executive'],
    may: {
      dashboard: 'V',
      order: 'VOEXR',
      cancellation: 'O',
      rejection: 'O',
      restoration: 'O',
      refund: 'VCA',
      delivery: 'VO',
      store: 'VEO',
      'store-status': 'O',
      menu: 'VO',
      rider: 'VEO',
      customer: 'VERX',
      'customer-phone': 'R',
      ticket: 'VEAX',
      offer: 'V',
      campaign: 'V',
      'operations-report': 'VX',
      'tax-invoice': 'V',
      staff: 'VCEO',
      role: 'V',
      audit: 'V',
      setting: 'V',
      'setting-reasons': 'E',
    },
    limits: { 'refund.approve': 500_000 },
  }),
  role('custumercare-executive', 'Customer care executive', {
    reach: 'all',
    may: {
      dashboard: 'V',
      order: 'VOE',
      cancellation: 'O',
      rejection: 'O',
      refund: 'VC',
      delivery: 'VO',
      store: 'V',
      menu: 'VO',
      rider: 'V',
      customer: 'V',
      'customer-phone': 'R',
      ticket: 'VE',
      offer: 'V',
      'operations-report': 'V',
      'tax-invoice': 'V',
    },
    limits: { 'order.edit': 50_000, 'refund.create': 50_000 },
  }),
  role('accountant-admin', 'Accountant admin', {
    reach: 'all',
    team: ['accountant-admin', 'accounts-manager', 'accounts-executive'],
    may: {
      dashboard: 'V',
      order: 'VX',
      refund: 'VA',
      delivery: 'V',
      store: 'V',
      'store-status': 'A',
      'change-set': 'VA',
      rider: 'V',
      customer: 'V',
      ticket: 'V',
      offer: 'VA',
      'operations-report': 'VX',
      finance: 'VAX',
      'tax-invoice': 'VAX',
      'bank-account': 'VAR',
      staff: 'VCEO',
      role: 'V',
      audit: 'VX',
      setting: 'VA',
      'setting-tax': 'EA',
      approval: 'V',
    },
  }),
  role('accounts-manager', 'Accounts manager', {
    reach: 'all',
    may: {
      dashboard: 'V',
      order: 'V',
      refund: 'VA',
      delivery: 'V',
      store: 'V',
      rider: 'V',
      customer: 'V',
      ticket: 'V',
      offer: 'V',
      'operations-report': 'V',
      finance: 'VCEX',
      'tax-invoice': 'VCX',
      'bank-account': 'VCE',
      staff: 'V',
      audit: 'V',
    },
    limits: { 'refund.approve': 1_000_000 },
  }),
  role('accounts-executive', 'Accounts executive', {
    reach: 'all',
    may: {
      dashboard: 'V',
      order: 'V',
      refund: 'VC',
      store: 'V',
      rider: 'V',
      ticket: 'V',
      finance: 'VC',
      'tax-invoice': 'VC',
      'bank-account': 'VC',
    },
  }),
  role('marketing-admin', 'Marketing admin', {
    reach: 'all',
    team: ['marketing-admin', 'marketing-executive'],
    may: {
      dashboard: 'V',
      order: 'V',
      store: 'V',
      menu: 'V',
      customer: 'VX',
      ticket: 'VX',
      offer: 'VCEDAX',
      campaign: 'VCEDAX',
      'operations-report': 'VX',
      staff: 'VCEO',
      role: 'V',
      audit: 'V',
      setting: 'V',
      'setting-templates': 'E',
    },
  }),
  role('marketing-executive', 'Marketing executive', {
    reach: 'all',
    may: {
      dashboard: 'V',
      order: 'V',
      store: 'V',
      menu: 'V',
      customer: 'V',
      ticket: 'V',
      offer: 'VCE',
      campaign: 'VCE',
      'operations-report': 'V',
    },
  }),
  role('office-staff', 'Office staff', {
    reach: 'all',
    may: {
      dashboard: 'V',
      order: 'VO',
      delivery: 'V',
      store: 'VCEO',
      menu: 'VEO',
      'change-set': 'VCE',
      rider: 'VC',
      customer: 'V',
      ticket: 'V',
      offer: 'V',
      campaign: 'V',
      'operations-report': 'V',
      staff: 'VC',
      setting: 'V',
    },
  }),
  role('store-officer', 'Store officer', {
    reach: 'store',
    may: {
      dashboard: 'V',
      order: 'VO',
      rejection: 'O',
      store: 'VCEO',
      'store-status': 'C',
      menu: 'VCEDO',
      'change-set': 'VCE',
      ticket: 'VE',
      offer: 'VC',
      'operations-report': 'V',
      finance: 'V',
      'tax-invoice': 'V',
      'bank-account': 'VC',
    },
  }),
]
