import {
  type Instant,
  isId,
  type LocalDate,
  localDateAt,
  type SettingKey,
  settings,
  type TaxRate,
  taxProfileContract,
  taxRateOn,
} from '@larder/contract'
import { sql } from 'kysely'
import { whyNotEverywhere } from '#kit/authorize.ts'
import type { Context, Services } from '#kit/context.ts'
import { refuse } from '#kit/errors.ts'
import { format } from '#kit/format.ts'
import { resource } from '#kit/resource.ts'
import { lockSettings, readSetting } from '#kit/settings.ts'

/** Tax profiles. An order keeps the rates that it was charged: a change is of what is ordered from then on. */
export const taxProfiles = resource(taxProfileContract, {
  table: 'tax_profile',
  permission: 'setting.view',
  rows: (db) =>
    db
      .selectFrom('tax_profile')
      .selectAll('tax_profile')
      .select(sql<number>`(select count(*)::int from item where item.tax_profile_id = tax_profile.id)`.as('items'))
      .select(
        sql<SettingKey[]>`array(select key from setting where value = to_jsonb(tax_profile.id::text)
          union select key from setting_plan where status = 'planned' and value = to_jsonb(tax_profile.id::text) order by 1)`.as('keys'),
      ),
  scope: 'everybody',
  beside: ({ services, clock }) => taxDay(services, clock.instant()),
  present: (row, _, today) => {
    const rates = row.rates as TaxRate[]
    return {
      rates,
      ratePpm: taxRateOn(rates, today),
      next: rates.find(({ from }) => from !== null && from > today) ?? null,
      settings: row.keys.map((key) => settings[key].label),
    }
  },
  search: { name: 'tax_profile.name' },
  create: {
    before: ({ ctx }) => {
      const because = elsewhere(ctx)
      if (because) refuse('not-allowed-now', because)
    },
    rule: ({ ctx, body }) => problemsOf(ctx, body.rates),
  },
  update: {
    // A setting that begins to use it meanwhile counts.
    before: ({ work }) => lockSettings(work),
    whyNot: (_, ctx) => elsewhere(ctx),
    rule: ({ ctx, body }) => problemsOf(ctx, body.rates),
    async parts({ row: { items, keys } }) {
      const uses = { uses: items + keys.length }
      return { old: uses, new: uses }
    },
  },
  // A setting names it by a text, which no reference of the table holds.
  remove: { before: ({ work }) => lockSettings(work), whyNot: (row, ctx) => notElsewhere(ctx) ?? describeUse(row) },
  acts: {},
})

function notElsewhere(ctx: Context) {
  const message = elsewhere(ctx)
  return message === null ? null : ({ reason: 'not-allowed-now', message } as const)
}
const elsewhere = ({ actor }: Pick<Context, 'actor'>) => whyNotEverywhere(actor, 'Tax profiles hold')

/** The day by which tax is reckoned at a moment: that of the installation's zone. */
export async function taxDay(services: Services, at: Instant): Promise<LocalDate> {
  return localDateAt(at, await readSetting(services, 'installation.timeZone'))
}

// Without it there would be no rate today.
async function problemsOf({ services, clock }: Context, rates: readonly TaxRate[] | undefined) {
  const from = rates?.[0]?.from ?? null
  return from !== null && from > (await taxDay(services, clock.instant()))
    ? { 'rates.0.from': 'must be empty, or a day that has come' }
    : null
}

/** The rates of a day, by profile; of one that is not there, and of none, there is no tax. */
export async function readTaxRates({ db }: Services, ids: readonly string[], day: LocalDate): Promise<(id: string) => number> {
  const known = ids.filter(isId)
  const rows = known.length > 0 ? await db.selectFrom('tax_profile').select(['id', 'rates']).where('id', 'in', known).execute() : []
  const rates = new Map(rows.map((row) => [row.id, taxRateOn(row.rates as TaxRate[], day)]))
  return (id) => rates.get(id) ?? 0
}

function describeUse({ items, keys }: { items: number; keys: readonly SettingKey[] }): string | null {
  const users = [
    ...(items > 0 ? [items === 1 ? '1 item' : `${format().number(items)} items`] : []),
    ...keys.map((key) => `“${settings[key].label}”`),
  ]
  return users.length === 0 ? null : `It is used by ${users.join(' and ')}.`
}
