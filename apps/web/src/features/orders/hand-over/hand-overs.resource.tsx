import { type HandOver, handOverContract, handOverStatusLabels } from '@larder/contract'
import { branchFilter } from '#entities/references.ts'
import { confirmAction } from '#kit/actions/action.ts'
import { custom, instant, number, status, text } from '#kit/cells/columns.tsx'
import { StatusChip, styleStatuses } from '#kit/cells/status-style.tsx'
import { customField } from '#kit/fields/fields.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { oneOf, search } from '#kit/filters/filters.tsx'
import { soon } from '#kit/lazily.tsx'
import { facts, panel } from '#kit/panels/panels.tsx'
import { defineResource } from '#kit/resource/define.ts'
import type { HistoryWords } from '#kit/resource/record/history-words.ts'
import { HandedOrders } from './handed-orders.tsx'

const TakeInput = soon(() => import('./take-input.tsx').then((module) => module.TakeInput))

const states = styleStatuses(handOverStatusLabels, { waiting: 'warning', signed: 'good' })
const deskOf = ({ branch, store }: HandOver) => store?.name ?? branch?.name ?? 'Everything'
const desk = custom<HandOver>('desk', 'Desk', deskOf, { width: 140, text: deskOf })

const words: Partial<HistoryWords> = {
  deedOf: ({ action }) => {
    if (action === 'create')
      return { what: 'Handed the shift over', covers: ['branchId', 'storeId', 'isWholeDesk', 'givenBy', 'openOrders', 'notes'] }
    return action === 'sign' ? { what: 'Signed', covers: ['status', 'signedAt', 'signedId', 'signedBy'] } : undefined
  },
}

/** Shifts that people handed over, each with its open orders as they stood then. */
export const handOvers = defineResource(handOverContract, {
  label: ['Shift hand-over', 'Shift hand-overs'],
  title: ({ givenBy }) => `${givenBy}'s shift`,
  columns: [
    text('givenBy', { label: 'Handed over by', width: 140 }),
    instant('givenAt', { label: 'Handed over', sort: 'givenAt', width: 120 }),
    status('status', states, { width: 104 }),
    desk,
    number('openOrders', { label: 'Open orders', width: 96 }),
    number('lateOrders', { label: 'Late', width: 64 }),
    number('claims', { label: 'Claims', width: 72 }),
    text('signedBy', { label: 'Signed by', width: 140 }),
    number('takenOrders', { label: 'Taken', width: 72 }),
  ],
  sort: '-givenAt',
  filters: [search('Note or name'), oneOf('status', optionsOf(handOverStatusLabels)), branchFilter],
  views: [{ label: 'To sign', query: { status: 'waiting' } }],
  actions: [
    confirmAction(handOverContract.sign, {
      label: 'Sign',
      tone: 'primary',
      question: (row: HandOver) => `You take over the shift of ${row.givenBy}. From now on you handle the orders that you choose.`,
      asks: [
        customField<'take', readonly string[]>('take', {
          label: 'Orders that you take',
          input: (props) => <TakeInput {...props} />,
          isWhole: true,
          isParted: true,
        }) as never,
      ],
      done: (row: HandOver) => `${row.givenBy}'s shift signed`,
      failed: (row: HandOver) => `${row.givenBy}'s shift was not signed`,
    }),
  ],
  badge: ({ status: stands }) => <StatusChip style={states[stands]} />,
  panels: [
    { ...panel('Open orders', ({ id, givenAt }: HandOver) => <HandedOrders id={id} givenAt={givenAt} />), flush: true },
    facts<HandOver>('Hand-over', [
      text('givenBy', { label: 'Handed over by' }),
      instant('givenAt', { label: 'Handed over' }),
      desk,
      custom<HandOver>('isWholeDesk', 'Claims of', ({ isWholeDesk, givenBy }) => (isWholeDesk ? 'the whole desk' : givenBy)),
      text('remark', { label: 'Note' }),
      text('signedBy', { label: 'Signed by' }),
      instant('signedAt', { label: 'Signed' }),
    ]),
  ],
  history: words,
  emptyText: 'What people leave to the next at the end of a shift.',
})
