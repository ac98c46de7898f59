import { type Approval, approvalContract, approvalStatusLabels, type SettingKey, settings, settingValues } from '@larder/contract'
import { useZone } from '#kit/access/access.tsx'
import { action, confirmAction } from '#kit/actions/action.ts'
import { custom, instant, status, text } from '#kit/cells/columns.tsx'
import { looksOf } from '#kit/cells/look.ts'
import { StatusChip } from '#kit/cells/status-chip.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { oneOf, search } from '#kit/filters/filters.tsx'
import { Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { facts, panel } from '#kit/panels/panels.tsx'
import { defineResource } from '#kit/resource/define.ts'
import { type HistoryWords, tellEntry } from '#kit/resource/history-words.ts'
import { settingField } from './setting-field.ts'

const looks = looksOf(approvalStatusLabels, { pending: 'warning', approved: 'good', refused: 'bad' })

/** In whose words a request is told, by the kind of record that it is about. */
const wordsOf: Readonly<Record<string, (id: string) => HistoryWords['fields']>> = {
  setting: (id) => {
    const key = id as SettingKey
    const { group, label, unit, initial } = settings[key]
    return [
      settingField({ id: key, group, label, unit, initial, ...settingValues(key), value: initial, follows: null, version: 0, allowed: [] }),
    ]
  },
}

/** What a request would change, as the history will tell it once it is approved. */
function Asked({ approval }: { approval: Approval }) {
  const zone = useZone()
  const fields = wordsOf[approval.entity]?.(approval.entityId) ?? []
  const { what, lines } = tellEntry({ ...approval, action: 'update', at: approval.createdAt }, { fields }, zone)
  return (
    <Stack gap={1}>
      <Text as="div">{what}</Text>
      {lines.map((line) => (
        <Text key={line} as="div" size={13} tone="muted">
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

const approve = confirmAction(approvalContract.approve, {
  label: 'Approve',
  tone: 'primary',
  question: ({ title, maker: { name } }: Approval) => `${title}: applies at once, as asked by ${name}. Both names are kept in the history.`,
  done: ({ title }) => `Approved: ${title}`,
})
const refuse = confirmAction(approvalContract.refuse, {
  label: 'Refuse',
  tone: 'danger',
  question: ({ title, maker: { name } }: Approval) => `${title}: nothing changes, and ${name} can read why.`,
  asks: 'reason',
  done: ({ title }) => `Refused: ${title}`,
})
export const withdraw = action(approvalContract.withdraw, {
  label: 'Withdraw',
  title: 'Withdraw the request',
  done: ({ title }: Approval) => `Withdrawn: ${title}`,
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
    status('status', looks),
    checker,
  ],
  sort: '-createdAt',
  filters: [search('Request or reason'), oneOf('status', optionsOf(approvalStatusLabels), { label: 'Status' })],
  views: [{ label: 'Waiting', query: { status: 'pending' } }],
  panels: [
    panel('Change', (approval) => <Asked approval={approval} />),
    facts('Request', [
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
  badge: (approval) => <StatusChip look={looks[approval.status]} />,
  history: {
    deedOf: ({ action: act }) => (deeds[act] ? { what: deeds[act], covers: ownFields.split(' ') } : undefined),
  },
  emptyText: 'Changes that another person has to approve.',
})
