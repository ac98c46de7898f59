import * as z from 'zod/mini'
import { type ApprovalRule, contract, get, patch, post } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { Allowed, byId, Named } from '../page.ts'
import { rangeOf } from '../range.ts'
import { enumOf, keysOf } from '../values/collection.ts'
import { Clock, DateFormat, NumberFormat } from '../values/conventions.ts'
import { Currency, currencies } from '../values/currency.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { LocalTime, TimeZone } from '../values/local-date.ts'
import { MapTiles } from '../values/map-tiles.ts'
import { decimal, maxWhole, Version, whole } from '../values/number.ts'
import { CallingCode } from '../values/phone.ts'
import { opaque, text } from '../values/text.ts'
import { approvalSettings } from './approval-settings.ts'
import { CaptureMoment } from './capture-moment.ts'
import { changeSetSettings } from './change-set-settings.ts'
import { newStoreSettings } from './new-store-settings.ts'
import { askedWords, profileOf } from './setting-request.ts'
import { TaxedPrices, TaxRegime } from './tax-rules.ts'
import { ticketSettings } from './ticket-settings.ts'

/** Who has to set up two-step sign-in before anything else. */
export const secondFactorOfLabels = { nobody: 'Nobody', administrators: 'Administrators', everybody: 'Everybody' } as const
const SecondFactorOf = enumOf(secondFactorOfLabels)

const expiredRiderPaperLabels = { warn: 'Staff are told', block: 'Staff are told and the rider is blocked' } as const
const expiredLicenceLabels = { warn: 'Staff are told', pause: 'Staff are told and the store is paused' } as const

/** A tax profile, by its id, or none: not taxed. */
const TaxProfileChoice = z.union([z.literal('none'), idOf('tax-profile')])
const chargeTax = { group: 'Tax', unit: null, schema: TaxProfileChoice, initial: 'none', isTax: true, isChecked: true } as const
const orderMinutes = (most: number) => ({ group: 'Orders', unit: 'minutes', schema: whole(1, most) }) as const

/**
 * Every setting there is, with what it may be and what it is until somebody changes it. `unit` is what a number counts (`ppm`: parts per
 * million; `currency`: whole units of the installation's, by whose code it is told); what is about tax is changed by those who keep the taxes, what decides how orders are priced by two people (0040). The calling code
 * is that of the country of the time zone until somebody changes it, and numbers are grouped as the currency's own country does.
 *
 * Under `in-gst` the tax on packing and delivery depends on who supplies them: charged by the seller they are part of the value of the supply
 * and bear its rate (CGST Act, 2017, section 15(2)(c)); on local delivery the marketplace pays the tax where whoever delivers need not be
 * registered (section 9(5) with notification 17/2025-Central Tax (Rate), from 22 September 2025). Nothing here can know which it is: neither
 * is taxed until somebody who keeps the taxes says.
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
  'tax.delivery': { ...chargeTax, label: 'Tax on delivery' },
  'tax.packing': { ...chargeTax, label: 'Tax on packing' },
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
  'installation.mapTiles': { group: 'Installation', label: 'Map tiles', unit: null, schema: MapTiles, initial: '' },
  'installation.mapCredit': {
    group: 'Installation',
    label: 'Whom maps name as the source of their tiles',
    unit: null,
    schema: text({ min: 0, max: 120 }),
    initial: '',
  },
  'machine.offlineMinutes': { group: 'Stores', label: 'Machine offline after', unit: 'min', schema: whole(1, 120), initial: 5 },
  'store.expiredLicence': {
    group: 'Stores',
    label: 'When the licence of a store has expired',
    unit: null,
    schema: enumOf(expiredLicenceLabels),
    initial: 'warn',
  },
  'rider.expiredDocument': {
    group: 'Riders',
    label: 'When a paper that a rider has to have has expired',
    unit: null,
    schema: enumOf(expiredRiderPaperLabels),
    initial: 'warn',
  },
  ...newStoreSettings,
  'order.warnMinutes': { ...orderMinutes(120), label: 'Wait before a warning about a new order', initial: 5 },
  'order.autoRejectMinutes': { ...orderMinutes(240), label: 'Wait before a new order is rejected', initial: 10 },
  'order.paymentMinutes': { ...orderMinutes(240), label: 'Wait for the payment of an online order', initial: 15 },
  'order.capture': { group: 'Orders', label: 'When a gateway takes the money', unit: null, schema: CaptureMoment, initial: 'at-once' },
  'payment.historyDays': { group: 'Orders', label: 'Keep attempts and callbacks', unit: 'days', schema: whole(30, 3650), initial: 400 },
  'order.maxDelays': { group: 'Orders', label: 'Delays allowed per order', unit: 'times', schema: whole(0, 10), initial: 2 },
  'order.restoreMinutes': { ...orderMinutes(240), label: 'Time to restore a rejected or cancelled order', initial: 30 },
  'order.claimMinutes': { ...orderMinutes(720), label: 'Time until a claim without activity ends', initial: 30 },
  'order.handOverMinutes': { ...orderMinutes(720), label: 'Wait for the signature of a shift hand-over', initial: 15 },
  'order.travelMinutes': { ...orderMinutes(240), label: 'Travel time in promises', initial: 20 },
  'customer.abandonMinutes': {
    group: 'Customers',
    label: 'Time until a cart without activity is abandoned',
    unit: 'minutes',
    schema: whole(5, 10_080),
    initial: 60,
  },
  'privacy.revealsPerHour': {
    group: 'Privacy',
    label: 'Phone numbers that one person may reveal in an hour',
    unit: 'times',
    schema: whole(1, 1000),
    initial: 30,
  },
  'refund.unsentHours': {
    group: 'Payments',
    label: 'Wait before an alert that a channel has not sent a refund',
    unit: 'hours',
    schema: whole(1, 336),
    initial: 24,
  },
  'privacy.trackDays': { group: 'Privacy', label: 'Keep where riders went', unit: 'days', schema: whole(1, 365), initial: 30 },
  ...approvalSettings,
  ...changeSetSettings,
  'session.idleHours': { group: 'Sign-in', label: 'Idle time before sign-out', unit: 'hours', schema: whole(1, 168), initial: 12 },
  'session.absoluteDays': { group: 'Sign-in', label: 'Longest session', unit: 'days', schema: whole(1, 90), initial: 7 },
  'invite.hours': { group: 'Sign-in', label: 'Time to accept an invitation', unit: 'hours', schema: whole(1, 336), initial: 72 },
  'signIn.secondFactor': {
    group: 'Sign-in',
    label: 'Two-step sign-in required of',
    unit: null,
    schema: SecondFactorOf,
    initial: 'nobody',
  },
  ...ticketSettings,
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
 * What a setting's value is: a whole number or a text within bounds, one of a few words, a currency's code, a time of day, an IANA time zone,
 * the digits of a calling code, or a tax profile's id.
 */
export const SettingKind = z.enum(['number', 'text', 'choice', 'currency', 'time', 'time-zone', 'calling-code', 'tax-profile'])
export type SettingKind = z.infer<typeof SettingKind>

const keys = keysOf(settings)
const isTax = (key: SettingKey) => 'isTax' in settings[key]
const settled = z.union([z.string(), z.number()])

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
  /** What choices that are records are called, by their ids. */
  names: z.nullable(z.record(z.string(), z.string())),
  min: z.nullable(z.int()),
  max: z.nullable(z.int()),
  value: settled,
  initial: settled,
  follows: z.nullable(z.enum(keys)),
  version: z.int(),
  allowed: Allowed,
})
export type Setting = z.infer<typeof Setting>

const kinds = new Map<z.core.$ZodType, SettingKind>([
  [Currency, 'currency'],
  [LocalTime, 'time'],
  [TimeZone, 'time-zone'],
  [CallingCode, 'calling-code'],
  [TaxProfileChoice, 'tax-profile'],
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

/** The most changes that are planned at once, those among them that failed and are still listed. */
export const mostPlans = 100
/** How far ahead a change may be planned: two years. */
export const mostDaysAhead = 731

export const settingPlanLabels = { planned: 'Planned', failed: 'Failed' } as const
export const SettingPlanStatus = z.enum(keysOf(settingPlanLabels))
export type SettingPlanStatus = z.infer<typeof SettingPlanStatus>

/**
 * A change of a setting that takes effect by itself: `from` is what the setting is until then, by what is planned before it. One that has
 * taken effect, or was cancelled, is in the setting's history alone; one that did not fit the other settings any more has `failed`.
 */
export const SettingPlan = z.strictObject({
  id: idOf('setting-plan'),
  settingId: z.enum(keys),
  from: settled,
  value: settled,
  takesEffectAt: Instant,
  status: SettingPlanStatus,
  /** Why it failed. */
  because: z.nullable(z.string()),
  planner: Named,
  version: z.int(),
  allowed: Allowed,
})
export type SettingPlan = z.infer<typeof SettingPlan>

export const settingContract = contract('setting', {
  list: get('/settings/values', {
    permission: 'setting.view',
    response: z.array(Setting),
    alsoShows: ['tax-profile'],
    summary: 'Every setting with its value and its default',
  }),
  change: changing('/settings/values/:id', 'setting', (key) => !isTax(key), { 'order.warnMinutes': 7 }),
  changeTax: changing('/settings/taxes/:id', 'setting-tax', isTax, { 'tax.prices': 'inclusive' }),
  plans: get('/settings/plans', {
    permission: 'setting.view',
    response: z.array(SettingPlan),
    summary: 'Changes of settings that take effect by themselves, the next one first, and those that failed',
  }),
  movePlan: moving('/settings/plans/:id/move', 'setting'),
  moveTaxPlan: moving('/settings/tax-plans/:id/move', 'setting-tax'),
  cancelPlan: cancelling('/settings/plans/:id/cancel', 'setting'),
  cancelTaxPlan: cancelling('/settings/tax-plans/:id/cancel', 'setting-tax'),
})

// What it takes to change a setting is the same for all of a kind; whether a second person must look is the setting's own.
function checkedBy<const R extends 'setting' | 'setting-tax'>(resource: R) {
  const needs: ApprovalRule['needs'] = ({ id, after, setting }) => {
    const { label, schema, isChecked }: SettingFacts = settings[id as SettingKey]
    // Of a record only its name says something, which no rule knows.
    return isChecked ? askedWords(label, schema === TaxProfileChoice ? null : schema, after, setting) : null
  }
  return { by: `${resource}.approve` as const, needs, hangsOn: profileOf }
}

function changing<const P extends string, const R extends 'setting' | 'setting-tax'>(
  path: P,
  resource: R,
  concerns: (key: SettingKey) => boolean,
  example: { readonly [K in SettingKey]?: SettingValue<K> },
) {
  const [[id, value] = []] = Object.entries(example)
  return patch(path, {
    permission: `${resource}.edit`,
    proof: 'recent',
    approval: checkedBy(resource),
    params: z.strictObject({ id: z.enum(keys.filter(concerns)) }),
    body: z.strictObject({
      version: whole(0, maxWhole),
      value: z.union([opaque(300), decimal(-maxWhole, maxWhole)]),
      /** When it takes effect, to the minute; at once where nothing is said. */
      takesEffectAt: z.optional(z.nullable(Instant)),
    }),
    response: Setting,
    example: { params: { id }, body: { value, takesEffectAt: null } },
    summary: 'Change a setting, at once or from a moment on; it applies to everyone',
  })
}

function moving<const P extends string, const R extends 'setting' | 'setting-tax'>(path: P, resource: R) {
  return post(path, {
    permission: `${resource}.edit`,
    proof: 'recent',
    approval: checkedBy(resource),
    params: byId('setting-plan'),
    body: z.strictObject({ version: Version, takesEffectAt: Instant }),
    response: SettingPlan,
    summary: 'Give a planned change another time, also one that failed',
  })
}

function cancelling<const P extends string, const R extends 'setting' | 'setting-tax'>(path: P, resource: R) {
  return post(path, {
    permission: `${resource}.edit`,
    proof: 'recent',
    params: byId('setting-plan'),
    body: z.strictObject({ version: Version }),
    response: SettingPlan,
    summary: 'Cancel a planned change, or take one that failed off the list',
  })
}

export const settingRefusals = {
  'not-found': {
    'setting-not-found': 'No such setting.',
    'setting-plan-not-found': 'No such planned change: it has taken effect or was cancelled.',
  },
} as const satisfies Refusals
