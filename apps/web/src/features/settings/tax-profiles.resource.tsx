import { type TaxProfile, type TaxRate, taxedLabels, taxProfileContract } from '@larder/contract'
import { custom, number, status, text } from '#kit/cells/columns.tsx'
import { styleStatuses } from '#kit/cells/status-style.tsx'
import { selectField } from '#kit/fields/choice-fields.tsx'
import { group } from '#kit/fields/field.ts'
import { dayField, percentField, textField } from '#kit/fields/fields.tsx'
import { linesField } from '#kit/fields/lines-field.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { oneOf, search } from '#kit/filters/filters.tsx'
import { format } from '#kit/format.ts'
import { facts } from '#kit/panels/panels.tsx'
import { defineResource } from '#kit/resource/define.ts'

const kinds = optionsOf(taxedLabels)
const percent = (ppm: number) => `${format().number(ppm / 10_000)} %`
const rateWords = ({ from, ratePpm }: TaxRate) => (from ? `${percent(ratePpm)} from ${format().day(from)}` : percent(ratePpm))

const today = custom<TaxProfile>('ratePpm', 'Rate today', ({ ratePpm }) => percent(ratePpm), {
  width: 104,
  align: 'right',
  text: ({ ratePpm }) => percent(ratePpm),
})
const next = custom<TaxProfile>('next', 'Next', ({ next: rate }) => (rate ? rateWords(rate) : '–'), {
  width: 200,
  text: ({ next: rate }) => (rate ? rateWords(rate) : ''),
})
const items = number<'items'>('items', { label: 'Items' })
const usedFor = custom<TaxProfile>('settings', 'Configured as', ({ settings }) => settings.join(', ') || '–', {
  width: 152,
  text: ({ settings }) => settings.join(', '),
})
const taxed = status('taxed', styleStatuses(taxedLabels), { label: 'For', width: 152 })
const ratesWords = ({ rates }: TaxProfile) => rates.map(rateWords).join(', ')

/** Rates of tax by the day from which each holds; items refer to one. */
export const taxProfiles = defineResource(taxProfileContract, {
  label: ['Tax profile', 'Tax profiles'],
  title: (row) => row.name,
  columns: [text('name', { sort: 'name', width: 240 }), taxed, today, next, items, usedFor],
  sort: 'name',
  filters: [search('Name'), oneOf('taxed', kinds, { label: 'For' })],
  form: [
    group('Tax profile', [textField('name'), selectField('taxed', { label: 'For', options: kinds })]),
    group('Rates', [
      linesField<'rates', TaxRate>('rates', {
        label: 'Rates by date',
        help: 'Each holds from its first day on, in the time zone of reports. The first one has none, or a day that has come. Orders keep the rate that they were charged.',
        line: 'rate',
        fields: [dayField('from', { label: 'From' }), percentField('ratePpm', { label: 'Rate' })],
        blank: (last) => ({ from: null, ratePpm: last?.ratePpm ?? null }),
        words: rateWords,
      }),
    ]),
  ],
  blank: { taxed: 'goods', rates: [{ from: null, ratePpm: 50_000 }] },
  panels: [
    facts<TaxProfile>('Tax profile', [
      taxed,
      today,
      next,
      custom<TaxProfile>('rates', 'Rates', ratesWords, { text: ratesWords }),
      items,
      usedFor,
    ]),
  ],
  emptyText: 'Rates of tax by date: an item is charged the rate of the day of its order.',
})
