import {
  type AccountPage,
  type PermissionResource,
  type PermissionRow,
  permissionResources,
  type ScopeKind,
  type Verb,
} from '@larder/contract'

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
  /** Keys of the roles whose people these are the team leads of: their accounts and those of their own role are all that they see. */
  team?: readonly string[]
  /** By resource the letters of its verbs. */
  may: Partial<Record<PermissionResource, string>>
  /** Permission to the most that one act may move, in minor units. */
  limits?: Record<string, number>
}

const role = (key: AccountPage, name: string, rest: Pick<BuiltInRole, 'reach' | 'team'>): BuiltInRole => ({
  key,
  name,
  accountsPath: key,
  ...rest,
  ...heldBy(key),
})

/** What the permissions say of a role: its verbs of each resource, and its limits. */
function heldBy(key: AccountPage): Pick<BuiltInRole, 'may' | 'limits'> {
  const facts = Object.entries<PermissionRow>(permissionResources)
  const may = facts.flatMap(([resource, { roles }]) => (roles[key] ? [[resource, roles[key]]] : []))
  const limits = facts.flatMap(([resource, { limits: most = {} }]) =>
    Object.entries(most).flatMap(([verb, of]) => (of[key] === undefined ? [] : [[`${resource}.${verb}`, of[key]]])),
  )
  return { may: Object.fromEntries(may), limits: Object.fromEntries(limits) }
}

/**
 * Who may do what from the first day: the columns of the product's table of access, whose rows stand with the permissions. Five readings of it: who may edit stores or
 * menus may also operate them (pause, snooze); who may cancel an order may also reject it; who refunds may ask for what is beyond the own limit; a partner, who opens the accounts of the
 * own branch, may do in all of its stores what a store officer may in one, because nobody grants what they lack; and cash is finance, and with a partner riders': who makes entries there takes cash
 * in, and the accountant admin, who approves there, takes in none but approves differences and reverses deposits.
 */
export const builtInRoles: readonly BuiltInRole[] = [
  { key: 'admin', name: 'Administrator', accountsPath: null, isAdmin: true, reach: 'all', may: {} },
  role('branch-partner', 'Branch partner', { reach: 'branch' }),
  role('custumercare-admin', 'Customer care admin', { reach: 'all', team: ['custumercare-executive'] }),
  role('custumercare-executive', 'Customer care executive', { reach: 'all' }),
  role('accountant-admin', 'Accountant admin', { reach: 'all', team: ['accounts-manager', 'accounts-executive'] }),
  role('accounts-manager', 'Accounts manager', { reach: 'all' }),
  role('accounts-executive', 'Accounts executive', { reach: 'all' }),
  role('marketing-admin', 'Marketing admin', { reach: 'all', team: ['marketing-executive'] }),
  role('marketing-executive', 'Marketing executive', { reach: 'all' }),
  role('office-staff', 'Office staff', { reach: 'all' }),
  role('store-officer', 'Store officer', { reach: 'store' }),
]
