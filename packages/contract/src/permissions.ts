import { keysOf } from './values/collection.ts'

/** The eight verbs that a permission may carry. */
export const verbs = ['view', 'create', 'edit', 'delete', 'approve', 'export', 'operate', 'reveal'] as const
export type Verb = (typeof verbs)[number]

/** What can be permitted: label, the verbs that exist for it, and what `operate` and `approve` mean there. */
export const permissionResources = {
  approval: { label: 'Approvals', verbs: ['view'] },
  dashboard: { label: 'Dashboard', verbs: ['view'] },
  order: { label: 'Orders', verbs: ['view', 'edit', 'operate', 'export', 'reveal'] },
  cancellation: { label: 'Order cancellation', verbs: ['operate'] },
  rejection: { label: 'Order rejection', verbs: ['operate'] },
  restoration: { label: 'Order restoration', verbs: ['operate'] },
  refund: { label: 'Refunds', verbs: ['view', 'create', 'approve'] },
  delivery: { label: 'Delivery map and assignment', verbs: ['view', 'operate'] },
  store: { label: 'Stores', verbs: ['view', 'create', 'edit', 'operate', 'delete', 'export'] },
  'store-status': { label: 'Store approval and suspension', verbs: ['create', 'approve', 'operate'] },
  menu: { label: 'Menus, categories, options and brands', verbs: ['view', 'create', 'edit', 'delete', 'operate'] },
  'change-set': { label: 'Uploads, scans and bulk edits', verbs: ['view', 'create', 'edit', 'approve'] },
  rider: { label: 'Riders', verbs: ['view', 'create', 'edit', 'operate', 'export'] },
  customer: { label: 'Customers', verbs: ['view', 'edit', 'export', 'reveal'] },
  'customer-phone': { label: "One customer's phone at a time", verbs: ['reveal'] },
  ticket: { label: 'Tickets, feedback and reviews', verbs: ['view', 'edit', 'approve', 'export'] },
  offer: { label: 'Offers and coupons', verbs: ['view', 'create', 'edit', 'delete', 'approve', 'export'] },
  campaign: { label: 'Banners and notifications', verbs: ['view', 'create', 'edit', 'delete', 'approve', 'export'] },
  'operations-report': { label: 'Operations reports', verbs: ['view', 'export'] },
  finance: { label: 'Finance and settlements', verbs: ['view', 'create', 'edit', 'approve', 'export'] },
  'tax-invoice': { label: 'Tax invoices', verbs: ['view', 'create', 'approve', 'export'] },
  'bank-account': { label: 'Bank details', verbs: ['view', 'create', 'edit', 'approve', 'reveal'] },
  staff: { label: 'Staff accounts', verbs: ['view', 'create', 'edit', 'operate', 'export'] },
  role: { label: 'Roles and permissions', verbs: ['view', 'create', 'edit', 'delete'] },
  audit: { label: 'Audit trail', verbs: ['view', 'export'] },
  setting: { label: 'Settings', verbs: ['view', 'create', 'edit', 'delete', 'export', 'approve'] },
  'setting-reasons': { label: 'Reason lists', verbs: ['edit'] },
  'setting-tax': { label: 'Tax and fee settings', verbs: ['edit', 'approve'] },
  'setting-templates': { label: 'Message templates', verbs: ['edit'] },
} as const satisfies Record<string, { label: string; verbs: readonly Verb[] }>

export type PermissionResource = keyof typeof permissionResources

/** `resource.verb`: the closed list, one union. */
export type Permission = { [R in PermissionResource]: `${R}.${(typeof permissionResources)[R]['verbs'][number]}` }[PermissionResource]

/** Every permission there is, in the order of the table. */
export const permissions: readonly Permission[] = /* @__PURE__ */ listPermissions()

function listPermissions(): Permission[] {
  return Object.entries(permissionResources).flatMap(([resource, { verbs }]) => verbs.map((verb) => `${resource}.${verb}` as Permission))
}

/** What the scopes of a channel key open; the API's other door. */
export const channelScopeWords = {
  'channel:orders': "place orders and read one's own",
  'channel:order-events': 'say what a store, rider or customer does with an order',
  'channel:riders': 'read riders and tell where they are',
  'channel:carts': 'tell what happens in carts',
  'channel:devices': 'register push tokens',
  'channel:reviews': 'bring in reviews and feedback',
  'channel:machines': 'read tills, printers and tablets, and tell that they are alive',
  'channel:quotes': 'price baskets',
  'channel:catalogue': 'read stores and menus',
} as const
export type ChannelScope = keyof typeof channelScopeWords
export const channelScopes = /* @__PURE__ */ keysOf(channelScopeWords)

/** Whom a program may speak for on a live order. */
export const channelParties = ['customer', 'store', 'rider'] as const
export type ChannelParty = (typeof channelParties)[number]

/** What a channel key was made for, and for whom its program may therefore speak. */
export const channelKinds = {
  'customer-app': ['customer'],
  'store-app': ['store'],
  till: ['store'],
  'rider-app': ['rider'],
  simulator: channelParties,
} as const satisfies Record<string, readonly ChannelParty[]>
export type ChannelKind = keyof typeof channelKinds

/** How far a grant reaches. */
export const scopeKinds = ['all', 'branch', 'store'] as const
export type ScopeKind = (typeof scopeKinds)[number]

/** `order.operate` in words: "operate orders". */
export function describePermission(permission: Permission): string {
  const [resource, verb] = permission.split('.') as [PermissionResource, Verb]
  return `${verb} ${permissionResources[resource].label.toLowerCase()}`
}
