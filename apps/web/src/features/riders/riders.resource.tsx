import {
  type bankAccountContract,
  cashDepositContract,
  type feedbackContract,
  orderContract,
  type Rider,
  riderContract,
  riderEarningContract,
  riderIncidentContract,
  riderMessageContract,
  riderStatusLabels,
  shiftStateLabels,
  type ticketContract,
  vehicleLabels,
} from '@larder/contract'
import { firstAccountFields } from '#entities/bank-fields.tsx'
import { branchFilter, references } from '#entities/references.ts'
import { PlaceLink } from '#kit/access/places.tsx'
import { custom, instant, money, mono, number, phone, reference, status, text } from '#kit/cells/columns.tsx'
import { OpeningHoursText } from '#kit/cells/hours-text.tsx'
import { StatusChip, styleStatuses } from '#kit/cells/status-style.tsx'
import { When } from '#kit/cells/when.tsx'
import { SkeletonCard } from '#kit/feedback/feedback.tsx'
import { referenceField, referencesField, selectField } from '#kit/fields/choice-fields.tsx'
import { group } from '#kit/fields/field.ts'
import { moneyField, phoneField, textField } from '#kit/fields/fields.tsx'
import { openingHoursField } from '#kit/fields/hours-fields.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { oneOf, referenceFilter, search, toggle } from '#kit/filters/filters.tsx'
import { format } from '#kit/format.ts'
import { Row } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { lazily } from '#kit/lazily.tsx'
import { MapView } from '#kit/map/map.tsx'
import { facts, panel } from '#kit/panels/panels.tsx'
import { defineResource } from '#kit/resource/define.ts'
import { listOf, sublist } from '#kit/resource/record/sublist.tsx'
import { areasOfBranch } from './areas-of-branch.ts'
import { documentsField, Ending } from './documents-field.tsx'
import { riderActs } from './rider-acts.tsx'
import { riderHistory } from './rider-history.ts'

const waiting = <SkeletonCard lines={8} />
const Documents = lazily(() => import('./rider-documents.tsx').then((module) => module.RiderDocuments), waiting)
const Shifts = lazily(() => import('./rider-shifts.tsx').then((module) => module.RiderShifts), waiting)
const ShiftMap = lazily(() => import('./shift-map.tsx').then((module) => module.ShiftMaps), waiting)
const Figures = lazily(() => import('./rider-figures.tsx').then((module) => module.RiderFigures), waiting)
const Missing = lazily(() => import('./rider-figures.tsx').then((module) => module.Missing), waiting)
const MissingOfNew = lazily(() => import('./rider-figures.tsx').then((module) => module.MissingOfNew), <SkeletonCard lines={2} />)

const shifts = styleStatuses(shiftStateLabels, { available: 'good', busy: 'info', break: 'warning' })
const statuses = styleStatuses(riderStatusLabels, { applied: 'info', review: 'info', active: 'good', blocked: 'bad' })
const vehicle = custom<Rider>('vehicle', 'Vehicle', (rider) => vehicleLabels[rider.vehicle], {
  width: 88,
  text: (rider) => vehicleLabels[rider.vehicle],
})
const cash = custom<Rider>(
  'cashInHand',
  'Cash in hand',
  ({ id, cashInHand, cashToCollect, cashLimit }) => (
    <PlaceLink entity="cash-holder" id={id}>
      <Text size={13} tone={cashInHand.minor + cashToCollect.minor >= cashLimit.minor ? 'bad' : 'default'}>
        {format().money(cashInHand)} of {format().wholeMoney(cashLimit)}
      </Text>
    </PlaceLink>
  ),
  { width: 164, align: 'right', text: ({ cashInHand }) => format().money(cashInHand) },
)
const ratingText = ({ ratingTenths }: Rider) => (ratingTenths === null ? '' : (ratingTenths / 10).toFixed(1))
const rating = custom<Rider>('ratingTenths', 'Rating', (rider) => ratingText(rider) || '–', { width: 64, align: 'right', text: ratingText })
const share = (key: string, label: string, of: (rider: Rider) => number | null, { least, width }: { least: number; width: number }) => {
  const words = (rider: Rider) => {
    const ppm = of(rider)
    return ppm === null ? '' : `${Math.round(ppm / 10_000)} %`
  }
  return custom<Rider>(
    key,
    label,
    (rider) => (
      <Text size={13} tone={(of(rider) ?? least) < least ? 'warning' : 'default'}>
        {words(rider) || '–'}
      </Text>
    ),
    { width, align: 'right', text: words },
  )
}
const onTime = share('onTimePpm', 'On time', ({ figures }) => figures.onTimePpm, { least: 850_000, width: 76 })
const acceptance = share('acceptancePpm', 'Acceptance', ({ figures }) => figures.acceptancePpm, { least: 900_000, width: 96 })
const documents = custom<Rider>(
  'documentsExpireOn',
  'Documents',
  ({ documentsExpireOn }) => (documentsExpireOn ? <Ending expiresOn={documentsExpireOn} /> : '–'),
  { width: 136, text: ({ documentsExpireOn }) => documentsExpireOn ?? '' },
)
const until = custom<Rider>('blockedUntil', 'Until', ({ status: stands, blockedUntil }) =>
  stands !== 'blocked' ? '–' : blockedUntil ? <When at={blockedUntil} /> : 'somebody unblocks them',
)
const areas = custom<Rider>('areaIds', 'Areas', (rider) => rider.areas.map(({ name }) => name).join(', ') || 'none')
const planned = custom<Rider>('plannedHours', 'Planned', ({ plannedHours }) => <OpeningHoursText hours={plannedHours} none="No plan" />)
const battery = custom<Rider>('batteryPct', 'Battery', ({ batteryPct }) => (batteryPct === null ? '–' : `${batteryPct} %`))

/** The people who carry orders. */
export const riders = defineResource(riderContract, {
  label: ['Rider', 'Riders'],
  title: (rider) => rider.name,
  columns: [
    text('name', { sort: 'name', width: 148 }),
    status('status', statuses, { width: 108 }),
    status('shiftState', shifts, { label: 'Shift', width: 108 }),
    number('activeOrders', { label: 'Carrying' }),
    cash,
    onTime,
    acceptance,
    rating,
    instant('positionedAt', { label: 'Last seen', width: 104 }),
    documents,
    vehicle,
    phone('phone'),
    reference('branch', 'branch'),
    mono('number'),
    instant('createdAt', { label: 'Added', sort: 'createdAt' }),
  ],
  sort: 'name',
  filters: [
    search('Name, number or phone'),
    oneOf('status', [{ value: 'joining', label: 'Applied or in review' }, ...optionsOf(riderStatusLabels)]),
    oneOf('shiftState', [{ value: 'on-shift', label: 'On shift' }, ...optionsOf(shiftStateLabels)], { label: 'Shift' }),
    branchFilter,
    referenceFilter('areaId', { label: 'Area', ...references.area }),
    oneOf('vehicle', optionsOf(vehicleLabels)),
    oneOf(
      'documentsWithinDays',
      [
        { value: '7', label: 'in 7 days' },
        { value: '30', label: 'in 30 days' },
        { value: '90', label: 'in 90 days' },
      ],
      { label: 'Documents end' },
    ),
    toggle('atCashLimit', 'At the cash limit'),
  ],
  views: [
    { label: 'On shift', query: { shiftState: 'on-shift' } },
    { label: 'Available', query: { shiftState: 'available' } },
    { label: 'To approve', query: { status: 'review' } },
    { label: 'Documents under 30 days', query: { documentsWithinDays: '30' } },
    { label: 'At the cash limit', query: { atCashLimit: 'true' } },
    { label: 'Blocked', query: { status: 'blocked' } },
  ],
  form: [
    group('Person', [textField('name'), phoneField('phone', { help: 'One rider at a time has a number' })]),
    group('Vehicle', [
      selectField('vehicle', { options: optionsOf(vehicleLabels) }),
      textField('plate', { label: 'Number plate', help: 'Required of a vehicle with a motor' }),
    ]),
    group('Branch and areas', [
      referenceField('branchId', { label: 'Branch', ...references.branch }),
      referencesField('areaIds', { label: 'Areas', ...areasOfBranch }),
    ]),
    group('Documents', [documentsField]),
    firstAccountFields,
    group('Cash and hours', [
      moneyField('cashLimit', {
        label: 'Cash limit',
        help: 'The most of customers’ cash that they carry, with what their orders will bring: beyond it they get no order that is paid in cash',
      }),
      openingHoursField('plannedHours', {
        label: 'Planned shifts',
        none: 'No plan',
        noneOfDay: 'Off',
        help: 'The hours of a week that they are to work. An end before the beginning is on the next day',
      }),
    ]),
  ],
  steps: ['Person', 'Vehicle', 'Branch and areas', 'Documents', 'Bank', 'Cash and hours'],
  beforeAdding: panel('Before approval', (draft) => <MissingOfNew draft={draft} />),
  blank: { vehicle: 'scooter', areaIds: [], documents: [], plannedHours: [] },
  badge: (rider) => (
    <Row gap={2}>
      <StatusChip style={statuses[rider.status]} />
      {rider.status === 'active' && <StatusChip style={shifts[rider.shiftState]} />}
    </Row>
  ),
  panels: [
    panel('Last 30 days', (rider) => <Figures rider={rider} />),
    panel('Before approval', (rider) => <Missing rider={rider} />),
    panel('Where they are', (rider) =>
      rider.point ? (
        <MapView label={`Map of ${rider.name}`} markers={[{ id: rider.id, point: rider.point, kind: 'rider', label: rider.name }]} />
      ) : (
        <Text tone="muted">They have not been seen yet.</Text>
      ),
    ),
    facts('At work', [
      status('shiftState', shifts, { label: 'Shift' }),
      instant('shiftSince', { label: 'On shift' }),
      number('activeOrders', { label: 'Carrying' }),
      cash,
      money('cashToCollect', { label: 'Cash to collect' }),
      instant('positionedAt', { label: 'Last seen' }),
      battery,
      number('unreadMessages', { label: 'Messages not read' }),
      planned,
    ]),
    facts('Rider', [
      mono('number'),
      phone('phone'),
      vehicle,
      text('plate', { label: 'Number plate' }),
      reference('branch', 'branch'),
      areas,
      money('cashLimit', { label: 'Cash limit' }),
      instant('createdAt', { label: 'Added' }),
      text('approvedBy', { label: 'Approved by' }),
    ]),
    facts('Status', [status('status', statuses), text('statusReason', { label: 'Why' }), until]),
  ],
  tabs: [
    sublist('Orders', orderContract, (rider) => ({ riderId: rider.id }), { without: ['rider'] }),
    { key: 'shifts', label: 'Shifts', permission: 'rider.view', render: (rider) => <Shifts rider={rider} /> },
    sublist('Earnings', riderEarningContract, (rider) => ({ riderId: rider.id }), { without: ['rider', 'branch'] }),
    sublist('Cash', cashDepositContract, (rider) => ({ riderId: rider.id }), { without: ['from', 'holder', 'branch'] }),
    sublist('Bank accounts', listOf<typeof bankAccountContract>('bank-account', 'bank-account.view'), (rider) => ({ riderId: rider.id }), {
      without: ['owner'],
    }),
    sublist('Tickets', listOf<typeof ticketContract>('ticket', 'ticket.view'), (rider) => ({ riderId: rider.id })),
    sublist('Feedback', listOf<typeof feedbackContract>('feedback', 'ticket.view'), (rider) => ({ riderId: rider.id }), {
      without: ['rider'],
    }),
    sublist('Incidents', riderIncidentContract, (rider) => ({ riderId: rider.id }), { without: ['rider', 'branch'] }),
    { key: 'documents', label: 'Documents', permission: 'rider.view', render: (rider) => <Documents rider={rider} /> },
    sublist('Messages', riderMessageContract, (rider) => ({ riderId: rider.id }), { without: ['rider'] }),
    { key: 'map', label: 'Map', permission: 'delivery.view', render: (rider) => <ShiftMap rider={rider} /> },
  ],
  actions: riderActs,
  history: riderHistory,
  emptyText: 'People who deliver orders from stores to customers.',
})
