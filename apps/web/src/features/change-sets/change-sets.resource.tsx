import {
  type ChangeSet,
  changeRowContract,
  changeSetContract,
  changeSetSourceLabels,
  changeSetStatusLabels,
  missingLabels,
  movePercent,
} from '@larder/contract'
import { branchFilter, storeFilter } from '#entities/references.ts'
import { confirmAction } from '#kit/actions/action.ts'
import { custom, instant, number, reference, status, text } from '#kit/cells/columns.tsx'
import { StatusChip } from '#kit/cells/status-style.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { oneOf, search } from '#kit/filters/filters.tsx'
import { format } from '#kit/format.ts'
import { soon } from '#kit/lazily.tsx'
import { facts, onlyOf, panel } from '#kit/panels/panels.tsx'
import { defineResource } from '#kit/resource/define.ts'
import { sublist } from '#kit/resource/record/sublist.tsx'
import { rowsText, setStates, sourceStates } from './change-words.tsx'
import { meanwhileField, publishAtField } from './publish-fields.tsx'

const Standing = soon(() => import('./standing.tsx').then((module) => module.Standing))
const ColumnsPanel = soon(() => import('./columns-panel.tsx').then((module) => module.ColumnsPanel))

const rows = custom<ChangeSet>('rows', 'Rows', (set) => rowsText(set), { width: 176, text: rowsText })
const ofWhom = custom<ChangeSet>('of', 'Of', ({ store, branch }) => store?.name ?? branch?.name ?? 'Any store', {
  width: 152,
  text: ({ store, branch }) => store?.name ?? branch?.name ?? '',
})

const leftOut = ({ errorRows }: ChangeSet) =>
  errorRows > 0 ? ` ${errorRows === 1 ? 'One row with an error is' : `${format().number(errorRows)} rows with errors are`} left out.` : ''
const inStores = ({ stores }: ChangeSet) => (stores === 1 ? 'one store' : `${format().number(stores)} stores`)

const publish = confirmAction(changeSetContract.publish, {
  label: 'Publish',
  tone: 'primary',
  question: (set: ChangeSet) => `${set.title} is published in ${inStores(set)} now.${leftOut(set)}`,
  asks: [meanwhileField] as never,
  body: ({ meanwhile }: ChangeSet) => ({ meanwhile }),
  done: ({ title }) => `${title} is being published`,
})
const schedule = confirmAction(changeSetContract.schedule, {
  label: 'Schedule',
  question: (set: ChangeSet) => `${set.title} is published in ${inStores(set)} at that time.${leftOut(set)}`,
  asks: [publishAtField, meanwhileField] as never,
  body: ({ meanwhile }: ChangeSet) => ({ meanwhile }),
  done: ({ title }) => `${title} scheduled`,
})
const submit = confirmAction(changeSetContract.submit, {
  label: 'Send for approval',
  tone: 'primary',
  question: (set: ChangeSet) =>
    `${set.needsApproval ?? ''} Once another person has approved it, it is published, or at its time.${leftOut(set)}`,
  asks: [{ ...publishAtField, help: 'Left empty, it is published as soon as it is approved.' }, meanwhileField] as never,
  body: ({ meanwhile }: ChangeSet) => ({ meanwhile }),
  done: ({ title }) => `${title} sent for approval`,
})
const approve = confirmAction(changeSetContract.approve, {
  label: 'Approve',
  tone: 'primary',
  question: (set: ChangeSet) =>
    `${set.title} by ${set.madeBy}: ${rowsText(set)} in ${inStores(set)}.${leftOut(set)} ${set.needsApproval ?? ''}`,
  done: ({ title }) => `${title} approved`,
})
const sendBack = confirmAction(changeSetContract.sendBack, {
  label: 'Send back',
  question: ({ title, madeBy }: ChangeSet) => `${title} goes back to ${madeBy}.`,
  asks: 'reason',
  done: ({ title }) => `${title} sent back`,
})
const unschedule = confirmAction(changeSetContract.unschedule, {
  label: 'Withdraw',
  question: ({ title }: ChangeSet) => `${title} is not published at its time. It stays, validated.`,
  wayOut: 'Keep it scheduled',
  done: ({ title }) => `${title} is not published`,
})
const stop = confirmAction(changeSetContract.stop, {
  label: 'Stop',
  tone: 'danger',
  question: ({ title }: ChangeSet) => `${title} stops. The store that is at it stays as it was; those that are done are told.`,
  wayOut: 'Let it go on',
  done: ({ title }) => `${title} stopped`,
})
const rollBack = confirmAction(changeSetContract.rollBack, {
  label: 'Roll back',
  tone: 'danger',
  question: ({ title }: ChangeSet) => `What ${title} changed is put back as it was. What somebody has edited since stays, and is shown.`,
  asks: 'reason',
  done: ({ title }) => `${title} is being rolled back`,
})
const discard = confirmAction(changeSetContract.discard, {
  label: 'Discard',
  tone: 'danger',
  question: ({ title }: ChangeSet) => `${title} is discarded: nothing of it is published.`,
  done: ({ title }) => `${title} discarded`,
})

/** Changes of many records made ready as one: looked at, approved, published, taken back. */
export const changeSets = defineResource(changeSetContract, {
  label: ['Change set', 'Change sets'],
  title: ({ title }) => title,
  columns: [
    text('title', { label: 'Title', width: 184 }),
    status('status', setStates, { width: 160 }),
    status('source', sourceStates, { label: 'From', width: 128 }),
    rows,
    ofWhom,
    text('madeBy', { label: 'By', width: 136 }),
    instant('createdAt', { label: 'Made', sort: 'createdAt' }),
    number('stores', { label: 'Stores', width: 80 }),
    number('errorRows', { label: 'Errors', width: 80 }),
  ],
  sort: '-createdAt',
  filters: [
    search('Title or who made it'),
    oneOf('status', optionsOf(changeSetStatusLabels)),
    oneOf('source', optionsOf(changeSetSourceLabels), { label: 'From' }),
    storeFilter,
    branchFilter,
  ],
  views: [
    { label: 'Awaiting approval', query: { status: 'awaiting-approval' } },
    { label: 'Scheduled', query: { status: 'scheduled' } },
    { label: 'Published', query: { status: 'published' } },
  ],
  badge: ({ status: stands }) => <StatusChip style={setStates[stands]} />,
  panels: [
    panel('Standing', (set: ChangeSet) => <Standing set={set} />),
    ...onlyOf<ChangeSet>(
      ({ sheet }) => sheet !== null,
      panel('Columns of the file', (set) => <ColumnsPanel set={set} />),
      facts('File', [custom<ChangeSet>('missing', 'Items that it lacks', ({ missing }) => missingLabels[missing])]),
    ),
    facts<ChangeSet>('Change set', [
      status('source', sourceStates, { label: 'From' }),
      rows,
      number('stores', { label: 'Stores' }),
      custom<ChangeSet>(
        'largestMovePpm',
        'Largest price move',
        ({ largestMovePpm }) => `${format().number(movePercent(largestMovePpm))} %`,
      ),
      reference('store', 'store'),
      reference('branch', 'branch'),
      text('madeBy', { label: 'Made by' }),
      text('submittedBy', { label: 'Sent off by' }),
      text('approvedBy', { label: 'Approved by' }),
      instant('publishAt', { label: 'Publish at' }),
      instant('publishedAt', { label: 'Published' }),
      instant('rolledBackAt', { label: 'Rolled back' }),
    ]),
  ],
  tabs: [
    sublist('Rows', changeRowContract, (set: ChangeSet) => ({ setId: set.id })),
    sublist('Errors', changeRowContract, (set: ChangeSet) => ({ setId: set.id, level: 'error' }), { count: ({ errorRows }) => errorRows }),
  ],
  actions: [publish, submit, approve, schedule, sendBack, unschedule, stop, rollBack, discard],
  history: null,
  emptyText: 'Uploads, scans and bulk changes, each as a whole: looked at first, published, and taken back.',
})
