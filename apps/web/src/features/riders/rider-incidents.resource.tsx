import { incidentKindLabels, riderIncidentContract, severityLabels } from '@larder/contract'
import { branchFilter } from '#entities/references.ts'
import { instant, reference, status, text } from '#kit/cells/columns.tsx'
import { styleStatuses } from '#kit/cells/status-style.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { oneOf, search } from '#kit/filters/filters.tsx'
import { defineResource } from '#kit/resource/define.ts'

const severities = styleStatuses(severityLabels, { medium: 'warning', high: 'bad' })
const kinds = styleStatuses(incidentKindLabels, { praise: 'good' })

/** What staff noted of riders. */
export const riderIncidents = defineResource(riderIncidentContract, {
  label: ['Incident', 'Rider incidents'],
  title: ({ rider }) => rider.name,
  columns: [
    status('kind', kinds, { width: 136 }),
    status('severity', severities, { width: 96 }),
    reference('rider', 'rider', { width: 144 }),
    text('note', { width: 260 }),
    reference('order', 'order', { width: 120 }),
    text('notedBy', { label: 'Noted by', width: 128 }),
    instant('createdAt', { label: 'When', sort: 'createdAt' }),
    reference('branch', 'branch'),
  ],
  sort: '-createdAt',
  filters: [
    search('Rider or note'),
    oneOf('kind', optionsOf(incidentKindLabels)),
    oneOf('severity', optionsOf(severityLabels)),
    branchFilter,
  ],
  views: [{ label: 'High', query: { severity: 'high' } }],
  history: null,
  emptyText: 'What went wrong, or well, with riders: noted at their page.',
})
