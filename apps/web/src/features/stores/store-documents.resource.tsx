import { type StoreDocument, storeDocumentContract, storeDocumentKindLabels } from '@larder/contract'
import { references } from '#entities/references.ts'
import { custom } from '#kit/cells/columns.tsx'
import { documentField } from '#kit/fields/document-field.tsx'
import { group } from '#kit/fields/field.ts'
import { oneOf, search } from '#kit/filters/filters.tsx'
import { soon } from '#kit/lazily.tsx'
import { facts } from '#kit/panels/panels.tsx'
import { declareFields } from '#kit/resource/declare-fields.ts'
import { defineResource } from '#kit/resource/define.ts'

const DocumentFile = soon(() => import('./document-file.tsx').then((module) => module.DocumentFile))

const { columns, inputs, filters } = declareFields(
  storeDocumentContract,
  {
    kind: { label: 'Document', width: 168 },
    number: { isCode: true, width: 160 },
    state: { tones: { valid: 'good', expiring: 'warning', expired: 'bad' }, width: 112 },
    expiresOn: { label: 'Expires', help: 'Leave empty if it does not' },
    store: { width: 152 },
    remark: { width: 160 },
    createdAt: { label: 'Added' },
  },
  { storeId: references.store, branchId: references.branch },
)
const file = custom<StoreDocument>('fileId', 'File', (row) => (row.fileId ? <DocumentFile document={row} /> : 'none'), {
  width: 112,
  text: (row) => (row.fileId ? 'yes' : ''),
})

/** Papers of stores: licence, tax registration, agreement, with number, expiry and file. */
export const storeDocuments = defineResource(storeDocumentContract, {
  label: ['Document', 'Documents'],
  title: (row) => `${storeDocumentKindLabels[row.kind]} ${row.number}`,
  columns: [...columns('kind', 'number', 'state', 'expiresOn'), file, ...columns('store', 'remark', 'createdAt')],
  sort: 'expiresOn',
  filters: [
    search('Number'),
    ...filters('storeId', 'branchId', 'kind'),
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
      ...inputs('kind', 'storeId', 'number', 'expiresOn'),
      documentField('fileId', { label: 'File' }),
      ...inputs('remark'),
    ]),
  ],
  blank: { kind: 'licence' },
  panels: [facts('Document', [...columns('kind', 'number', 'expiresOn'), file, ...columns('remark', 'store')])],
  emptyText: 'Licences, registrations and agreements, with their expiry and a file.',
})
