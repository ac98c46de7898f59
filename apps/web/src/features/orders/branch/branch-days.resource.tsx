import { type BranchDay, branchDayContract, branchDayStatusLabels, type cashDayContract } from '@larder/contract'
import { useRead } from '#api/client.ts'
import { branchFilter } from '#entities/references.ts'
import { ListLink } from '#kit/access/places.tsx'
import { confirmAction } from '#kit/actions/action.ts'
import { custom, day, instant, reference, status, text } from '#kit/cells/columns.tsx'
import { StatusChip, styleStatuses } from '#kit/cells/status-style.tsx'
import { Alert } from '#kit/feedback/alert.tsx'
import { selectField } from '#kit/fields/choice-fields.tsx'
import { dayField, textField } from '#kit/fields/fields.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { dateRange, oneOf, search } from '#kit/filters/filters.tsx'
import { format } from '#kit/format.ts'
import { Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { facts, panel } from '#kit/panels/panels.tsx'
import { defineResource } from '#kit/resource/define.ts'
import type { HistoryWords } from '#kit/resource/record/history-words.ts'
import { listOf, sublist } from '#kit/resource/record/sublist.tsx'
import { DayFigures, differencesOf, figureKeys, figureLabels, figureText } from './day-figures.tsx'

const states = styleStatuses(branchDayStatusLabels, { closed: 'info', 'signed-off': 'good', reopened: 'warning' })
const noteField = textField('remark', { label: 'Note', multiline: true, help: 'What whoever signs off should know.' })

const ofFigures = (pick: 'value' | 'refunded' | 'held', label: string) =>
  custom<BranchDay>(pick, label, ({ figures }) => format().money(figures[pick]), {
    align: 'right',
    width: 112,
    text: ({ figures }) => format().money(figures[pick]),
  })
const orders = custom<BranchDay>('orders', 'Orders', ({ figures }) => format().number(figures.orders), {
  align: 'right',
  width: 72,
  text: ({ figures }) => format().number(figures.orders),
})

const dayHistory: HistoryWords = {
  fields: [
    noteField,
    selectField('status', { options: optionsOf(branchDayStatusLabels) }),
    dayField('day'),
    textField('closedBy', { label: 'Closed by' }),
    textField('signedOffBy', { label: 'Signed off by' }),
    textField('statusReason', { label: 'Why it was reopened' }),
    ...figureKeys.map((key) => ({ key, label: figureLabels[key], show: figureText })),
  ],
  deedOf: ({ action }) => {
    if (action === 'create') return { what: 'Closed the day', covers: ['branchId', 'day', 'status', ...closing] }
    if (action === 'closeAgain') return { what: 'Closed it again', covers: ['status', ...closing] }
    if (action === 'signOff') return { what: 'Signed off', covers: ['status', ...signing] }
    return action === 'reopen' ? { what: 'Reopened', covers: ['status', ...signing] } : undefined
  },
}
const closing = ['closedAt', 'closedBy', 'closedId', 'currency']
const signing = ['signedOffAt', 'signedOffBy', 'signedOffId']

/** Business days of branches that somebody closed. They are closed on their branch's page; what else happens to them, on their own. */
export const branchDays = defineResource(branchDayContract, {
  label: ['Closed day', 'Closed days'],
  title: ({ day: of, branch }) => `${branch.name}, ${format().day(of, 'ofWeek')}`,
  columns: [
    day('day', { label: 'Day', sort: 'day', width: 120 }),
    status('status', states, { width: 112 }),
    orders,
    ofFigures('value', 'Value'),
    ofFigures('refunded', 'Refunds'),
    ofFigures('held', 'Cash held'),
    text('closedBy', { label: 'Closed by', width: 128 }),
    text('signedOffBy', { label: 'Signed off by', width: 128 }),
    text('remark', { label: 'Note', width: 160 }),
    reference('branch', 'branch'),
  ],
  sort: '-day',
  filters: [search('Note or name'), dateRange('from', 'to', 'Day'), oneOf('status', optionsOf(branchDayStatusLabels)), branchFilter],
  views: [{ label: 'To sign off', query: { status: 'closed' } }],
  tabs: [
    sublist('Cash', listOf<typeof cashDayContract>('cash-day', 'cash.view'), ({ id }: BranchDay) => ({ branchDayId: id }), {
      without: ['day', 'branch'],
    }),
  ],
  actions: [
    confirmAction(branchDayContract.signOff, {
      label: 'Sign off',
      tone: 'primary',
      question: (row: BranchDay) => `${row.closedBy} closed it. You say that its figures are right.`,
      done: (row: BranchDay) => `${format().day(row.day)} signed off`,
      failed: (row: BranchDay) => `${format().day(row.day)} was not signed off`,
    }),
    confirmAction(branchDayContract.closeAgain, {
      label: 'Close again',
      tone: 'primary',
      question: (row: BranchDay) => `${format().day(row.day, 'ofWeek')} is closed with its figures as they stand now.`,
      body: ({ remark }: BranchDay) => ({ remark }),
      asks: [noteField],
      done: (row: BranchDay) => `${format().day(row.day)} closed again`,
      failed: (row: BranchDay) => `${format().day(row.day)} was not closed`,
    }),
    confirmAction(branchDayContract.reopen, {
      label: 'Reopen',
      tone: 'danger',
      question: () => 'It can be closed anew, with the figures as they stand then. Whoever signed it off has to do so again.',
      asks: 'reason',
      done: (row: BranchDay) => `${format().day(row.day)} reopened`,
      failed: (row: BranchDay) => `${format().day(row.day)} was not reopened`,
    }),
  ],
  badge: ({ status: stands }) => <StatusChip style={states[stands]} />,
  panels: [
    panel('Figures', (row: BranchDay) => <Compared of={row} />),
    facts<BranchDay>('Day', [
      day('day', { label: 'Day' }),
      reference('branch', 'branch'),
      text('closedBy', { label: 'Closed by' }),
      instant('closedAt', { label: 'Closed' }),
      text('remark', { label: 'Note' }),
      text('signedOffBy', { label: 'Signed off by' }),
      instant('signedOffAt', { label: 'Signed off' }),
      text('reopenedBecause', { label: 'Why it was reopened' }),
    ]),
  ],
  history: dayHistory,
  emptyText: 'Days that were closed, each with its figures as they stood.',
})

/** What was kept beside what it is now, and what differs. */
function Compared({ of: { figures, branch, day: on, status: stands } }: { of: BranchDay }) {
  const { data } = useRead(branchDayContract.look, { params: { id: branch.id }, query: { day: on } })
  const differing = data ? differencesOf(figures, data.figures) : []
  return (
    <Stack>
      {differing.length > 0 && stands !== 'reopened' && (
        <Alert tone="warning">
          Changed since the day was closed: {differing.map((key) => figureLabels[key].toLowerCase()).join(', ')}.
        </Alert>
      )}
      <DayFigures label="Figures" kept={figures} now={data?.figures ?? null} />
      <Text size={13}>
        <ListLink entity="order" query={{ branchId: branch.id, from: on, to: on }}>
          Orders of the day
        </ListLink>
      </Text>
    </Stack>
  )
}
