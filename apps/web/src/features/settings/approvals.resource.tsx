import { type Approval, approvalContract, approvalStatusLabels } from '@larder/contract'
import { useZone } from '#kit/access/access.tsx'
import { PlaceLink } from '#kit/access/places.tsx'
import { confirmAction } from '#kit/actions/action.ts'
import { custom, instant, status, text } from '#kit/cells/columns.tsx'
import { StatusChip, styleStatuses } from '#kit/cells/status-style.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { oneOf, search } from '#kit/filters/filters.tsx'
import { Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { facts, panel } from '#kit/panels/panels.tsx'
import { defineResource } from '#kit/resource/define.ts'
import { tellEntry } from '#kit/resource/record/history-words.ts'
import { useHistoryWords } from '#kit/resource/record/use-history-words.ts'
import { withdraw } from './withdraw.ts'

const statuses = styleStatuses(approvalStatusLabels, { pending: 'warning', approved: 'good', refused: 'bad' })

/** What a request is to change: the same before it is decided and after. */
function Asked({ approval }: { approval: Approval }) {
  const zone = useZone()
  // The words of what changes: a deposit is asked for of whoever holds the cash.
  const [entity = ''] = approval.operation.split('.')
  const { fields } = useHistoryWords(entity, approval.entityId)
  const { lines } = tellEntry({ ...approval, action: 'ask', at: approval.createdAt }, { fields }, zone)
  return (
    <Stack gap={1}>
      {lines.map((line) => (
        <Text key={line} as="div">
          {line}
        </Text>
      ))}
    </Stack>
  )
}

const maker = custom<Approval>('maker', 'Asked by', (approval) => approval.maker.name, {
  width: 152,
  text: (approval) => approval.maker.name,
})
const checker = custom<Approval>('checker', 'Decided by', (approval) => approval.checker?.name ?? '–', {
  width: 152,
  text: (approval) => approval.checker?.name ?? '',
})

const about = custom<Approval>('entityId', 'About', ({ entity, entityId, title }) => (
  <PlaceLink entity={entity} id={entityId}>
    {title}
  </PlaceLink>
))

const approve = confirmAction(approvalContract.approve, {
  label: 'Approve',
  tone: 'primary',
  question: ({ title, maker: { name } }: Approval) => `${title}: done as ${name} asked for it. Both names are kept in the history.`,
  done: ({ title }) => `Approved: ${title}`,
})
const refuse = confirmAction(approvalContract.refuse, {
  label: 'Refuse',
  tone: 'danger',
  question: ({ title, maker: { name } }: Approval) => `${title}: nothing changes, and ${name} can read why.`,
  asks: 'reason',
  done: ({ title }) => `Refused: ${title}`,
})

const deeds: Readonly<Record<string, string>> = {
  create: 'Asked for approval',
  approve: 'Approved',
  refuse: 'Refused',
  withdraw: 'Withdrew the request',
  expire: 'Expired: nobody decided in time',
  overtake: 'Was overtaken',
}
const ownFields =
  'status checkerId decidedAt because operation params body title reason entity entityId old new permission branchId storeId makerId expiresAt'

/** What others ask for and one may approve, and what one has asked for oneself. */
export const approvals = defineResource(approvalContract, {
  label: ['Request', 'Approvals'],
  title: ({ title }) => title,
  columns: [
    text('title', { label: 'Request', width: 248 }),
    maker,
    text('reason', { width: 248 }),
    instant('createdAt', { label: 'Asked', sort: 'createdAt' }),
    status('status', statuses),
    checker,
  ],
  sort: '-createdAt',
  filters: [search('Request or reason'), oneOf('status', optionsOf(approvalStatusLabels), { label: 'Status' })],
  views: [{ label: 'Waiting', query: { status: 'pending' } }],
  panels: [
    panel('Change', (approval) => <Asked approval={approval} />),
    facts('Request', [
      about,
      maker,
      text('reason'),
      instant('createdAt', { label: 'Asked' }),
      instant('expiresAt', { label: 'Expires' }),
      checker,
      instant('decidedAt', { label: 'Decided' }),
      text('because', { label: 'Because' }),
    ]),
  ],
  actions: [approve, refuse, withdraw],
  badge: (approval) => <StatusChip style={statuses[approval.status]} />,
  history: {
    deedOf: ({ action: act }) => (deeds[act] ? { what: deeds[act], covers: ownFields.split(' ') } : undefined),
  },
  emptyText: 'Changes that another person has to approve.',
})
