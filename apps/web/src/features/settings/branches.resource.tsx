import { type Branch, branchContract, currencies, currencyName, knownTimeZones } from '@larder/contract'
import { ListLink } from '#kit/access/places.tsx'
import { confirmAction } from '#kit/actions/action.ts'
import { custom } from '#kit/cells/columns.tsx'
import { selectField } from '#kit/fields/choice-fields.tsx'
import { group } from '#kit/fields/field.ts'
import { search } from '#kit/filters/filters.tsx'
import { format } from '#kit/format.ts'
import { facts } from '#kit/panels/panels.tsx'
import { declareFields } from '#kit/resource/declare-fields.ts'
import { defineResource } from '#kit/resource/define.ts'
import type { QueryText } from '#kit/row.ts'

const { columns, cellOf, inputs, filters } = declareFields(branchContract, {
  name: { width: 152 },
  code: { help: 'Two to five capital letters: order numbers begin with it', isCode: true, width: 72 },
  status: { tones: { active: 'good' }, width: 88 },
  partnerName: { label: 'Partner', help: 'Who runs it: a person or a company', width: 152 },
  revenueSharePpm: { label: 'Share', help: 'What the partner has of what orders come to' },
  timeZone: { width: 128 },
  currency: { isCode: true, width: 88 },
  createdAt: { label: 'Added' },
})

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
    ...columns('name', 'code', 'status', 'partnerName', 'revenueSharePpm'),
    stores,
    orders,
    ...columns('timeZone', 'currency', 'createdAt'),
  ],
  sort: 'name',
  filters: [search('Name, code or partner'), ...filters('status')],
  form: [
    group('Branch', [
      ...inputs('name', 'code'),
      selectField('timeZone', { label: 'Time zone', options: zones }),
      selectField('currency', { options: monies }),
    ]),
    group('Partner', inputs('partnerName', 'revenueSharePpm')),
  ],
  blank: { revenueSharePpm: 0 },
  panels: [
    facts('Branch', [...columns('code', 'timeZone', 'currency'), stores, orders, riders]),
    facts('Partner', columns('partnerName', 'revenueSharePpm')),
  ],
  actions: [close, reopen],
  badge: cellOf('status'),
  emptyText: 'The parts of the marketplace, each with its partner, time zone and currency.',
})
