import { type Branch, branchContract, branchStatusLabels, currencies, currencyName, knownTimeZones } from '@larder/contract'
import { ListLink } from '#kit/access/places.tsx'
import { confirmAction } from '#kit/actions/action.ts'
import { custom, instant, mono, percent, status, text } from '#kit/cells/columns.tsx'
import { StatusChip, styleStatuses } from '#kit/cells/status-style.tsx'
import { selectField } from '#kit/fields/choice-fields.tsx'
import { group } from '#kit/fields/field.ts'
import { percentField, textField } from '#kit/fields/fields.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { oneOf, search } from '#kit/filters/filters.tsx'
import { format } from '#kit/format.ts'
import { facts } from '#kit/panels/panels.tsx'
import { defineResource } from '#kit/resource/define.ts'
import type { QueryText } from '#kit/row.ts'

const statuses = styleStatuses(branchStatusLabels, { active: 'good' })

const zones = knownTimeZones().map((value) => ({ value, label: value.replaceAll('_', ' ') }))
const monies = currencies.map((value) => ({ value, label: `${currencyName(value)} (${value})` }))

const countOf = (count: number | null) => (count === null ? '–' : format().number(count))
const listOf = (key: 'liveStores' | 'activeOrders' | 'ridersOnShift', label: string, entity: string, filter: QueryText) =>
  custom<Branch>(
    key,
    label,
    (branch) => (
      <ListLink entity={entity} query={{ branchId: branch.id, ...filter }}>
        {countOf(branch[key])}
      </ListLink>
    ),
    { width: 92, align: 'right', text: (branch) => countOf(branch[key]) },
  )
const stores = listOf('liveStores', 'Live stores', 'store', { status: 'live' })
const orders = listOf('activeOrders', 'Orders now', 'order', { status: 'active' })
const riders = listOf('ridersOnShift', 'Riders on shift', 'rider', { shiftState: 'on-shift' })

const close = confirmAction(branchContract.close, {
  label: 'Close',
  tone: 'danger',
  question: ({ name }: Branch) => `${name} takes no orders any more. Its orders, people and figures stay, and it can be reopened.`,
  asks: 'reason',
  done: ({ name }) => `${name} is closed`,
})
const reopen = confirmAction(branchContract.reopen, {
  label: 'Reopen',
  question: ({ name }: Branch) => `${name} takes orders again once its stores are live.`,
  asks: 'reason',
  done: ({ name }) => `${name} is open`,
})

export const branches = defineResource(branchContract, {
  label: ['Branch', 'Branches'],
  title: ({ name }) => name,
  columns: [
    text('name', { sort: 'name', width: 152 }),
    mono('code', { width: 72 }),
    status('status', statuses, { width: 88 }),
    text('partnerName', { label: 'Partner', width: 152 }),
    percent('revenueSharePpm', { label: 'Share' }),
    stores,
    orders,
    text('timeZone', { label: 'Time zone', width: 128 }),
    mono('currency', { width: 88 }),
    instant('createdAt', { label: 'Added', sort: 'createdAt' }),
  ],
  sort: 'name',
  filters: [search('Name, code or partner'), oneOf('status', optionsOf(branchStatusLabels))],
  form: [
    group('Branch', [
      textField('name'),
      textField('code', { help: 'Two to five capital letters: order numbers begin with it' }),
      selectField('timeZone', { label: 'Time zone', options: zones }),
      selectField('currency', { options: monies }),
    ]),
    group('Partner', [
      textField('partnerName', { label: 'Partner', help: 'Who runs it: a person or a company' }),
      percentField('revenueSharePpm', { label: 'Share', help: 'What the partner has of what orders come to' }),
    ]),
  ],
  blank: { revenueSharePpm: 0 },
  panels: [
    facts('Branch', [mono('code'), text('timeZone', { label: 'Time zone' }), mono('currency'), stores, orders, riders]),
    facts<Branch>('Partner', [text('partnerName', { label: 'Partner' }), percent('revenueSharePpm', { label: 'Share' })]),
  ],
  actions: [close, reopen],
  badge: (branch) => <StatusChip style={statuses[branch.status]} />,
  emptyText: 'The parts of the marketplace, each with its partner, time zone and currency.',
})
