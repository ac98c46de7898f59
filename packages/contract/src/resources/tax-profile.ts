import * as z from 'zod/mini'
import { contract, del, type JudgedChange, type Output, patch, post } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { enumOf } from '../values/collection.ts'
import { LocalDate } from '../values/local-date.ts'
import { share } from '../values/number.ts'
import { text } from '../values/text.ts'
import { recordContract } from './record.ts'

/** What a tax profile is for: it puts profiles in order and says where one is expected, and changes no price. */
export const taxedLabels = {
  food: 'Prepared food',
  goods: 'Packed goods',
  fresh: 'Fresh goods',
  delivery: 'Delivery',
  packing: 'Packing',
  other: 'Other',
} as const
const Taxed = enumOf(taxedLabels)

const TaxRate = z.strictObject({
  /** The first day on which it holds, in the installation's zone; null of the first rate: since ever. */
  from: z.nullable(LocalDate),
  /** Up to the whole price: 5 % is 50,000. */
  ratePpm: share(100),
})
export type TaxRate = z.infer<typeof TaxRate>

const rates = z.array(TaxRate).check(
  z.minLength(1, 'needs at least one rate'),
  z.maxLength(40),
  z.check(({ value, issues }) => {
    for (const [index, { from }] of value.entries()) {
      if (index === 0 || (from !== null && from > (value[index - 1]?.from ?? ''))) continue
      issues.push({ code: 'custom', path: [index, 'from'], message: 'must be later than that of the rate before', input: value })
    }
  }),
)

/** The rate that holds on a day: that of the last date up to it. Pure; before the first date it is that of the first. */
export function taxRateOn(rates: readonly TaxRate[], day: LocalDate): number {
  const held = rates.findLast(({ from }) => from === null || from <= day) ?? rates[0]
  return held?.ratePpm ?? 0
}

/** What orders would be charged otherwise; a profile that nothing uses charges none. */
function recharging({ before, after }: JudgedChange): string | null {
  const [was, is] = [before, after] as { name: string; rates: readonly TaxRate[]; uses: number }[]
  if (!was || !is || is.uses === 0 || JSON.stringify(was.rates) === JSON.stringify(is.rates)) return null
  return `Change the rates of ${was.name} to ${is.rates.map(rateWords).join(', ')}`
}

function rateWords({ from, ratePpm }: TaxRate): string {
  return `${ratePpm / 10_000} %${from ? ` from ${from}` : ''}`
}

const draft = { name: text({ max: 60 }), taxed: Taxed, rates }

const { create, update, remove, ...record } = /* @__PURE__ */ recordContract('tax-profile', '/tax-profiles', {
  label: 'Tax profiles',
  permission: 'setting',
  draft,
  extra: {
    rates: z.array(TaxRate),
    /** The rate of today. */
    ratePpm: z.int(),
    /** The rate that comes next; null where none is to come. */
    next: z.nullable(TaxRate),
    /** Items that are taxed by it. */
    items: z.int(),
    /** Labels of the settings that name it, now or by a planned change. */
    settings: z.array(z.string()),
  },
  filterBy: ['taxed'],
  sorts: ['name', 'createdAt'],
  alsoShows: ['setting'],
})

/** Rates of tax by the day from which each holds, under a name: items refer to one, and are charged the rate of the day of their order. */
export const taxProfileContract = /* @__PURE__ */ contract('tax-profile', {
  ...record,
  // Whoever keeps the taxes changes no other settings.
  create: post(create.path, {
    permission: 'setting-tax.edit',
    proof: 'recent',
    body: create.shape.body,
    response: create.shape.response,
    example: {
      body: {
        name: 'Ice cream',
        taxed: 'goods',
        rates: [
          { from: null, ratePpm: 180_000 },
          { from: '2030-04-01', ratePpm: 50_000 },
        ],
      },
    },
    summary: 'Tax profiles: add',
  }),
  update: patch(update.path, {
    permission: 'setting-tax.edit',
    proof: 'recent',
    approval: { by: 'setting-tax.approve', needs: recharging },
    params: update.shape.params,
    body: update.shape.body,
    response: update.shape.response,
    example: { body: { name: 'Ices', rates: [{ from: null, ratePpm: 120_000 }] } },
    summary: 'Tax profiles: change; what is ordered from now on bears its rates',
  }),
  remove: del(remove.path, {
    permission: 'setting-tax.edit',
    proof: 'recent',
    params: remove.shape.params,
    body: remove.shape.body,
    response: remove.shape.response,
    summary: 'Tax profiles: delete one that nothing uses',
  }),
})
export type TaxProfile = Output<typeof taxProfileContract.get>

export const taxProfileRefusals = {
  'not-found': { 'tax-profile-not-found': 'No such tax profile.' },
} as const satisfies Refusals
