/** The eight verbs that a permission may carry. */
export const verbs = ['view', 'create', 'edit', 'delete', 'approve', 'export', 'operate', 'reveal'] as const
export type Verb = (typeof verbs)[number]

/** What can be permitted: label, the verbs that exist for it, and what `operate` and `approve` mean there. */
export const permissionResources = {
  approval: { label: 'Approvals', verbs: ['view'] },
  dashboard: { label: 'Dashboard', verbs: ['view'] },
  order: { label: 'Orders', verbs: ['view', 'create', 'edit', 'operate', 'export', 'reveal'] },
  cancellation: { label: 'Order cancellation', verbs: ['operate'] },
  rejection: { label: 'Order rejection', verbs: ['operate'] },
  restoration: { label: 'Order restoration', verbs: ['operate'] },
  refund: { label: 'Refunds', verbs: ['view', 'create', 'approve'] },
  delivery: { label: 'Delivery map and assignment', verbs: ['view', 'operate'] },
  store: { label: 'Stores', verbs: ['view', 'create', 'edit', 'operate', 'delete', 'export'] },
  machine: { label: 'Tills, printers and tablets', verbs: ['view', 'create', 'edit', 'operate', 'export'] },
  'store-status': { label: 'Store approval and suspension', verbs: ['create', 'approve', 'operate'] },
  menu: { label: 'Menus, categories, options and brands', verbs: ['view', 'create', 'edit', 'delete', 'operate'] },
  'change-set': { label: 'Uploads, scans and bulk edits', verbs: ['view', 'create', 'edit', 'approve'] },
  'crate-movement': { label: 'Crate issue and return', verbs: ['view', 'create', 'export'] },
  rider: { label: 'Riders', verbs: ['view', 'create', 'edit', 'operate', 'export'] },
  'rider-document': { label: "One number of a rider's documents at a time", verbs: ['reveal'] },
  customer: { label: 'Customers', verbs: ['view', 'edit', 'approve', 'export', 'reveal'] },
  'customer-data': { label: 'All that is held of a customer', verbs: ['export'] },
  'customer-phone': { label: "One customer's phone or e-mail at a time", verbs: ['reveal'] },
  segment: { label: 'Customer segments', verbs: ['view', 'create', 'edit', 'delete'] },
  ticket: { label: 'Tickets, feedback and reviews', verbs: ['view', 'edit', 'approve', 'export'] },
  offer: { label: 'Offers and coupons', verbs: ['view', 'create', 'edit', 'delete', 'approve', 'export'] },
  campaign: { label: 'Banners and notifications', verbs: ['view', 'create', 'edit', 'delete', 'approve', 'export'] },
  'operations-report': { label: 'Operations reports', verbs: ['view', 'export'] },
  cash: { label: 'Cash to deposit', verbs: ['view', 'create', 'approve', 'export'] },
  'hand-over': { label: 'Shift hand-overs', verbs: ['view', 'operate', 'approve'] },
  'branch-day': { label: 'Day close', verbs: ['view', 'create', 'approve'] },
  finance: { label: 'Finance and settlements', verbs: ['view', 'create', 'edit', 'approve', 'export'] },
  'tax-invoice': { label: 'Tax invoices', verbs: ['view', 'create', 'approve', 'export'] },
  'bank-account': { label: 'Bank details', verbs: ['view', 'create', 'edit', 'approve', 'reveal'] },
  staff: { label: 'Staff accounts', verbs: ['view', 'create', 'edit', 'operate', 'export'] },
  'channel-key': { label: 'Channel keys', verbs: ['view', 'create', 'edit', 'operate'] },
  role: { label: 'Roles and permissions', verbs: ['view', 'create', 'edit', 'delete', 'approve'] },
  mail: { label: 'Outgoing mail', verbs: ['view', 'operate'] },
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

/**
 * Permissions of which a role may have a limit: the most that one act moves; of edits and refunds, what all of one order move together (0078); of
 * cancellations, that with what goes back of an order that was ready (0079).
 */
export const limitedPermissions = [
  'order.edit',
  'cancellation.operate',
  'refund.create',
  'refund.approve',
  'cash.create',
  'finance.edit',
] as const satisfies readonly Permission[]

/** Whether a role may have a limit of this permission. */
export function isLimited(permission: Permission): boolean {
  return (limitedPermissions as readonly Permission[]).includes(permission)
}

/** `order.operate` in words: "operate orders". */
export function describePermission(permission: Permission): string {
  const [resource, verb] = permission.split('.') as [PermissionResource, Verb]
  return `${verb} ${permissionResources[resource].label.toLowerCase()}`
}
