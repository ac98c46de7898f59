import {
  type bankAccountContract,
  brandContract,
  categoryTypeContract,
  choiceGroupContract,
  cuisineContract,
  type feedbackContract,
  itemContract,
  type machineContract,
  menuCategoryContract,
  openModeLabels,
  orderContract,
  type reviewContract,
  type Store,
  type StoreRow,
  type staffContract,
  storeContract,
  storeDocumentContract,
  storePaidLabels,
  storeStatusLabels,
  type ticketContract,
} from '@larder/contract'
import { IconCopy } from '@tabler/icons-react'
import { OrderStatusChip } from '#entities/order/order-status.tsx'
import { branchFilter, references, verticalOptions } from '#entities/references.ts'
import { custom, day, instant, money, mono, number, percent, phone, reference, status, text, vertical } from '#kit/cells/columns.tsx'
import { OpeningHoursText, SpecialDaysText } from '#kit/cells/hours-text.tsx'
import { StatusChip, styleStatuses } from '#kit/cells/status-style.tsx'
import { When } from '#kit/cells/when.tsx'
import { SkeletonCard } from '#kit/feedback/feedback.tsx'
import { referencesField } from '#kit/fields/choice-fields.tsx'
import { group } from '#kit/fields/field.ts'
import { chipsField, emailField, moneyField, numberField, percentField, phoneField, switchField, textField } from '#kit/fields/fields.tsx'
import { openingHoursField, specialDaysField } from '#kit/fields/hours-fields.tsx'
import { pointField } from '#kit/fields/map-fields.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { oneOf, referenceFilter, search, toggle } from '#kit/filters/filters.tsx'
import { Row } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { lazily } from '#kit/lazily.tsx'
import { MapView } from '#kit/map/map.tsx'
import { facts, onlyOf, panel, related } from '#kit/panels/panels.tsx'
import { defineResource } from '#kit/resource/define.ts'
import { listOf, sublist } from '#kit/resource/record/sublist.tsx'
import { pause, reopen } from './open-mode-acts.tsx'
import { OpenModePanel } from './open-mode-panel.tsx'
import { storeActs } from './store-acts.ts'
import { storeProfileContract } from './store-contracts.ts'
import { storeHistory } from './store-history.ts'
import { deliveryWords, feeTiersField, prepLoadsField, prepRules, prepWindowsField } from './store-rules.tsx'
import { StoreToday } from './store-today.tsx'
import { TakingOrders } from './taking-orders.tsx'

const statuses = styleStatuses(storeStatusLabels, { review: 'info', approved: 'info', live: 'good', suspended: 'bad', terminated: 'bad' })

const named = (label: string, key: 'cuisines' | 'categoryTypes') =>
  custom<Store>(key, label, (store) => store[key].map(({ name }) => name).join(', ') || 'none')

const takingOrders = custom<StoreRow>('openMode', 'Taking orders', (store) => <TakingOrders store={store} />, {
  width: 152,
  isState: true,
  text: (store) => openModeLabels[store.openMode],
})
const rating = custom<StoreRow>(
  'ratingTenths',
  'Rating',
  (store) => (store.ratingTenths === null ? '–' : `${(store.ratingTenths / 10).toFixed(1)} (${store.ratings})`),
  {
    width: 88,
    align: 'right',
    text: (store) => (store.ratingTenths === null ? '' : String(store.ratingTenths / 10)),
  },
)
const openingHours = custom<Store>('openingHours', 'Opening hours', (store) => <OpeningHoursText hours={store.openingHours} />)
const specialDays = custom<Store>('specialDays', 'Special days', (store) => <SpecialDaysText days={store.specialDays} />)

const isComingIn = ({ checklist }: Store) => checklist.length > 0

const StoreChecklist = lazily(() => import('./store-checklist.tsx').then((module) => module.StoreChecklist), <SkeletonCard lines={8} />)
const StoreCrates = lazily(() => import('./store-crates.tsx').then((module) => module.StoreCrates), <SkeletonCard lines={8} />)

export const stores = defineResource(storeProfileContract, {
  label: ['Store', 'Stores'],
  title: (store) => store.name,
  columns: [
    text('name', { sort: 'name', width: 168 }),
    takingOrders,
    status('status', statuses, { width: 108 }),
    vertical('vertical'),
    reference('area', 'area', { width: 120 }),
    instant('lastOrderAt', { label: 'Last order', sort: 'lastOrderAt' }),
    rating,
    mono('number'),
    reference('branch', 'branch', { width: 104 }),
    day('licenceExpiresOn', { label: 'Licence expires' }),
  ],
  sort: 'name',
  filters: [
    search('Name, number or phone'),
    oneOf('vertical', verticalOptions),
    oneOf('status', optionsOf(storeStatusLabels)),
    toggle('isOnboarding', 'Onboarding'),
    oneOf('openMode', optionsOf(openModeLabels), { label: 'Taking orders' }),
    branchFilter,
    referenceFilter('areaId', { label: 'Area', ...references.area }),
    oneOf(
      'licenceWithinDays',
      [
        { value: '7', label: 'in 7 days' },
        { value: '30', label: 'in 30 days' },
        { value: '90', label: 'in 90 days' },
      ],
      { label: 'Licence ends' },
    ),
    oneOf(
      'idleDays',
      [
        { value: '7', label: 'for 7 days' },
        { value: '14', label: 'for 14 days' },
      ],
      { label: 'No orders' },
    ),
    oneOf('bankAccount', optionsOf(storePaidLabels), { label: 'Bank account' }),
  ],
  views: [
    { label: 'Live', query: { status: 'live' } },
    { label: 'Onboarding', query: { isOnboarding: 'true' } },
    { label: 'In review', query: { status: 'review' } },
    { label: 'Suspended', query: { status: 'suspended' } },
    { label: 'No approved bank account', query: { bankAccount: 'missing' } },
    { label: 'Bank account to approve', query: { bankAccount: 'waiting' } },
    { label: 'Paused now', query: { openMode: 'paused' } },
    { label: 'Licence under 30 days', query: { licenceWithinDays: '30' } },
    { label: 'No orders for 14 days', query: { idleDays: '14', status: 'live' } },
  ],
  form: [
    group('Identity', [
      textField('displayName', { label: 'Name' }),
      textField('legalName', { label: 'Legal name' }),
      phoneField('phone'),
      emailField('email', { label: 'E-mail' }),
      textField('address', { multiline: true }),
    ]),
    group('On the map', [pointField('point', { label: 'Position' })]),
    group('Hours', [
      openingHoursField('openingHours', { label: 'Opening hours', help: 'A closing time before the opening time means the next day' }),
      specialDaysField('specialDays', { label: 'Special days' }),
    ]),
    group('Preparation', [
      chipsField('prepMinutes', { label: 'Usual preparation', options: [10, 15, 20, 30, 45] }),
      numberField('busyExtraMinutes', { label: 'Extra minutes when busy' }),
      switchField('autoAccept', { label: 'Auto-accept orders' }),
      numberField('maxOrdersPerQuarterHour', { label: 'Max orders per 15 min', help: 'Leave empty for no limit' }),
      prepWindowsField,
      prepLoadsField,
    ]),
    group(
      'Delivery',
      [
        numberField('deliveryRadiusKm', { label: 'Own radius', fraction: true, help: 'Leave empty to deliver as far as the area does' }),
        feeTiersField,
      ],
      'What this store delivers by, where that is not what its area says.',
    ),
    group('Terms', [
      textField('taxId', { label: 'Tax id' }),
      textField('commissionPlan', { label: 'Commission plan' }),
      percentField('commissionPpm', { label: 'Commission' }),
      moneyField('minOrder', { label: 'Minimum order' }),
      moneyField('packing', { label: 'Packing charge' }),
    ]),
    group('Listed under', [
      referencesField('cuisineIds', { label: 'Cuisines', from: cuisineContract, title: (row) => row.name }),
      referencesField('categoryTypeIds', {
        label: 'Category types',
        from: categoryTypeContract,
        title: (row) => row.name,
        queryOf: ({ vertical }: Store) => ({ vertical }),
      }),
    ]),
  ],
  draftOf: (store) => ({
    displayName: store.name,
    cuisineIds: store.cuisines.map(({ id }) => id),
    categoryTypeIds: store.categoryTypes.map(({ id }) => id),
  }),
  badge: (store) => (
    <Row gap={2}>
      <StatusChip style={statuses[store.status]} />
      {store.statusReason && (
        <Text size={13} tone="muted">
          {store.statusReason}
        </Text>
      )}
      {store.status === 'live' && <TakingOrders store={store} />}
    </Row>
  ),
  panels: [
    ...onlyOf<Store>(
      isComingIn,
      panel('Before it sells', (store) => <StoreChecklist store={store} />),
    ),
    ...onlyOf<Store>(
      (store) => !isComingIn(store),
      panel('Today', (store) => <StoreToday store={store} />),
      panel('Taking orders', (store) => <OpenModePanel store={store} />),
    ),
    related('Latest orders', orderContract.list, (store) => ({ storeId: store.id }), [
      text('number'),
      custom('status', 'Status', (order) => <OrderStatusChip status={order.status} />),
      text('customerName', { label: 'Customer' }),
      money('total'),
      instant('placedAt', { label: 'Placed' }),
    ]),
    facts('Store', [
      text('legalName', { label: 'Legal name' }),
      mono('number'),
      vertical('vertical'),
      reference('branch', 'branch'),
      reference('area', 'area'),
      reference('location', 'store-location'),
      phone('phone'),
      text('email', { label: 'E-mail' }),
      text('address'),
      mono('taxId', { label: 'Tax id' }),
      text('commissionPlan', { label: 'Commission plan' }),
      percent('commissionPpm', { label: 'Commission' }),
      money('minOrder', { label: 'Minimum order' }),
      money('packing', { label: 'Packing charge' }),
      mono('licenceNumber', { label: 'Licence' }),
      day('licenceExpiresOn', { label: 'Licence expires' }),
      named('Cuisines', 'cuisines'),
      named('Category types', 'categoryTypes'),
    ]),
    facts(
      'Hours',
      [
        openingHours,
        specialDays,
        custom<Store>('nextOpeningAt', 'Opens next', (store) =>
          store.isOpenNow || !store.nextOpeningAt ? '–' : <When at={store.nextOpeningAt} zone={store.timeZone} />,
        ),
        number('prepMinutes', { label: 'Usual preparation' }),
        number('busyExtraMinutes', { label: 'Extra minutes when busy' }),
        number('prepMinutesNow', { label: 'Preparation now', unit: 'min' }),
        prepRules,
        custom<Store>('deliversFor', 'Delivers', deliveryWords),
      ],
      'main',
    ),
    panel('On the map', (store) => (
      <MapView label={`Map of ${store.name}`} markers={[{ id: store.id, point: store.point, kind: 'store', label: store.name }]} />
    )),
  ],
  tabs: [
    sublist('Orders', orderContract, (store) => ({ storeId: store.id }), { without: ['store', 'vertical'] }),
    sublist('Menu', itemContract, (store) => ({ storeId: store.id }), { without: ['store'] }),
    sublist('Categories', menuCategoryContract, (store) => ({ storeId: store.id }), { without: ['store'] }),
    sublist('Options', choiceGroupContract, (store) => ({ storeId: store.id, kind: 'option' }), { without: ['store', 'kind'] }),
    sublist('Add-ons', choiceGroupContract, (store) => ({ storeId: store.id, kind: 'addon' }), { without: ['store', 'kind'] }),
    sublist('Brands', brandContract, (store) => ({ storeId: store.id }), { without: ['store'] }),
    sublist('Documents', storeDocumentContract, (store) => ({ storeId: store.id }), { without: ['store'] }),
    sublist('Bank accounts', listOf<typeof bankAccountContract>('bank-account', 'bank-account.view'), (store) => ({ storeId: store.id }), {
      without: ['owner'],
    }),
    sublist('People', listOf<typeof staffContract>('staff', 'staff.view'), (store) => ({ storeId: store.id }), { without: ['scope'] }),
    sublist('Machines', listOf<typeof machineContract>('machine', 'machine.view'), (store) => ({ storeId: store.id }), {
      without: ['store'],
    }),
    sublist('Reviews', listOf<typeof reviewContract>('review', 'ticket.view'), ({ id, vertical }) => ({ storeId: id, vertical }), {
      without: ['store', 'vertical', 'branch'],
    }),
    sublist('Tickets', listOf<typeof ticketContract>('ticket', 'ticket.view'), (store) => ({ storeId: store.id }), { without: ['store'] }),
    sublist('Feedback', listOf<typeof feedbackContract>('feedback', 'ticket.view'), (store) => ({ storeId: store.id }), {
      without: ['store'],
    }),
    { key: 'crates', label: 'Crates', permission: 'crate-movement.view', render: (store) => <StoreCrates store={store} /> },
  ],
  actions: storeActs,
  leads: [
    {
      label: 'Clone store',
      icon: IconCopy,
      permission: 'store.create',
      to: ({ id }) => `/store/add?${new URLSearchParams({ edit: 'new', clone: id })}`,
    },
  ],
  bulk: [
    {
      act: pause,
      done: 'paused',
      many: storeContract.setOpenModeOfMany,
      unless: ({ openMode }) => (openMode === 'paused' || openMode === 'closed' ? `already ${openMode}` : null),
    },
    {
      act: reopen,
      done: 'reopened',
      many: storeContract.setOpenModeOfMany,
      unless: ({ openMode }) => (openMode === 'open' ? 'already open' : null),
    },
  ],
  history: storeHistory,
  emptyText: 'Shops and kitchens that sell through the marketplace.',
})
