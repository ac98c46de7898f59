import { documentStateLabels, type StoreDocument, storeDocumentContract, storeDocumentKindLabels } from '@larder/contract'
import { branchFilter, references, storeFilter } from '#entities/references.ts'
import { custom, day, instant, mono, reference, status, text } from '#kit/cells/columns.tsx'
import { styleStatuses } from '#kit/cells/status-style.tsx'
import { referenceField, selectField } from '#kit/fields/choice-fields.tsx'
import { documentField } from '#kit/fields/document-field.tsx'
import { group } from '#kit/fields/field.ts'
import { dayField, textField } from '#kit/fields/fields.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { oneOf, search } from '#kit/filters/filters.tsx'
import { soon } from '#kit/lazily.tsx'
import { facts } from '#kit/panels/panels.tsx'
import { defineResource } from '#kit/resource/define.ts'

const DocumentFile = soon(() => import('./document-file.tsx').then((module) => module.DocumentFile))

const states = styleStatuses(documentStateLabels, { valid: 'good', expiring: 'warning', expired: 'bad' })
const kind = custom<StoreDocument>('kind', 'Document', (row) => storeDocumentKindLabels[row.kind], {
  width: 168,
  text: (row) => storeDocumentKindLabels[row.kind],
})
const file = custom<StoreDocument>('fileId', 'File', (row) => (row.fileId ? <DocumentFile document={row} /> : 'none'), {
  width: 112,
  text: (row) => (row.fileId ? 'yes' : ''),
})

/** Papers of stores: licence, tax registration, agreement, with number, expiry and file. */
export const storeDocuments = defineResource(storeDocumentContract, {
  label: ['Document', 'Documents'],
  title: (row) => `${storeDocumentKindLabels[row.kind]} ${row.number}`,
  columns: [
    kind,
    mono('number', { width: 160 }),
    status('state', states, { label: 'State', width: 112 }),
    day('expiresOn', { label: 'Expires', sort: 'expiresOn' }),
    file,
    reference('store', 'store', { width: 152 }),
    text('remark', { width: 160 }),
    instant('createdAt', { label: 'Added', sort: 'createdAt' }),
  ],
  sort: 'expiresOn',
  filters: [
    search('Number'),
    storeFilter,
    branchFilter,
    oneOf('kind', optionsOf(storeDocumentKindLabels), { label: 'Document' }),
    oneOf(
      'expiresWithinDays',
      [
        { value: '0', label: 'today or before' },
        { value: '7', label: 'in 7 days' },
        { value: '30', label: 'in 30 days' },
      ],
      { label: 'Expires' },
    ),
  ],
  form: [
    group('Document', [
      selectField('kind', { label: 'Document', options: optionsOf(storeDocumentKindLabels) }),
      referenceField('storeId', { label: 'Store', ...references.store }),
      textField('number'),
      dayField('expiresOn', { label: 'Expires', help: 'Leave empty if it does not' }),
      documentField('fileId', { label: 'File' }),
      textField('remark'),
    ]),
  ],
  blank: { kind: 'licence' },
  panels: [
    facts('Document', [kind, mono('number'), day('expiresOn', { label: 'Expires' }), file, text('remark'), reference('store', 'store')]),
  ],
  emptyText: 'Licences, registrations and agreements, with their expiry and a file.',
})
