import * as z from 'zod/mini'
import { contract, get, patch } from '../endpoint.ts'
import { Allowed } from '../page.ts'
import { rangeOf } from '../range.ts'
import { keysOf } from '../values/collection.ts'
import { Clock, DateFormat, NumberFormat } from '../values/conventions.ts'
import { Currency, currencies } from '../values/currency.ts'
import { TimeZone } from '../values/local-date.ts'
import { decimal, maxWhole, whole } from '../values/number.ts'
import { CallingCode } from '../values/phone.ts'
import { opaque, text } from '../values/text.ts'

/** How tax is named and whether a total is rounded: `in-gst` halves it into CGST and SGST and rounds to whole units, `simple` adds it by rate. */
export const taxRegimeLabels = { 'in-gst': 'India GST', simple: 'By rate' } as const
export const TaxRegime = z.enum(keysOf(taxRegimeLabels))
export type TaxRegime = z.infer<typeof TaxRegime>

/** Whether tax is added to prices and fees, or within them. */
export const taxedPricesLabels = { exclusive: 'Added to prices', inclusive: 'Included in prices' } as const
export const TaxedPrices = z.enum(keysOf(taxedPricesLabels))
export type TaxedPrices = z.infer<typeof TaxedPrices>

/** A rate of tax in parts per million, up to the whole price. */
const TaxPpm = whole(0, 1_000_000)

/**
 * Every setting there is, with what it may be and what it is until somebody changes it. `unit` is what a number counts (`ppm`: parts per
 * million); what is about tax is changed by those who keep the taxes, what decides how orders are priced by two people (0040). The calling code
 * is that of the country of the time zone until somebody changes it, and numbers are grouped as the currency's own country does.
 *
 * Under `in-gst` the tax on packing and delivery depends on who supplies them: charged by the seller they are part of the value of the supply
 * and bear its rate (CGST Act, 2017, section 15(2)(c)); on local delivery the marketplace pays the tax where whoever delivers need not be
 * registered (section 9(5) with notification 17/2025-Central Tax (Rate), from 22 September 2025). Nothing here can know which it is: both are
 * 0 until somebody who keeps the taxes says.
 */
export const settings = {
  'installation.name': {
    group: 'Installation',
    label: 'Name of the marketplace',
    unit: null,
    schema: text({ max: 60 }),
    initial: 'Larder',
  },
  'installation.currency': { group: 'Installation', label: 'Currency', unit: null, schema: Currency, initial: 'INR', isChecked: true },
  'installation.taxRegime': {
    group: 'Tax',
    label: 'Tax regime of new orders',
    unit: null,
    schema: TaxRegime,
    initial: 'in-gst',
    isTax: true,
    isChecked: true,
  },
  'tax.prices': {
    group: 'Tax',
    label: 'Tax in prices',
    unit: null,
    schema: TaxedPrices,
    initial: 'exclusive',
    isTax: true,
    isChecked: true,
  },
  'tax.deliveryPpm': { group: 'Tax', label: 'Tax on delivery', unit: 'ppm', schema: TaxPpm, initial: 0, isTax: true },
  'tax.packingPpm': { group: 'Tax', label: 'Tax on packing', unit: 'ppm', schema: TaxPpm, initial: 0, isTax: true },
  'installation.timeZone': { group: 'Installation', label: 'Time zone of reports', unit: null, schema: TimeZone, initial: 'Asia/Kolkata' },
  'installation.callingCode': {
    group: 'Installation',
    label: 'Default calling code',
    unit: null,
    schema: CallingCode,
    initial: '',
    follows: 'installation.timeZone',
  },
  'installation.dates': { group: 'Installation', label: 'Date format', unit: null, schema: DateFormat, initial: 'en-US' },
  'installation.clock': { group: 'Installation', label: 'Clock', unit: null, schema: Clock, initial: '12-hour' },
  'installation.numbers': {
    group: 'Installation',
    label: 'Number format',
    unit: null,
    schema: NumberFormat,
    initial: 'en-US',
    follows: 'installation.currency',
  },
  'order.warnMinutes': {
    group: 'Orders',
    label: 'Wait before a warning about a new order',
    unit: 'minutes',
    schema: whole(1, 120),
    initial: 5,
  },
  'order.autoRejectMinutes': {
    group: 'Orders',
    label: 'Wait before a new order is rejected',
    unit: 'minutes',
    schema: whole(1, 240),
    initial: 10,
  },
  'order.paymentMinutes': {
    group: 'Orders',
    label: 'Wait for the payment of an online order',
    unit: 'minutes',
    schema: whole(1, 240),
    initial: 15,
  },
  'order.maxDelays': { group: 'Orders', label: 'Delays allowed per order', unit: 'times', schema: whole(0, 10), initial: 2 },
  'order.restoreMinutes': {
    group: 'Orders',
    label: 'Time to restore a rejected or cancelled order',
    unit: 'minutes',
    schema: whole(1, 240),
    initial: 30,
  },
  'order.travelMinutes': {
    group: 'Orders',
    label: 'Travel time in promises',
    unit: 'minutes',
    schema: whole(1, 240),
    initial: 20,
  },
  'privacy.revealsPerHour': {
    group: 'Privacy',
    label: 'Phone numbers that one person may reveal in an hour',
    unit: 'times',
    schema: whole(1, 1000),
    initial: 30,
  },
  'approval.expiryDays': {
    group: 'Approvals',
    label: 'Time to approve a request',
    unit: 'days',
    schema: whole(1, 60),
    initial: 7,
  },
  'session.idleHours': { group: 'Sign-in', label: 'Idle time before sign-out', unit: 'hours', schema: whole(1, 168), initial: 12 },
  'session.absoluteDays': { group: 'Sign-in', label: 'Longest session', unit: 'days', schema: whole(1, 90), initial: 7 },
  'task.fileDays': { group: 'Exports', label: 'Keep exported files', unit: 'days', schema: whole(1, 90), initial: 7 },
  'draft.keptDays': { group: 'Forms', label: 'Time an unfinished draft is kept', unit: 'days', schema: whole(1, 365), initial: 30 },
} as const satisfies Record<string, SettingFacts>

export interface SettingFacts {
  group: string
  label: string
  unit: string | null
  schema: z.core.$ZodType
  initial: string | number
  isTax?: true
  /** Another person approves a change of it. */
  isChecked?: true
  follows?: 'installation.timeZone' | 'installation.currency'
}

export type SettingKey = keyof typeof settings
export type SettingValue<K extends SettingKey> = z.core.output<(typeof settings)[K]['schema']>

/**
 * What a setting's value is: a whole number or a text within bounds, one of a few words, a currency's code, an IANA time zone, or the digits
 * of a calling code.
 */
export const SettingKind = z.enum(['number', 'text', 'choice', 'currency', 'time-zone', 'calling-code'])
export type SettingKind = z.infer<typeof SettingKind>

const keys = keysOf(settings)
const isTax = (key: SettingKey) => 'isTax' in settings[key]

/**
 * `choices` are those of a choice or a currency, `min` and `max` those of a number's value or a text's characters.
 *
 * `version` 0 means that nobody has changed it yet: `value` is `initial`, which comes from the setting that it `follows`, if any; of the
 * calling code it is empty where the time zone is of no country. `allowed` names `change` or `changeTax` for who may, with who must approve it.
 */
export const Setting = z.strictObject({
  id: z.enum(keys),
  group: z.string(),
  label: z.string(),
  unit: z.nullable(z.string()),
  kind: SettingKind,
  choices: z.nullable(z.array(z.string())),
  min: z.nullable(z.int()),
  max: z.nullable(z.int()),
  value: z.union([z.string(), z.number()]),
  initial: z.union([z.string(), z.number()]),
  follows: z.nullable(z.enum(keys)),
  version: z.int(),
  allowed: Allowed,
})
export type Setting = z.infer<typeof Setting>

const kinds = new Map<z.core.$ZodType, SettingKind>([
  [Currency, 'currency'],
  [TimeZone, 'time-zone'],
  [CallingCode, 'calling-code'],
])

/** What a setting's value may be, as its schema has it. */
export function settingValues(key: SettingKey): Pick<Setting, 'kind' | 'choices' | 'min' | 'max'> {
  const { schema }: SettingFacts = settings[key]
  const open = { choices: null, min: null, max: null }
  if (schema instanceof z.core.$ZodEnum) return { ...open, kind: 'choice', choices: Object.values(schema._zod.def.entries).map(String) }
  const kind = kinds.get(schema)
  if (kind) return { ...open, kind, choices: kind === 'currency' ? [...currencies] : null }
  const { min = null, max = null } = rangeOf(schema)
  return { ...open, kind: schema instanceof z.core.$ZodNumber ? 'number' : 'text', min, max }
}

export const settingContract = contract('setting', {
  list: get('/settings/values', {
    permission: 'setting.view',
    response: z.array(Setting),
    summary: 'Every setting with its value and its default',
  }),
  change: changing('/settings/values/:id', 'setting', (key) => !isTax(key)),
  changeTax: changing('/settings/taxes/:id', 'setting-tax', isTax),
})

/** What it takes to change a setting is the same for all of a kind; whether a second person must look is the setting's own. */
export function isCheckedSetting(key: SettingKey): boolean {
  return 'isChecked' in settings[key]
}

function changing<const P extends string, const R extends 'setting' | 'setting-tax'>(
  path: P,
  resource: R,
  concerns: (key: SettingKey) => boolean,
) {
  return patch(path, {
    permission: `${resource}.edit`,
    approval: {
      by: `${resource}.approve`,
      needs: ({ id }) => (isCheckedSetting(id as SettingKey) ? `Change ${inSentence(settings[id as SettingKey].label)}` : null),
    },
    params: z.strictObject({ id: z.enum(keys.filter(concerns)) }),
    body: z.strictObject({ version: whole(0, maxWhole), value: z.union([opaque(200), decimal(-maxWhole, maxWhole)]) }),
    response: Setting,
    summary: 'Change a setting; it applies at once',
  })
}

function inSentence(label: string): string {
  return label.charAt(0).toLowerCase() + label.slice(1)
}
