import { type Approval, approvalContract, approvalStatusLabels } from '@larder/contract'
import { useZone } from '#kit/access/access.tsx'
import { PlaceLink } from '#kit/access/places.tsx'
import { confirmAction } from '#kit/actions/action.ts'
import { withdraw } from '#kit/actions/withdraw.ts'
import { custom, instant, status, text } from '#kit/cells/columns.tsx'
import { StatusChip, styleStatuses } from '#kit/cells/status-style.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { oneOf, search, toggle } from '#kit/filters/filters.tsx'
import { Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { soon } from '#kit/lazily.tsx'
import { facts, panel } from '#kit/panels/panels.tsx'
import { defineResource } from '#kit/resource/define.ts'
import { noValue, tellChanges } from '#kit/resource/record/history-words.ts'
import { useHistoryWords } from '#kit/resource/record/use-history-words.ts'
import { areSentences } from '#kit/words.ts'

const LeftToRefund = soon(() => import('#entities/order/left-to-refund.tsx').then((module) => module.LeftToRefund))

const statuses = styleStatuses(approvalStatusLabels, { pending: 'warning', approved: 'good', refused: 'bad' })

/** `Erase a customer: Meera Nair, +91 98••• ••345`; what names its record already says it once. */
const nameOf = ({ title, about }: Approval) => (about && !title.includes(about) ? `${title}: ${about}` : title)

/** What a request is to change, or what comes of it: the same before it is decided and after. */
function Asked({ approval }: { approval: Approval }) {
  const zone = useZone()
  // The words of what changes: a deposit is asked for of whoever holds the cash.
  const [entity = ''] = approval.operation.split('.')
  const words = useHistoryWords(entity, approval.entityId)
  const lines = approval.effect === null ? tellChanges(approval, words, zone) : []
  const orderId = orderOf(approval)
  return (
    <Stack gap={1}>
      {approval.effect && <Text as="p">{approval.effect}</Text>}
      {lines.map(({ label, from, to, moved }) => (
        <div key={label}>
          <Text as="div">
            {label}: {from !== noValue ? `${from} → ${to}` : areSentences(moved?.added) ? '' : to}
          </Text>
          {from === noValue && areSentences(moved?.added) && (
            <ul style={{ margin: 0, paddingLeft: 20 }}>
              {moved?.added.map((sentence) => (
                <Text key={sentence} as="li">
                  {sentence}
                </Text>
              ))}
            </ul>
          )}
        </div>
      ))}
      {orderId && <LeftToRefund orderId={orderId} isCounted={approval.operation === 'order.refund' && approval.status === 'pending'} />}
    </Stack>
  )
}

/** The order that money is to go back of. */
function orderOf({ entity, entityId, changes }: Approval): string | null {
  if (entity === 'order') return entityId
  const named = changes.find(({ field }) => field === 'orderId')?.new
  return typeof named === 'string' ? named : null
}

const maker = custom<Approval>('maker', 'Asked by', (approval) => approval.maker.name, {
  width: 152,
  text: (approval) => approval.maker.name,
})
const checker = custom<Approval>('checker', 'Decided by', (approval) => approval.checker?.name ?? '–', {
  width: 152,
  text: (approval) => approval.checker?.name ?? '',
})

const about = custom<Approval>('about', 'About', ({ entity, entityId, title, about: name }) => (
  <PlaceLink entity={entity} id={entityId}>
    {name ?? title}
  </PlaceLink>
))
const request = custom<Approval>('title', 'Request', nameOf, { width: 248, text: nameOf })

const approve = confirmAction(approvalContract.approve, {
  label: 'Approve',
  tone: 'primary',
  question: (asked: Approval) => `${nameOf(asked)}: done as ${asked.maker.name} asked for it. Both names are kept in the history.`,
  done: ({ title }) => `Approved: ${title}`,
})
const refuse = confirmAction(approvalContract.refuse, {
  label: 'Refuse',
  tone: 'danger',
  question: (asked: Approval) => `${nameOf(asked)}: nothing changes, and ${asked.maker.name} can read why.`,
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
  title: nameOf,
  columns: [
    request,
    maker,
    text('reason', { width: 248 }),
    instant('createdAt', { label: 'Asked', sort: 'createdAt' }),
    status('status', statuses),
    checker,
  ],
  sort: '-createdAt',
  filters: [
    search('Request or reason'),
    oneOf('status', optionsOf(approvalStatusLabels), { label: 'Status' }),
    toggle('isMineToApprove', 'To approve'),
  ],
  views: [
    { label: 'To approve', query: { isMineToApprove: 'true' } },
    { label: 'Waiting', query: { status: 'pending' } },
  ],
  panels: [
    panel('What is asked for', (approval) => <Asked approval={approval} />),
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
