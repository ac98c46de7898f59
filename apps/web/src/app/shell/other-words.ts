import type { SettingKey } from '@larder/contract'

/** What a desk calls pages otherwise than the product does, by their paths: for whoever types it, never to be read. */
export const pageWords: Readonly<Record<string, readonly string[]>> = {
  '/accounts/all': ['users', 'employees', 'logins', 'passwords', 'invite'],
  '/audit-tails': ['log', 'activity', 'changes'],
  '/customerService/list': ['users', 'buyers', 'clients'],
  '/customerService/macros': ['templates', 'canned', 'snippets'],
  '/customerService/tickets': ['support', 'cases', 'complaints', 'sla'],
  '/dashboard': ['home', 'overview', 'kpi'],
  '/deliveryBoy/earnings': ['wages', 'payout'],
  '/deliveryBoy/list': ['drivers', 'couriers'],
  '/deliveryBoy/shifts': ['roster', 'attendance'],
  '/feedback': ['complaints', 'suggestions', 'praise'],
  '/money/cash': ['remittance'],
  '/money/journal': ['ledger', 'books', 'transactions'],
  '/money/trial-balance': ['ledger', 'books', 'accounts'],
  '/order/map': ['tracking', 'dispatch'],
  '/order/onlineOrder': ['payments', 'stripe', 'cards'],
  '/order/review': ['ratings', 'stars'],
  '/settings/area': ['zones', 'delivery', 'fees', 'charges'],
  '/settings/channels': ['api', 'integrations', 'tokens', 'webhooks'],
  '/settings/configuration': ['settings', 'options', 'preferences'],
  '/settings/cratis': ['boxes', 'deposits'],
  '/settings/permission': ['access', 'rights'],
  '/settings/reasons': ['cancellation', 'refund', 'topics', 'tags'],
  '/settings/rider-pay': ['wages', 'rates'],
  '/settings/role': ['permissions', 'access', 'rights'],
  '/settings/tax-profiles': ['tax', 'rates', 'vat', 'gst'],
  '/store/bulkupdate': ['mass', 'prices'],
  '/store/list': ['shops', 'vendors', 'merchants', 'outlets'],
  '/store/menuUpload': ['import', 'csv', 'excel'],
  '/store/temporary-states': ['paused', 'closed', 'busy', 'blocked'],
}

/** The same of settings. */
export const settingWords: Partial<Record<SettingKey, readonly string[]>> = {
  'installation.numbers': ['decimal', 'separator', 'lakh'],
  'installation.taxRegime': ['vat', 'gst'],
  'session.idleHours': ['timeout', 'logout'],
  'signIn.secondFactor': ['2fa', 'mfa', 'otp'],
  'tax.prices': ['inclusive', 'exclusive', 'vat', 'gst'],
  'ticket.deskDays': ['business', 'working', 'weekend'],
  'ticket.deskFrom': ['business', 'working', 'hours'],
  'ticket.deskTo': ['business', 'working', 'hours'],
}
