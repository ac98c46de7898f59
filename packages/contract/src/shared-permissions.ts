import type { PermissionRow } from './permission-row.ts'

/**
 * Permissions that the contracts of several kinds of records ask for, or none yet; what one contract alone asks for stands with it. Of edits and refunds a limit holds for what
 * all of one order move together (0078); of cancellations, for that with what goes back of an order that was ready (0079).
 */
// biome-ignore format: who has a resource is a line
export const sharedPermissions = {
  approval: {
    label: 'Approvals',
    verbs: ['view'],
    roles: { 'branch-partner': 'V', 'custumercare-admin': 'V', 'custumercare-executive': 'V', 'accountant-admin': 'V', 'accounts-manager': 'V', 'accounts-executive': 'V' },
  },
  dashboard: {
    label: 'Dashboard',
    verbs: ['view'],
    roles: { 'branch-partner': 'V', 'custumercare-admin': 'V', 'custumercare-executive': 'V', 'accountant-admin': 'V', 'accounts-manager': 'V', 'accounts-executive': 'V', 'marketing-admin': 'V', 'marketing-executive': 'V', 'office-staff': 'V', 'store-officer': 'V' },
  },
  order: {
    label: 'Orders',
    verbs: ['view', 'create', 'edit', 'operate', 'export', 'reveal'],
    limits: { edit: { 'custumercare-executive': 50_000 } },
    roles: { 'branch-partner': 'VOX', 'custumercare-admin': 'VCOEXR', 'custumercare-executive': 'VCOE', 'accountant-admin': 'VX', 'accounts-manager': 'V', 'accounts-executive': 'V', 'marketing-admin': 'V', 'marketing-executive': 'V', 'office-staff': 'VO', 'store-officer': 'VO' },
  },
  cancellation: {
    label: 'Order cancellation',
    verbs: ['operate'],
    limits: { operate: { 'custumercare-executive': 50_000 } },
    roles: { 'branch-partner': 'O', 'custumercare-admin': 'O', 'custumercare-executive': 'O' },
  },
  rejection: {
    label: 'Order rejection',
    verbs: ['operate'],
    roles: { 'branch-partner': 'O', 'custumercare-admin': 'O', 'custumercare-executive': 'O', 'store-officer': 'O' },
  },
  restoration: {
    label: 'Order restoration',
    verbs: ['operate'],
    roles: { 'custumercare-admin': 'O' },
  },
  refund: {
    label: 'Refunds',
    verbs: ['view', 'create', 'approve'],
    conflicts: {
      refund: { maker: 'create', why: 'The same people ask for refunds and approve them.' },
    },
    limits: { create: { 'custumercare-executive': 50_000 }, approve: { 'custumercare-admin': 500_000, 'accounts-manager': 1_000_000 } },
    roles: { 'branch-partner': 'VC', 'custumercare-admin': 'VCA', 'custumercare-executive': 'VC', 'accountant-admin': 'VA', 'accounts-manager': 'VA', 'accounts-executive': 'VC' },
  },
  delivery: {
    label: 'Delivery map and assignment',
    verbs: ['view', 'operate'],
    roles: { 'branch-partner': 'VO', 'custumercare-admin': 'VO', 'custumercare-executive': 'VO', 'accountant-admin': 'V', 'accounts-manager': 'V', 'office-staff': 'V' },
  },
  store: {
    label: 'Stores',
    verbs: ['view', 'create', 'edit', 'operate', 'delete', 'export'],
    roles: { 'branch-partner': 'VCEO', 'custumercare-admin': 'VEO', 'custumercare-executive': 'V', 'accountant-admin': 'V', 'accounts-manager': 'V', 'accounts-executive': 'V', 'marketing-admin': 'V', 'marketing-executive': 'V', 'office-staff': 'VCEO', 'store-officer': 'VCEO' },
  },
  'store-status': {
    label: 'Store approval and suspension',
    verbs: ['create', 'approve', 'operate'],
    conflicts: {
      store: { maker: 'create', why: 'The same people propose stores and approve them.' },
    },
    roles: { 'branch-partner': 'C', 'custumercare-admin': 'O', 'accountant-admin': 'A', 'store-officer': 'C' },
  },
  menu: {
    label: 'Menus, categories, options and brands',
    verbs: ['view', 'create', 'edit', 'delete', 'operate'],
    roles: { 'branch-partner': 'VCEDO', 'custumercare-admin': 'VO', 'custumercare-executive': 'VO', 'marketing-admin': 'V', 'marketing-executive': 'V', 'office-staff': 'VEO', 'store-officer': 'VCEDO' },
  },
  'change-set': {
    label: 'Uploads, scans and bulk edits',
    verbs: ['view', 'create', 'edit', 'approve'],
    conflicts: {
      'change-set': { maker: 'create', why: 'The same people upload prices and approve them.' },
    },
    roles: { 'branch-partner': 'VCE', 'accountant-admin': 'VA', 'office-staff': 'VCE', 'store-officer': 'VCE' },
  },
  rider: {
    label: 'Riders',
    verbs: ['view', 'create', 'edit', 'operate', 'export'],
    roles: { 'branch-partner': 'VCEO', 'custumercare-admin': 'VEO', 'custumercare-executive': 'V', 'accountant-admin': 'V', 'accounts-manager': 'V', 'accounts-executive': 'V', 'office-staff': 'VC' },
  },
  'rider-document': {
    label: "One number of a rider's documents at a time",
    verbs: ['reveal'],
    roles: { 'custumercare-admin': 'R', 'custumercare-executive': 'R' },
  },
  customer: {
    label: 'Customers',
    verbs: ['view', 'edit', 'approve', 'export', 'reveal'],
    conflicts: {
      customer: { maker: 'edit', why: 'The same people ask for customers to be erased and approve it.' },
    },
    roles: { 'branch-partner': 'V', 'custumercare-admin': 'VERX', 'custumercare-executive': 'V', 'accountant-admin': 'V', 'accounts-manager': 'V', 'marketing-admin': 'VX', 'marketing-executive': 'V', 'office-staff': 'V' },
  },
  'customer-data': {
    label: 'All that is held of a customer',
    verbs: ['export'],
    roles: { 'custumercare-admin': 'X' },
  },
  'customer-phone': {
    label: "One customer's phone or e-mail at a time",
    verbs: ['reveal'],
    roles: { 'custumercare-admin': 'R', 'custumercare-executive': 'R' },
  },
  ticket: {
    label: 'Tickets, feedback and reviews',
    verbs: ['view', 'edit', 'approve', 'export'],
    roles: { 'branch-partner': 'VE', 'custumercare-admin': 'VEAX', 'custumercare-executive': 'VE', 'accountant-admin': 'V', 'accounts-manager': 'V', 'accounts-executive': 'V', 'marketing-admin': 'VX', 'marketing-executive': 'V', 'office-staff': 'V', 'store-officer': 'VE' },
  },
  offer: {
    label: 'Offers and coupons',
    verbs: ['view', 'create', 'edit', 'delete', 'approve', 'export'],
    conflicts: {
      offer: { maker: 'create', why: 'The same people make offers and approve what these cost.' },
    },
    roles: { 'branch-partner': 'VC', 'custumercare-admin': 'V', 'custumercare-executive': 'V', 'accountant-admin': 'VA', 'accounts-manager': 'V', 'marketing-admin': 'VCEDAX', 'marketing-executive': 'VCE', 'office-staff': 'V', 'store-officer': 'VC' },
  },
  campaign: {
    label: 'Banners and notifications',
    verbs: ['view', 'create', 'edit', 'delete', 'approve', 'export'],
    conflicts: {
      campaign: { maker: 'create', why: 'The same people write to customers and approve what is sent.' },
    },
    roles: { 'branch-partner': 'V', 'custumercare-admin': 'V', 'marketing-admin': 'VCEDAX', 'marketing-executive': 'VCE', 'office-staff': 'V' },
  },
  'operations-report': {
    label: 'Operations reports',
    verbs: ['view', 'export'],
    roles: { 'branch-partner': 'VX', 'custumercare-admin': 'VX', 'custumercare-executive': 'V', 'accountant-admin': 'VX', 'accounts-manager': 'V', 'marketing-admin': 'VX', 'marketing-executive': 'V', 'office-staff': 'V', 'store-officer': 'V' },
  },
  cash: {
    label: 'Cash to deposit',
    verbs: ['view', 'create', 'approve', 'export'],
    conflicts: {
      cash: { maker: 'create', why: 'The same people take cash in and reverse deposits.' },
    },
    limits: { create: { 'branch-partner': 100_000, 'accounts-manager': 500_000, 'accounts-executive': 50_000 } },
    roles: { 'branch-partner': 'VCX', 'accountant-admin': 'VAX', 'accounts-manager': 'VCX', 'accounts-executive': 'VC', 'office-staff': 'V', 'store-officer': 'V' },
  },
  finance: {
    label: 'Finance and settlements',
    verbs: ['view', 'create', 'edit', 'approve', 'export'],
    conflicts: {
      settlement: { maker: 'create', why: 'The same people draw up payouts to stores and approve them.' },
      statement: { maker: 'edit', why: 'The same people change statements of stores and approve them.' },
    },
    limits: { edit: { 'accounts-manager': 500_000 } },
    roles: { 'branch-partner': 'V', 'accountant-admin': 'VAX', 'accounts-manager': 'VCEX', 'accounts-executive': 'VC', 'store-officer': 'V' },
  },
  'tax-invoice': {
    label: 'Tax invoices',
    verbs: ['view', 'create', 'approve', 'export'],
    conflicts: {
      'tax-invoice': { maker: 'create', why: 'The same people write tax invoices and approve them.' },
    },
    roles: { 'branch-partner': 'V', 'custumercare-admin': 'V', 'custumercare-executive': 'V', 'accountant-admin': 'VAX', 'accounts-manager': 'VCX', 'accounts-executive': 'VC', 'store-officer': 'V' },
  },
  staff: {
    label: 'Staff accounts',
    verbs: ['view', 'create', 'edit', 'operate', 'export'],
    roles: { 'branch-partner': 'VCE', 'custumercare-admin': 'VCEO', 'accountant-admin': 'VCEO', 'accounts-manager': 'V', 'marketing-admin': 'VCEO', 'office-staff': 'VC' },
  },
  role: {
    label: 'Roles and permissions',
    verbs: ['view', 'create', 'edit', 'delete', 'approve'],
    conflicts: {
      role: { maker: 'edit', why: 'The same people widen roles and approve it.' },
    },
    roles: { 'branch-partner': 'V', 'custumercare-admin': 'V', 'accountant-admin': 'V', 'marketing-admin': 'V' },
  },
  audit: {
    label: 'Audit trail',
    verbs: ['view', 'export'],
    roles: { 'branch-partner': 'V', 'custumercare-admin': 'V', 'accountant-admin': 'VX', 'accounts-manager': 'V', 'marketing-admin': 'V' },
  },
  setting: {
    label: 'Settings',
    verbs: ['view', 'create', 'edit', 'delete', 'export', 'approve'],
    conflicts: {
      setting: { maker: 'edit', why: 'The same people change settings and approve the changes.' },
    },
    roles: { 'branch-partner': 'V', 'custumercare-admin': 'V', 'accountant-admin': 'VA', 'marketing-admin': 'V', 'office-staff': 'V' },
  },
  'setting-reasons': {
    label: 'Reason lists',
    verbs: ['edit'],
    roles: { 'custumercare-admin': 'E' },
  },
  'setting-tax': {
    label: 'Tax and fee settings',
    verbs: ['edit', 'approve'],
    conflicts: {
      'setting-tax': { maker: 'edit', why: 'The same people change tax rules and approve the changes.' },
    },
    roles: { 'accountant-admin': 'EA' },
  },
  'setting-templates': {
    label: 'Message templates',
    verbs: ['edit'],
    roles: { 'marketing-admin': 'E' },
  },
} as const satisfies Readonly<Record<string, PermissionRow>>
