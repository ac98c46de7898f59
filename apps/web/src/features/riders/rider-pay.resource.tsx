import { type RiderPayRule, riderPayRuleContract } from '@larder/contract'
import { references } from '#entities/references.ts'
import { custom } from '#kit/cells/columns.tsx'
import { OpeningHoursText } from '#kit/cells/hours-text.tsx'
import { group } from '#kit/fields/field.ts'
import { dayField, moneyField, numberField } from '#kit/fields/fields.tsx'
import { openingHoursField } from '#kit/fields/hours-fields.tsx'
import { search } from '#kit/filters/filters.tsx'
import { format } from '#kit/format.ts'
import { declareFields } from '#kit/resource/declare-fields.ts'
import { defineResource } from '#kit/resource/define.ts'

const { columns, inputs, filters } = declareFields(
  riderPayRuleContract,
  {
    branch: { width: 144 },
    startsOn: { label: 'Begins' },
    perWaitMinute: { label: 'Per minute waited', width: 128 },
    freeWaitMinutes: { label: 'In the base' },
    createdAt: { label: 'Added' },
  },
  { branchId: references.branch },
)
const endWords = ({ endsOn }: RiderPayRule) => (endsOn ? format().day(endsOn) : 'Until another begins')
const ends = custom<RiderPayRule>('endsOn', 'Ends', endWords, { width: 144, text: endWords })
const peak = custom<RiderPayRule>('peakHours', 'Peak hours', ({ peakHours }) => <OpeningHoursText hours={peakHours} none="None" />)

/** What riders are paid for an order, branch by branch, from a day on. */
export const riderPayRules = defineResource(riderPayRuleContract, {
  label: ['Pay rule', 'Rider pay'],
  title: ({ branch, startsOn }) => `${branch.name} from ${format().day(startsOn)}`,
  columns: [
    ...columns('branch', 'startsOn'),
    ends,
    ...columns('base', 'perKm', 'perWaitMinute', 'freeWaitMinutes', 'peakBonus'),
    peak,
    ...columns('createdAt'),
  ],
  sort: '-startsOn',
  filters: [search('Branch'), ...filters('branchId')],
  form: [
    group('Rule', [
      ...inputs('branchId'),
      dayField('startsOn', { label: 'Begins on', help: 'A day that has not begun; the rule before ends the day before' }),
    ]),
    group('For each order', [
      ...inputs('base'),
      moneyField('perKm', { label: 'Per kilometre', help: 'From the store to the customer, as a bird flies' }),
      numberField('freeWaitMinutes', { label: 'Waiting in the base', help: 'So many minutes at the store are not paid on top' }),
      moneyField('perWaitMinute', { label: 'Per minute waited after that' }),
    ]),
    group('Peak', [
      openingHoursField('peakHours', { label: 'Peak hours', none: 'None', help: 'Orders that are picked up within them bring the bonus' }),
      moneyField('peakBonus', { label: 'Bonus' }),
    ]),
  ],
  blank: { freeWaitMinutes: 5, peakHours: [] },
  emptyText: 'What riders are paid: base, distance, waiting and peak. Tips are theirs on top.',
})
