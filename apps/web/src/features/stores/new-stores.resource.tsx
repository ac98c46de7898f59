import { storeStatusLabels } from '@larder/contract'
import { firstAccountFields } from '#entities/bank-fields.tsx'
import { branchFilter, references, verticalOptions } from '#entities/references.ts'
import { areasAround, localitiesAround } from '#entities/surroundings.ts'
import { mono, reference, status, text, vertical } from '#kit/cells/columns.tsx'
import { styleStatuses } from '#kit/cells/status-style.tsx'
import { SkeletonCard } from '#kit/feedback/feedback.tsx'
import { radioField, referenceField, selectField } from '#kit/fields/choice-fields.tsx'
import { documentField } from '#kit/fields/document-field.tsx'
import { group } from '#kit/fields/field.ts'
import {
  chipsField,
  dayField,
  emailField,
  moneyField,
  numberField,
  percentField,
  phoneField,
  switchField,
  textField,
} from '#kit/fields/fields.tsx'
import { openingHoursField, specialDaysField } from '#kit/fields/hours-fields.tsx'
import { pointField } from '#kit/fields/map-fields.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { oneOf, search } from '#kit/filters/filters.tsx'
import { lazily } from '#kit/lazily.tsx'
import { panel } from '#kit/panels/panels.tsx'
import { defineResource } from '#kit/resource/define.ts'
import { newStoreContract } from './store-contracts.ts'
import { storeHistory } from './store-history.ts'

const ChecklistOfNew = lazily(() => import('./store-checklist.tsx').then((module) => module.ChecklistOfNew), <SkeletonCard lines={6} />)

const { lead, draft, review, approved } = storeStatusLabels
const onTheWay = { lead, draft, review, approved }
const around = [areasAround, localitiesAround]

/** Stores on their way in, and the steps by which one begins. */
export const newStores = defineResource(newStoreContract, {
  label: ['Store', 'Stores'],
  title: (store) => store.name,
  columns: [
    text('name', { sort: 'name', width: 200 }),
    status('status', styleStatuses(storeStatusLabels, { review: 'info', approved: 'good' }), { width: 108 }),
    vertical('vertical'),
    reference('branch', 'branch', { width: 112 }),
    reference('area', 'area', { width: 128 }),
    mono('number'),
  ],
  sort: '-createdAt',
  filters: [search('Name, number or phone'), oneOf('status', optionsOf(onTheWay)), oneOf('vertical', verticalOptions), branchFilter],
  views: [
    { label: 'Leads', query: { status: 'lead' } },
    { label: 'Drafts', query: { status: 'draft' } },
    { label: 'In review', query: { status: 'review' } },
    { label: 'Approved', query: { status: 'approved' } },
  ],
  form: [
    group('Identity', [
      textField('displayName', { label: 'Name', help: 'As customers see it' }),
      textField('legalName', { label: 'Legal name', help: 'As registered; the same where it is left empty' }),
      selectField('vertical', { options: verticalOptions }),
      phoneField('phone'),
      emailField('email', { label: 'E-mail' }),
      radioField('startsAs', {
        label: 'Begins as',
        options: [
          { value: 'draft', label: 'Draft', hint: 'It joins: its papers are gathered' },
          { value: 'lead', label: 'Lead', hint: 'It may join: somebody talks to it' },
        ],
      }),
      referenceField('copiesMenuOf', {
        label: 'Begins with the menu of',
        ...references.store,
        help: 'Copied as it is when the store is added: categories, brands, options, add-ons and items. Leave empty to begin with none',
      }),
    ]),
    group('Place', [
      referenceField('branchId', { label: 'Branch', ...references.branch }),
      pointField('point', { label: 'Position', backdrops: around, help: 'Delivery area and locality follow from it' }),
      textField('address', { multiline: true }),
    ]),
    group('Hours', [
      openingHoursField('openingHours', { label: 'Opening hours', help: 'A closing time before the opening time means the next day' }),
      specialDaysField('specialDays', { label: 'Special days' }),
      chipsField('prepMinutes', { label: 'Usual preparation', options: [10, 15, 20, 30, 45] }),
      numberField('busyExtraMinutes', { label: 'Extra minutes when busy' }),
      switchField('autoAccept', { label: 'Auto-accept orders' }),
      numberField('maxOrdersPerQuarterHour', { label: 'Max orders per 15 min', help: 'Leave empty for no limit' }),
    ]),
    group('Documents', [
      textField('licenceNumber', { label: 'Licence number' }),
      dayField('licenceExpiresOn', { label: 'Licence expires' }),
      documentField('licenceFileId', { label: 'Licence' }),
      textField('taxId', { label: 'Tax id' }),
    ]),
    firstAccountFields,
    group('Terms', [
      textField('commissionPlan', { label: 'Commission plan' }),
      percentField('commissionPpm', { label: 'Commission' }),
      moneyField('minOrder', { label: 'Minimum order' }),
      moneyField('packing', { label: 'Packing charge' }),
    ]),
  ],
  blank: { specialDays: [] },
  beforeAdding: panel('Before approval', (draft) => <ChecklistOfNew draft={draft} />),
  steps: ['Identity', 'Place', 'Hours', 'Documents', 'Bank', 'Terms'],
  history: storeHistory,
  emptyText: 'Stores on their way in: leads, drafts, in review, approved.',
})
